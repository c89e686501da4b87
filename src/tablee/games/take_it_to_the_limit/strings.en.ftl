game = Take it to the Limit!
about = Everybody places the same called tile on a board of their own; lines of one number, bonus tiles and a ray score.
prompt = Where does it go? A cell such as c3 or s:a1, “discard” or “reserve”; in the end “keep” or, say, A=2,C=1 (reserve tiles 2 and 1)

option-board = Board
option-board-nexus = Nexus (37 cells)
option-board-orchid = Orchid (22 cells, a shorter game)
option-scrapyard = Scrapyard (Nexus only)
option-scrapyard-standard = below 60 costs 60
option-scrapyard-lowest = the lowest costs 60
option-scrapyard-pass = passed on; the highest costs 60
option-scrapyard-none = none
option-tiles = Tiles (Orchid only)
option-tiles-suns = suns
option-tiles-moons = moons
option-tiles-both = both, and rays count

paper-nexus = the board, columns from the left separated by " / ", cells from the top, "." for an empty one
paper-scrapyard = the scrapyard in the same way; not given, no penalty is counted
paper-orchid = an Orchid instead of a Nexus, holes (f3, c1, c4) included
paper-reserve = a tile of the Orchid's reserve
paper-relocated = a reserve tile moved to a hole, such as B=1-11-10; "A=" alone says that none is; not given, the best is found

panel-call = Called tile
panel-calls-left = Calls left
panel-nexus = Nexus
panel-orchid = Orchid
panel-scrapyard = Scrapyard
panel-holder = The scrapyard lies with seat number
panel-reserve = Reserve (1, 2, 3)
panel-chosen = Your choice
panel-bury = A discarded tile for you to place on the scrapyard

call = Tile { $tile } is called.
placed = { $seat } places { $tile } on { $cell }.
reserved = { $seat } puts { $tile } in the reserve.
discarded = { $seat } gives { $tile } to { $other } for the scrapyard.
buried = { $seat } places { $tile } for { $other } on { $cell }.
moved = { $seat } moves { $tile } to hole { $hole }.
kept = { $seat } moves no tile.

no-such-action = “{ $text }” is no tile, cell or move of this game.
place-the-tile = That is no place for the called tile { $tile } in this game.
cell-taken = Cell { $cell } is taken.
hole-closed = { $cell } is a hole: a tile can be moved there when all have been called.
heap-full = { $heap ->
    [reserve] The reserve is full ({ $room } tiles).
   *[discard] Your scrapyard is full ({ $room } tiles).
  }
bury-the-tile = Place the discarded tile { $tile } for { $other } on the scrapyard: s:a1 to s:c2.
relocate-now = All tiles are placed: move reserve tiles to holes (such as A=2,C=1), or keep.
needs-two = { $scrapyard ->
    [lowest] The lowest scrapyard pays: that
   *[pass] Scrapyards are passed on and the highest pays: that
  } needs two players or more, each with a scrapyard. Alone, choose standard or none.

step-lines = Step 1, lines: { $points } together
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
step-bonus = Step 2, bonus tiles: { $points } together
bonus = { $metal ->
    [gold] Gold
   *[silver] Silver
  } tile { $tile }: { $lines ->
    [-1] none, it stays in the reserve
    [0] none, no scoring line crosses it
    [1] none, a single scoring line crosses it
    [2] half, two scoring lines cross it
   *[3] full, three scoring lines cross it
  }
ray = Step 3, longest ray: { $symbol ->
    [sun] suns
   *[moon] moons
  }, { $length } × { $value }
no-ray = Step 3: no ray of suns or moons
yard-lines = Scrapyard, three best lines: { $points }
yard-silver = Scrapyard, two best silver tiles: { $points }
yard-gold = Scrapyard, best gold tile: { $points }
yard = Step 4, value of the scrapyard: { $value }{ $way ->
    [lines] , by its lines
    [silver] , by its silver tiles
    [gold] , by its gold tile
   *[none] {""}
  }
penalty = Penalty: { $value } is less than { $enough }
no-penalty = No penalty: { $value } is { $enough } or more
penalty-lowest = { $players ->
    [0] No penalty: another scrapyard is worth less than { $value }
    [1] Penalty: no scrapyard is worth less than { $value }
   *[other] Penalty shared by { $players }: no scrapyard is worth less than { $value }
  }
penalty-pass = { $players ->
    [0] No penalty: another scrapyard is worth more than { $value }
    [1] Penalty: no scrapyard is worth more than { $value }
   *[other] Penalty shared by { $players }: no scrapyard is worth more than { $value }
  }
moved-row = { $tile } moved from the reserve to hole { $hole }
kept-row = No tile moved from the reserve

both-boards = A Nexus and an Orchid are given: one player has one of them.
orchid-scrapyard = An Orchid has no scrapyard.
nexus-reserve = A reserve and relocated tiles belong to an Orchid, and no Orchid is given.
unused-scrapyard = A scrapyard is given, but this game is played without.
yard-board-columns = The scrapyard has { $found ->
    [one] one column
   *[other] { $found } columns
  } instead of { $expected }.
yard-board-column = Column { $column } of the scrapyard has { $found ->
    [one] one cell
   *[other] { $found } cells
  } instead of { $expected }.
yard-board-tile = On { $cell }: there is no tile “{ $tile }”.
yard-tile-twice = Tile { $tile } lies on { $cell } and again on { $second }.
board-tile = { $cell ->
    [reserve] In the reserve
   *[other] On { $cell }
  }: there is no tile “{ $tile }”.
tile-twice = Tile { $tile } lies { $cell ->
    [reserve] in the reserve
   *[other] on { $cell }
  } and again { $second ->
    [reserve] in the reserve
   *[other] on { $second }
  }.
board-symbol = { $cell ->
    [reserve] In the reserve
   *[other] On { $cell }
  }: { $symbol ->
    [sun] { $tile } is a sun, and this game is played with moons.
   *[moon] { $tile } is a moon, and this game is played with suns.
  }
reserve-many = { $found } tiles in the reserve and on holes: { $most } at the most.
hole-filled = A tile lies on the hole { $cell } already: give the board with empty holes, or no relocated tiles.
no-such-hole = There is no hole “{ $hole }”. Known: { $known }.
not-in-reserve = “{ $tile }” cannot be moved to hole { $hole }: it is not in the reserve.
moved-twice = Tile { $tile } cannot be moved to two holes.
