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
web-go-first = Look at the row. Go! starts the sand timer.
web-roll-first = Roll the dice
web-turn-of = { $name }'s turn
web-glass-runs = running
web-glass-waits = ready
web-ultim = Ultim' card
web-ultim-ready = needs a double
web-ultim-used = used
web-ultim-glass = Turn the timer
web-ultim-cards = New row
web-last-banked = { $you ->
    [seat] You
   *[nobody] { $seat }
  } stopped after { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s.
web-last-lost = Time ran out for { $you ->
    [seat] you
   *[nobody] { $seat }
  } after { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s.
web-your-loot = Your loot
web-loot-of = { $name }'s loot
web-cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
  }
web-pile = { web-colour }: { web-cards }
web-row-count = These count
web-row-keep = Kept for the next round
web-row-subtract = These cost points
web-group-count = Count
web-group-keep = Kept
web-group-subtract = Cost
web-keep-ask = Equal piles: which do you keep?
web-keep-how = Choose a pile with arrows to swap it with an equal one.
web-exchange = Swap { $pile }
web-keep = Keep { $colours }
web-aids = Highlight cards that can be taken, and show the sums of the dice

# The rules at a glance
web-glance-goal = Goal
web-glance-goal-text = Take as many cards as you can, and stop before the hidden sand timer runs out.
web-glance-turn = Your turn
web-glance-turn-text = Press Go and keep rolling. Take a card when some of your dice add up to its number. Once per turn, a double lets you turn the timer over or deal new cards.
web-glance-score = Score
web-glance-score-text = Stop in time and every card is a point. Too late, and this turn's cards are lost. Three rounds of three turns.

# The scorer
web-score-more = { $colour }, one card more (now { $cards })
web-score-less = { $colour }, one card less (now { $cards })
web-score-last = Last round: nothing is kept
web-score-numbers = A tie: the sum of the numbers on the cards decides
