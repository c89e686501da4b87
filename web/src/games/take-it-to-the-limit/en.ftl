web-bag = Show the tiles that are still in the bag
web-put-reserve = Put in reserve
web-discard = Send to your scrapyard
web-bury = Place this tile on { $name }'s scrapyard
web-relocate = Move reserve tiles to holes A, B and C: pick a tile, then a hole.
web-relocate-tile = Reserve tile { $number }: { $tile }
web-relocate-worth = Your score: { $total }
web-relocate-change = Your score: { $total } ({ $more })
web-relocate-done = Done
web-relocate-keep = Move no tiles
web-relocate-again = Start over
web-scrapyard-of = { $name }'s scrapyard
web-your-scrapyard = Your scrapyard
web-your-reserve = Your reserve
web-count-part = { $what ->
    [line] { $count ->
        [one] 1 line
       *[other] { $count } lines
      }
    [bonus] { $count ->
        [one] 1 bonus tile
       *[other] { $count } bonus tiles
      }
   *[ray] Longest ray
  }
web-count-stays = The value isn't added: your score stays { $score }.

# The rules at a glance
web-glance-goal = Goal
web-glance-goal-text = Fill lines of your Nexus with one number from edge to edge. The highest total wins.
web-glance-turn = Your turn
web-glance-turn-text = Everyone places the called tile: on the Nexus or, if it doesn't fit, on the scrapyard.
web-glance-score = Score
web-glance-score-text = A full line is worth its length times its number. Gold and silver tiles and the longest ray score extra. A scrapyard worth less than 60 costs you 60.

# The scorer
web-score-reserve = Reserve
web-score-best-move = Move reserve tiles to the best holes
