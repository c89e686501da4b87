# The ladder of people to climb past. Loaded with its page and its card on Home.
web-ladder-title = The ladder
web-ladder-close = Close
web-ladder-about = Ten people, from a first game to the strongest. Beat one in two matches of three to meet the next.
web-ladder-field = Points are those at a table with two regular bots.
web-ladder-later = Number { $rung }
web-ladder-play = Play
web-ladder-play-against = Play against { $name }
web-ladder-all = Show everybody now
web-ladder-won = { $won } of { $of } won
web-ladder-beaten = beaten
web-ladder-top = You have climbed past everybody here.
web-ladder-next = Next: { $name }, { $game }
web-ladder-go = See the ladder
web-ladder-mean = about { NUMBER($mean) } points
web-ladder-style-1 = Plays for the first time.
web-ladder-style-2 = In a hurry, and takes what looks good first.
web-ladder-style-3 = { $game ->
    [limits] Can't resist four of a colour.
    [xtreme-limits] Wants the points now.
    [ultim-limit] Takes every card in reach.
   *[other] Likes points that are sure.
  }
web-ladder-style-4 = { $game ->
    [limits] Accuses early.
    [xtreme-limits] Loves to swap.
    [ultim-limit] Rolls once more.
   *[other] Dreams of long lines.
  }
web-ladder-style-5 = { $game ->
    [limits] Accuses only when sure.
    [xtreme-limits] Holds on to the cards.
    [ultim-limit] Stops early.
   *[other] Finishes what is begun.
  }
web-ladder-style-6 = { $game ->
    [limits] Loses track of a tall pile.
    [xtreme-limits] Loses track in long rounds.
   *[other] Starts well, then tires.
  }
web-ladder-style-7 = { $game ->
    [limits] Reads the pile well, and accuses early.
    [xtreme-limits] Thinks ahead, and loves to swap.
    [ultim-limit] Quick, and rolls once more.
   *[other] Good eyes for long lines.
  }
web-ladder-style-8 = { $game ->
    [limits] Patient, and hard to trap.
    [xtreme-limits] Patient with tokens.
    [ultim-limit] Quick, and stops in time.
   *[other] Patient and careful.
  }
web-ladder-style-9 = Calm, and hardly ever slips.
web-ladder-style-10 = The expert. Never slips.
