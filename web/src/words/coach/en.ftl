# The coach: hints at the table, and reviews of a match. Loaded with them.
web-hint-noted = from { $level }, noted in the result
web-hint-thinks = thinking…
web-hint-along = Look from { $first } to { $last }
web-hint-look = Look at { $what }
web-hint-lit = It is lit on the table
web-hint-nowhere = Compare all places
web-hint-nowhere-detail = No single line or card decides this
web-hint-compare = { $count ->
    [one] One choice stands out: { $actions }
    [2] Two choices stand out: { $actions }
    [3] Three choices stand out: { $actions }
   *[other] { $count } choices stand out: { $actions }
  }
web-hint-gain = { $gain ->
    [one] One of them brings a point at once
   *[other] One of them brings { $gain } points at once
  }
web-hint-best = Best: { $action }
web-hint-got-it = Got it
web-hint-which = What stands out
web-hint-why = Which, and why
web-coach-reasons = Reasons

# A review: what came about how
web-coach-title = Review
web-coach-won = Well played, { $name }!
web-coach-over = Good game, { $name }!
web-coach-alone = { $score ->
    [one] One point.
   *[other] { $score } points.
  }
web-coach-against = { $score } to { $other } against { $name }.
web-coach-place = { $score } points, place { $place } of { $players }.
web-coach-found = You found the best choice, or one as good, <b>{ $found } times out of { $of }</b>.
web-coach-found-all = You found the best choice, or one as good, <b>every time</b>.
web-coach-sum = How { $score } came about
web-coach-sum-round = How it came about
web-coach-margin = Points ahead of the others on average, by round.
web-coach-luck-kind = { $game ->
    [tiles] Kind tiles brought { $points }.
   *[other] Good luck brought { $points }.
  }
web-coach-luck-unkind = { $game ->
    [tiles] The tiles took { $points } away.
   *[other] Bad luck took { $points } away.
  }
web-coach-luck-even = Luck evened out.
web-coach-others-more = What the others did brought { $points }.
web-coach-others-less = What the others did took { $points } away.
web-coach-play-cost = { $choices ->
    [one] One choice cost { $points }.
   *[other] { $choices } choices cost { $points }.
  }
web-coach-play-nothing = Your choices cost nothing.
web-coach-forecast-high = The forecast was { $points } too high.
web-coach-forecast-low = The forecast was { $points } too low.
web-coach-row-start = Start
web-coach-row-start-about = the judge's first forecast
web-coach-row-start-round = nobody is ahead yet
web-coach-row-luck = Luck
web-coach-row-luck-about = { $game ->
    [tiles] the tiles that came
    [clock] dice and the hidden clock
   *[other] what was drawn and dealt
  }
web-coach-row-others = Others
web-coach-row-others-about = what the other players did
web-coach-row-play = Your play
web-coach-row-play-about = against the best choices
web-coach-row-correction = Correction
web-coach-row-correction-about = the forecast set itself right
web-coach-row-result = Result
web-coach-part-game = Game { $number }
web-coach-part-round = Round { $number }
web-coach-so-far = { $kind ->
    [tile] Tile { $done } of { $of }
   *[other] Turn { $done } of { $of }
  }
web-coach-working = Working out what each choice was worth…
web-coach-curve = Expected result
web-coach-curve-margin = Expected lead in the round
web-coach-curve-after = after each choice
web-coach-curve-click = after each choice · click to go there
web-coach-table = Show as a table
web-coach-table-choice = Your choice
web-coach-table-value = Worth
web-coach-table-lost = Lost

# The moments
web-coach-moments = { $count ->
    [one] The moment that mattered
    [2] Two moments that mattered
   *[other] Three moments that mattered
  }
web-coach-no-moments = Nothing to improve here
web-coach-no-moments-about = In no decision was another choice better beyond doubt.
web-coach-number = { $kind ->
    [tile] Tile { $number }
   *[other] Decision { $number }
  }
web-coach-number-of = { $kind ->
    [tile] Tile { $number } of { $of }
   *[other] Decision { $number } of { $of }
  }
web-coach-question = { $number }: { $yours } or { $better }?
web-coach-worth-more = { $action } was worth <b>{ $points }</b> more
web-coach-moment-said = { $kind ->
    [tile] Tile { $number }, { $tile }. You placed it on { $yours }. { $better } was worth { $points } more
   *[other] Decision { $number }. Your choice: { $yours }. { $better } was worth { $points } more
  }
web-coach-best = What you did best
web-coach-best-text = <b>{ $number }.</b> You chose { $yours }. { $other }, the next best, was worth <b>{ $points } less</b>.
web-coach-share = Share
web-coach-link = Link to this review
web-coach-share-here = Start at decision { $number }
web-coach-see = See the moments
web-coach-see-all = See all choices
web-coach-moment = Moment { $number } of { $of }
web-coach-you = You: { $action }
web-coach-better = Better: { $action }
web-coach-best-is = Best: { $action }
web-coach-next-best = Next best: { $action }
web-coach-apart = { $points } ± { $margin }
web-coach-apart-exact = { $points }, exact
web-coach-you-here = you
web-coach-found-it = You found the best choice.
web-coach-equal = Both are equally good, as far as anybody can tell.
web-coach-only = There was nothing to choose.
web-coach-why = { $kind ->
    [cell] Why { $action }
   *[other] Why “{ $action }”
  }
web-coach-peek = { $action }: { $value }, { $less } less than the best
web-coach-peek-best = { $action }: { $value }, the best
web-coach-peek-about = Choose something else to see what it was worth.
web-coach-afterwards = Afterwards: { $text }
web-coach-previous = Previous moment
web-coach-next = Next moment
web-coach-previous-decision = Previous decision
web-coach-next-decision = Next decision
web-coach-strip = All decisions
web-coach-strip-tiles = All { $count } tiles
web-coach-keys = keys ← →
web-coach-strip-said = Decision { $number } of { $of }, { $points } lost
web-coach-strip-none = Decision { $number } of { $of }, nothing lost

# How you compare
web-coach-scale = Points lost a decision
web-coach-scale-about = on average, in this match
web-coach-scale-you = You
web-coach-how = How is this measured?
web-coach-how-text = { $judge } { $depth ->
    [0] { "" }
    [one] It looks one draw ahead.
   *[other] It looks { $depth } draws ahead.
  } It sees only what you could see at that moment, and values every choice in the same way for the whole match. What a choice lost is what it was worth less than the best one; the average counts only decisions that made a difference.
web-coach-how-exact = Luck is exact: what came, compared with everything that could have come.
web-coach-how-sampled = The values come from imagined hands and draws, so they have a margin of error; choices within it count as equally good. Where few hands are possible, all of them are looked at.
web-coach-how-scale = The bots' figures come from at least { $games } games each, by the same judge. A bot that plays by the judge's own values loses almost nothing by construction. One match says little about a player.
web-coach-back = Back
