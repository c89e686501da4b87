web-round = Round { $round } of { $rounds }
web-turns = { $turns } of { $of } turns played
web-card = { web-colour } { $number }
web-colour = { $colour ->
    [blue] blue
    [green] green
    [yellow] yellow
    [purple] purple
    [silver] silver
    [red] red
    [orange] orange
    [pink] pink
   *[black] black
  }
web-take = Take { $card } with { $dice }
web-do-go = Go!
web-do-roll = Roll
web-stop = Stop
web-taken = this turn
web-in-loot = { $cards } of this colour in your loot
web-sums = Sums
web-go-first = Look at the row. Go! starts the glass.
web-roll-first = Roll the dice
web-turn-of = Turn of { $name }
web-glass-runs = running
web-glass-waits = waiting
web-ultim = Ultim' card
web-ultim-ready = on a double
web-ultim-used = used
web-ultim-glass = Turn the glass
web-ultim-cards = New row
web-time-up = Time is up!
web-last-banked = { $name } stopped after { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s.
web-last-lost = The glass ran out on { $name } after { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s.
web-your-loot = Your loot
web-loot-of = Loot of { $name }
web-cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
  }
web-pile = { web-colour }: { web-cards }
web-row-count = These count
web-row-keep = Kept for the next round
web-row-subtract = These cost
web-keep-ask = Equal piles: which ones do you keep?
web-keep-how = Tap a pile with arrows to change its place with an equal one.
web-exchange = Exchange { $pile }
web-keep = Keep { $colours }
