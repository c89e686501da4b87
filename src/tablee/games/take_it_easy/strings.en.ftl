game = Take it Easy!
about = Everybody places the same called tile on a board of their own; lines of one number score.
option-placement = Placement
option-placement-free = anywhere
option-placement-adjacent = beside an own tile
option-placement-symbol = suns beside suns, moons beside moons
option-rays = Rays
option-rays-none = do not count
option-rays-all = every ray counts
option-rays-best = the best rays count
panel-call = Called tile
panel-calls-left = Calls left
panel-board = Board
panel-placed = Placed on
call = Tile { $tile } is called.
placed = { $seat } places { $tile } on { $cell }.
place-the-tile = Place the called tile { $tile } on a cell.
cell-taken = Cell { $cell } is taken.
cell-apart = { $symbol ->
    [sun] Cell { $cell } touches no sun of yours.
    [moon] Cell { $cell } touches no moon of yours.
   *[none] Cell { $cell } touches no tile of yours.
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
prompt = Where does it go? A cell, such as c3
paper-board = the board: columns separated by /, cells by spaces, . for an empty one
