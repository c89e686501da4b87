web-hand-letter = { $hand ->
    [red] R
    [green] G
   *[blue] B
  }
web-hand-on = { $hand } on { $cell }
web-take-hand = Hand to move
web-your-card = Your card
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
    [2] One extra lap
   *[other] { $more } extra laps
  }
web-lap-next = { web-lap }. Change it.
web-objective-order = { $card }: the hand on the highest cell comes first, and 12 is the highest
web-objective-how = The hand on the highest cell is first. When the round ends, every hand in its place scores a point.
web-objective-now = Right now: { $ticks ->
    [0] no hand in its place
    [one] one hand in its place
   *[other] { $ticks } hands in their places
  }
web-order-now = Current order
web-cards-elsewhere = Other cards
web-place = Centre { $place }
web-hidden-card = a hidden card
web-wind = Wind the timer
web-wind-text = Look at your card. The timer starts when you wind it.
web-swap = Swap your card?
web-swap-with = Swap with
web-keep = Keep my card
web-bell = The bell rings!
web-rung = caught by the bell
web-bell-covered = The bell, covered: it will ring, and nobody knows when

# The rules at a glance
web-glance-goal = Goal
web-glance-goal-text = Your card shows a secret order. Bring the three hands into it before the hidden bell rings.
web-glance-turn = Your turn
web-glance-turn-text = Move one hand forward, a token for each cell. If it lands on 4 or 8, you may swap your card.
web-glance-score = Score
web-glance-score-text = When the bell rings, the hand on the highest cell is first. Each hand in its place scores a point, but the player whose turn it is gets nothing. First to 10 points wins.

# The scorer
web-score-hand = Where are the hands?
web-score-cards = Which card does { $name } have?
web-score-bell = Whose turn was it when the bell rang?
web-score-bell-none = no bell
