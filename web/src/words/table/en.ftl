# The count and the end of a game. Loaded with the table.
web-series-soon = Next game in { $seconds } s
web-series-lead = { $you ->
    [seat] You lead by
   *[nobody] { $seat } leads by
  } { $points ->
    [one] one point
   *[other] { $points } points
  }
web-series-level = { $you ->
    [seat] You share the lead
   *[nobody] { $names } are level
  }
web-series-after = Total after game { $game } of { $games }
web-series-score = Game { $game }: { $score }
web-series-margin = by { $points ->
    [one] one point
   *[other] { $points } points
  }
web-series-over = Game { $game } of { $games } is over
web-series-next = Next game
web-count-title = Scoring
web-count-at = { $at } of { $of }
web-count-line = { $direction ->
    [rising] Rising line
    [falling] Falling line
   *[vertical] Vertical line
  }, { $length } tiles
web-count-said = { $what }, { $points }; total { $total }
web-count-pause = Pause
web-count-end = Show the result
web-end = The result
web-end-wins = { $winners ->
    [one] { $names } wins
   *[other] { $names } share the victory
  }
web-end-shared = You share the victory
web-end-best = Your best game yet!
web-end-great = An outstanding game!
web-end-good = A very good game
web-end-played = Well played
web-end-score-of = { $name }'s score
web-best-new = New personal best: +{ $more }
web-best-kept = Your personal best: { $score }
web-best-first = Your first score to beat
web-best-line = Your best line: { $line } = { $points }
web-best-row = Your biggest gain: +{ $points }
web-better = Better than { $percent }%
web-better-of = of { $games } games by the { $level } bot
web-level-beaten = You beat { $level } ({ $mean } on average)
web-level-next = { $level } is { $points ->
    [one] one point
   *[other] { $points } points
  } away
web-your-play = Your play
web-play-of = How { $name } played
web-possible = Best possible with these tiles: { $points }
web-possible-found = Best found with these tiles: { $points }
web-possible-best = Best board
web-same-tiles = The same tiles on other boards
web-insights-failed = What was possible couldn't be worked out.
web-insight-failed-best = The best board couldn't be worked out.
web-insight-failed-bot = A bot's result couldn't be worked out.
web-insight-failed-percentiles = How good this score is couldn't be worked out.
web-insight-failed-levels = The levels couldn't be worked out.
web-insight-failed-highlights = How everybody played couldn't be worked out.
web-picture-best = Personal best
web-series-number = Game { $game }
web-players-more = +{ $count }

# After a guided game
web-guide-done = You know how to play.
web-guide-finish = Finish this game
web-guide-real = Play a real one

# Whose turn it is, reactions, guides and rematches
web-react = React
web-shows = { $seat }: { $sign }
web-sign-hello = Hello!
web-sign-bravo = Bravo!
web-sign-laugh = Ha ha!
web-sign-wow = Wow!
web-sign-ouch = Ouch!
web-sign-think = Hmm…
web-guide = Guide
web-guide-step = { $step } of { $of }
web-guide-skip = Skip
web-chosen = { $where ->
    [cell] Placed. You can still move it.
   *[elsewhere] Done. You can still change your mind.
  }
web-waiting = Waiting for { $names }
web-rematch-join = Join the rematch
web-follow = The players are starting a rematch. You'll be taken there in a moment.
web-follow-stay = Stay here
web-series-game = Game { $game } of { $games }
web-series-wait = Waiting for the next game
web-goal-series = { $goal }; the total of all { $games } games decides
web-rank = { $ordinal ->
    [one] { $place }st
    [two] { $place }nd
    [few] { $place }rd
   *[other] { $place }th
  } of { $of }
web-keys = or use the arrow keys and
web-key-enter = Enter
