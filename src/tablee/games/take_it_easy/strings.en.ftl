game = Take it Easy!
about = Everyone places the same tile on their own board; full lines of one number score.
brief = Same tiles, longest lines
option-placement = Placement
option-placement-free = Anywhere
option-placement-adjacent = Next to one of your tiles
option-placement-symbol = Suns next to suns, moons next to moons
option-rays = Rays
option-rays-none = Don't count
option-rays-all = Every ray counts
option-rays-best = Only the best rays count
panel-call = Called tile
panel-calls-left = Tiles left
panel-board = Board
panel-placed = Placed on
call = The called tile is { $tile }.
placed = { $you ->
    [seat] You place
   *[nobody] { $seat } places
  } { $tile } on { $cell }.
place-the-tile = Place the called tile, { $tile }, on a cell.
cell-taken = Cell { $cell } is taken.
cell-apart = { $symbol ->
    [sun] Cell { $cell } isn't next to any of your suns.
    [moon] Cell { $cell } isn't next to any of your moons.
   *[none] Cell { $cell } isn't next to any of your tiles.
  }
line = { $direction ->
    [rising] Rising line
    [falling] Falling line
   *[vertical] Vertical line
  }: { $length } × { $value }
line-broken = { $direction ->
    [rising] Rising line
    [falling] Falling line
   *[vertical] Vertical line
  } of { $length }: broken
line-open = { $direction ->
    [rising] Rising line
    [falling] Falling line
   *[vertical] Vertical line
  } of { $length }: not full
ray = { $symbol ->
    [sun] Sun
   *[moon] Moon
  } ray: { $length } × { $value }
best-ray = Best { $symbol ->
    [sun] sun
   *[moon] moon
  } ray{ $players ->
    [1] {""}
   *[other] , shared by { $players }
  }
prompt = Your move: a cell, such as c3
todo-place = Place { $tile } { $where ->
    [near] next to one of your tiles
    [sun] next to one of your suns
    [moon] next to one of your moons
   *[free] on a free cell
  }
paper-board = the board: columns separated by /, cells by spaces, . for an empty cell
puzzle-calls = the called tiles, such as "9-7-3 1-2-8 …", at least 19; without them, all 27 tiles: the maximum, and every board that reaches it

# The guided first game
guide-place = Place the called tile on any cell: everyone places the same one.
guide-line = Place this one in the same column: a full line of one number scores.
guide-cross = Place it in line with the same number: each tile is part of three lines.
guide-break = Play elsewhere: a different number would break these lines.
guide-rivals = Look at the others: they have the same tile, and each a board of their own.
guide-score = Fill your board: after 19 tiles, the highest total wins. A full line is worth its length times its number.

# Actions, as people read them
action-cell = Place on { $cell }
