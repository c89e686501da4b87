web-hand-letter = { $hand ->
    [red] R
    [green] G
   *[blue] B
  }
web-hand-on = { $hand } on { $cell }
web-take-hand = Hand to move
web-move = { $hand } to { $cell }, { $cost ->
    [one] one token
   *[other] { $cost } tokens
  }
web-move-swap = { $hand } to { $cell }, { $cost ->
    [one] one token
   *[other] { $cost } tokens
  }; then you may swap
web-lap = { $lap ->
    [1] First lap
    [2] One lap more
   *[other] { $more } laps more
  }
web-lap-next = { web-lap }. Tap for other laps.
web-objective-order = { $card }: highest cell first, 12 is the highest
web-objective-how = The highest cell is first. A point for every hand in its place when the round ends.
web-objective-now = Right now: { $ticks ->
    [0] no hand
    [one] one hand
   *[other] { $ticks } hands
  } in place
web-order-now = Order now
web-cards-elsewhere = The other cards
web-place = Centre { $place }
web-hidden-card = a hidden card
web-wind = Wind the bell
web-wind-text = Look at your card. The bell starts when you wind it.
web-swap = Swap your card?
web-swap-with = Swap with
web-keep = Keep my card
web-bell = The bell rings!
web-rung = the bell
