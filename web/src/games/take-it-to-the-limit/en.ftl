web-put-reserve = Put it in the reserve
web-discard = Give it away for your scrapyard
web-bury = Place this tile on the scrapyard of { $name }
web-relocate = Move reserve tiles to the holes A, B and C: choose a tile, then a hole.
web-relocate-tile = Reserve tile { $number }: { $tile }
web-relocate-worth = Your score this way: { $total }{ $more ->
    [0] {""}
   *[other] {" "}({ NUMBER($more, signDisplay: "always") })
}
web-relocate-done = Done
web-relocate-keep = Move none
web-relocate-again = Start over
web-scrapyard-of = Scrapyard of { $name }
web-your-scrapyard = Your scrapyard
web-your-reserve = Your reserve
