game = Take it to the Limit!
about = Everyone places the same tile on their own board; full lines of one number, bonus tiles and the longest ray score.
brief = Two boards, bonus tiles
prompt = Your move: a cell such as c3 or s:a1, “discard” or “reserve”. At the end, “keep” or move reserve tiles to holes, such as A=2,C=1.
goal = { $players ->
    [1] As many points as you can with { $tiles } tiles
   *[other] Highest total after { $tiles } tiles
  }
todo-place = { $where ->
    [discard] Discard { $tile }
    [reserve] Put { $tile } in the reserve
    [yard] Place { $tile } on your scrapyard
    [board-yard] Place { $tile } on your Nexus or your scrapyard
    [board-discard] Place { $tile } on your Nexus, or discard it
    [board-reserve] Place { $tile } on your Orchid or in the reserve
   *[board] Place { $tile } on a free cell
  }
todo-bury = Place { $tile } on { $other }'s scrapyard
todo-relocate = Move reserve tiles to the holes, or keep them

option-board = Board
option-board-nexus = Nexus (37 cells)
option-board-orchid = Orchid (22 cells, a shorter game)
option-scrapyard = Scrapyard (Nexus only)
option-scrapyard-standard = Costs 60 if worth less than 60
option-scrapyard-lowest = The lowest costs 60
option-scrapyard-pass = Held by a neighbour; the highest costs 60
option-scrapyard-none = None
option-tiles = Tiles (Orchid only)
option-tiles-suns = Suns
option-tiles-moons = Moons
option-tiles-both = Both, and rays count

paper-nexus = the board: columns from the left separated by " / ", cells from the top, "." for an empty cell
paper-scrapyard = the scrapyard, written the same way; without it, no penalty is counted
paper-orchid = an Orchid instead of a Nexus, including the holes (f3, c1, c4)
paper-reserve = a tile in the Orchid's reserve
paper-relocated = a reserve tile moved to a hole, such as B=1-11-10; "A=" alone means none; without it, the best move is found
puzzle-calls = the called tiles, such as "4-6-5 1-11-10 …": at least 44, or 37 with scrapyard=none, 25 with board=orchid; without them, every tile in play
puzzle-scrapyard = find the best scrapyard alone; the points are its value
puzzle-orchid = find the best move of reserve tiles to the holes of this Orchid
puzzle-reserve = a tile in this Orchid's reserve
puzzle-rounds = how long to search for a Nexus or an Orchid

panel-call = Called tile
panel-calls-left = Tiles left
panel-nexus = Nexus
panel-orchid = Orchid
panel-scrapyard = Scrapyard
panel-holder = Scrapyard held by seat
panel-reserve = Reserve (1, 2, 3)
panel-chosen = Choice
panel-bury = Discarded tile to place on this scrapyard

call = The called tile is { $tile }.
placed = { $you ->
    [seat] You place
   *[nobody] { $seat } places
  } { $tile } on { $cell }.
reserved = { $you ->
    [seat] You put
   *[nobody] { $seat } puts
  } { $tile } in the reserve.
discarded = { $you ->
    [seat] You give { $tile } to { $other }
    [other] { $seat } gives you { $tile }
   *[nobody] { $seat } gives { $tile } to { $other }
  } for the scrapyard.
buried = { $you ->
    [seat] You place { $tile } on { $other }'s scrapyard
    [other] { $seat } places { $tile } on your scrapyard
   *[nobody] { $seat } places { $tile } on { $other }'s scrapyard
  }, on { $cell }.
moved = { $you ->
    [seat] You move
   *[nobody] { $seat } moves
  } { $tile } to hole { $hole }.
kept = { $you ->
    [seat] You move no tiles.
   *[nobody] { $seat } moves no tiles.
  }

no-such-action = “{ $text }” isn't a tile, a cell or a move in this game.
place-the-tile = The called tile, { $tile }, can't go there in this game.
cell-taken = Cell { $cell } is taken.
hole-closed = { $cell } is a hole: tiles can only move there once all tiles have been called.
heap-full = { $heap ->
    [reserve] The reserve is full ({ $room } tiles).
   *[discard] Your scrapyard is full ({ $room } tiles).
  }
bury-the-tile = Place the discarded tile, { $tile }, on { $other }'s scrapyard: s:a1 to s:c2.
relocate-now = All tiles are placed. Move reserve tiles to holes (such as A=2,C=1), or keep them.
needs-two = { $scrapyard ->
    [lowest] “The lowest costs 60” needs
   *[pass] “Held by a neighbour” needs
  } at least two players, each with a scrapyard. To play alone, choose another scrapyard option (standard or none).

step-lines = Step 1, lines: { $points } in total
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
step-bonus = Step 2, bonus tiles: { $points } in total
bonus = { $metal ->
    [gold] Gold
   *[silver] Silver
  } tile { $tile }: { $lines ->
    [-1] nothing, it stays in the reserve
    [0] nothing, no scoring line crosses it
    [1] nothing, only one scoring line crosses it
    [2] half, two scoring lines cross it
   *[3] full, three scoring lines cross it
  }
ray = Step 3, longest ray: { $symbol ->
    [sun] suns
   *[moon] moons
  }, { $length } × { $value }
no-ray = Step 3: no ray of suns or moons
yard-lines = Scrapyard, best three lines: { $points }
yard-line = { $direction ->
    [rising] Rising line
    [falling] Falling line
   *[vertical] Vertical line
  } of the scrapyard: { $length } × { $value }
yard-silver = Scrapyard, best two silver tiles: { $points }
yard-gold = Scrapyard, best gold tile: { $points }
yard = Step 4, value of the scrapyard: { $value }{ $way ->
    [lines] , from its lines
    [silver] , from its silver tiles
    [gold] , from its gold tile
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
kept-row = No reserve tiles moved

both-boards = Give either a Nexus or an Orchid: a player has only one of them.
orchid-scrapyard = An Orchid has no scrapyard.
nexus-reserve = Only an Orchid has a reserve and relocated tiles, and no Orchid is given.
unused-scrapyard = A scrapyard is given, but this game has none.
yard-board-columns = The scrapyard has { $found ->
    [one] one column
   *[other] { $found } columns
  } instead of { $expected }.
yard-board-column = Column { $column } of the scrapyard has { $found ->
    [one] one cell
   *[other] { $found } cells
  } instead of { $expected }.
yard-board-tile = There is no tile “{ $tile }” (on { $cell }).
yard-tile-twice = Tile { $tile } is on { $cell } and on { $second }.
board-tile = There is no tile “{ $tile }” ({ $cell ->
    [reserve] in the reserve
   *[other] on { $cell }
  }).
tile-twice = Tile { $tile } is { $cell ->
    [reserve] in the reserve
   *[other] on { $cell }
  } and { $second ->
    [reserve] in the reserve
   *[other] on { $second }
  }.
board-symbol = { $symbol ->
    [sun] { $tile } is a sun, but this game is played with moons
   *[moon] { $tile } is a moon, but this game is played with suns
  } ({ $cell ->
    [reserve] in the reserve
   *[other] on { $cell }
  }).
reserve-many = There are { $found } tiles in the reserve and on holes; { $most } is the limit.
hole-filled = Hole { $cell } already has a tile: give the board with empty holes, or no relocated tiles.
no-such-hole = There is no hole “{ $hole }”. Choose from: { $known }.
not-in-reserve = “{ $tile }” can't move to hole { $hole }: it isn't in the reserve.
moved-twice = Tile { $tile } can't move to two holes.
solve-orchid = A finished Orchid is solved by itself, without calls or a scrapyard.

# The guided first game
guide-place = Place the called tile on any cell: everyone places the same one.
guide-line = Place this one in the same column: a full line of one number scores.
guide-yard = Place this one on your scrapyard: it takes what doesn't fit, but must be worth 60 in the end.
guide-bonus = Place the next tile: gold and silver tiles pay extra where scoring lines cross.
guide-rivals = Look at the others: they have the same tile, and boards of their own.
guide-score = Score with lines, bonus tiles and the longest ray. When all tiles have been called, the highest total wins.

# Actions, as people read them
action-cell = { $board ->
    [s] Place on the scrapyard, { $cell }
   *[main] Place on { $cell }
  }
action-discard = Send to the scrapyard
action-reserve = Put in the reserve
action-keep = Move no tiles
action = Move reserve tiles to holes: { $rest }

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
reason-ray-completes-detail = { $length } tiles from { $first } to { $last }: { $points } points{ $instead ->
    [0] {""}
   *[other] {" "}instead of { $instead }
  }
reason-ray-extends = { $cell } adds to a ray of { $value ->
    [sun] suns
   *[moon] moons
  }
reason-ray-extends-detail = { $first }–{ $last }, { $points } points{ $instead ->
    [0] {""}
   *[other] {" "}instead of { $instead }
  }; { $fitting ->
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
reason-yard-extends = Scrapyard { $cell } adds to a line of { $value }s
reason-yard-extends-detail = Worth { $points } there; { $fitting ->
    [1] the only fitting tile
   *[other] at least { $need } of { $fitting } fitting tiles
  } in the { $calls ->
    [1] last call
   *[other] next { $calls } calls
  }: { $chance }%
reason-yard-starts = Scrapyard { $cell } starts a line of { $value }s
reason-yard-starts-detail = { reason-yard-extends-detail }
reason-yard-breaks = Scrapyard { $cell } breaks a line of { $value }s
reason-yard-breaks-detail = { reason-yard-extends-detail }
reason-yard-lowers = Scrapyard { $cell } starts a line of { $value }s
reason-yard-lowers-detail = Worth { $points } at most, from { $first } to { $last }; a line of { $best }s would be worth { $most }
reason-yard = { $cell } makes the scrapyard worth { $value }
reason-yard-detail = { $variant ->
    [standard] It is worth { $now } now; from { $enough } there is no penalty of { $penalty }
   *[lowest] It is worth { $now } now; the lowest scrapyard costs { $penalty }
  }
reason-bury = { $other }: a scrapyard worth { $value }
reason-bury-detail = It is worth { $now } now; the highest scrapyard costs its owner { $penalty }
reason-bonus = { $metal ->
    [gold] Gold
   *[silver] Silver
  } tile { $tile } earns { $points }
reason-bonus-detail = { $lines ->
    [2] Two scoring lines cross it: half of its bonus
   *[3] Three scoring lines cross it: its full bonus
  }
reason-bonus-open = { $metal ->
    [gold] Gold
   *[silver] Silver
  } tile { $tile } can earn { $most }
reason-bonus-open-detail = { $lines } of its lines score or still can; with the other choice { $least ->
    [0] it earns nothing
   *[other] it earns { $least } at most
  }
reason-reserve = { $tile } may fill hole { $hole }
reason-reserve-detail = From the reserve, it would fit { $fits } of the { $lines } lines there and break none
reason-room = { $heap ->
    [reserve] { $cell } leaves the reserve free
   *[yard] { $cell } leaves the scrapyard free
  }
reason-room-detail = { $free ->
    [1] 1 free place there instead of none
   *[other] { $free } free places there instead of { $less }
  }; { $calls ->
    [0] no calls to come
    [1] 1 call to come
   *[other] { $calls } calls to come
  }
reason-total = This makes { $points } points
reason-total-detail = Lines { $lines }, bonus tiles { $bonus }, ray { $ray }; the other choice makes { $less }
reason-line = A line of { $value }s brings { $points }
reason-line-detail = { $direction ->
    [rising] Rising line
    [falling] Falling line
   *[vertical] Vertical line
  } { $first }–{ $last }: { $length } × { $value }; with the other choice { $otherwise ->
    [0] it brings nothing
   *[other] it brings { $otherwise }
  }
judge = Values come from weights learnt from play.
afterwards-filled = { $tile } filled { $cell } at tile { $number }.
