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
goal = { $players ->
    [1] As many points as you can with { $tiles } tiles
   *[other] Highest total after { $tiles } tiles
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

# Reasons for an action: a title and a line with the numbers
reason-completes = { $cell } completes a line of { $value }s
reason-completes-detail = { $direction ->
    [rising] Rising line
    [falling] Falling line
   *[vertical] Vertical line
  } { $first }–{ $last }: { $length } × { $value } = { $points } points
reason-extends = { $cell } adds to the { $value }s from { $first } to { $last }
reason-extends-detail = { $points } points; { $fitting ->
    [1] the only fitting tile
   *[other] at least { $need } of { $fitting } fitting tiles
  } in the { $calls ->
    [1] last call
   *[other] next { $calls } calls
  }: { $chance }%
reason-starts = { $cell } starts a line of { $value }s
reason-starts-detail = { reason-extends-detail }
reason-breaks = { $cell } breaks the { $value }s from { $first } to { $last }
reason-breaks-detail = { reason-extends-detail }
reason-lowers = { $cell } starts a line of { $value }s
reason-lowers-detail = { $points } points at most, from { $first } to { $last }; a line of { $best }s would bring { $most }
reason-hopeless = { $cell } breaks no line that can score
reason-hopeless-detail = The { $value }s from { $first } to { $last } need { $need ->
    [1] 1 more tile
   *[other] { $need } more tiles
  }; { $short ->
    [calls] { $calls ->
        [0] no call is left
        [1] only 1 call is left
       *[other] only { $calls } calls are left
      }
   *[tiles] { $fitting ->
        [0] none is left
        [1] only 1 is left
       *[other] only { $fitting } are left
      }
  }
reason-spares = { $cell } breaks no line
reason-spares-detail = { $kept ->
    [0] All its lines were broken before
    [1] One of its { $lines } lines keeps its number; the others were broken before
    [3] Each of its lines keeps its number
   *[other] { $kept } of its { $lines } lines keep their number; the other was broken before
  }
reason-ray-completes = { $cell } completes a ray of { $value ->
    [sun] suns
   *[moon] moons
  }
reason-ray-completes-detail = { $length } tiles from { $first } to { $last }: { $points } points
reason-ray-extends = { $cell } adds to a ray of { $value ->
    [sun] suns
   *[moon] moons
  }
reason-ray-extends-detail = { $first }–{ $last }, { $points } points; { $fitting ->
    [1] the only fitting tile
   *[other] at least { $need } of { $fitting } fitting tiles
  } in the { $calls ->
    [1] last call
   *[other] next { $calls } calls
  }: { $chance }%
reason-ray-starts = { $cell } starts a ray of { $value ->
    [sun] suns
   *[moon] moons
  }
reason-ray-starts-detail = { reason-ray-extends-detail }
reason-ray-breaks = { $cell } breaks a ray of { $value ->
    [sun] suns
   *[moon] moons
  }
reason-ray-breaks-detail = { reason-ray-extends-detail }
reason-best-ray = { $cell } makes the best ray of { $symbol ->
    [sun] suns
   *[moon] moons
  }
reason-best-ray-detail = { $length } tiles of { $value }{ $rival ->
    [0] , and nobody else has one
   *[other] ; the best of the others has { $rival } tiles
  }; the best ray brings { $points }
judge = Values come from neural nets.
afterwards-filled = { $tile } filled { $cell } at tile { $number }.
