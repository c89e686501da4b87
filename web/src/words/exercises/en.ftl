# Exercises: find the better move. Loaded with their page and their card on Home.
web-exercise-title = Find the better move
web-exercise-close = Close
web-exercise-count = { $number } of { $of }
web-exercise-where = Where does { $tile } go?
web-exercise-what = What is best here?
web-exercise-yours = { $game }, your match of { $date }, decision { $number } of { $of }.
web-exercise-bots = { $game }, a match of bots, decision { $number } of { $of }.
web-exercise-tries = Two tries.
web-exercise-try = try { $number }
web-exercise-rank = { $rank ->
    [2] second best
    [3] third best
   *[other] place { $rank } of { $of }
  }
web-exercise-tried = <b>{ $action }</b>: { $rank }
web-exercise-less = { $points } less
web-exercise-again = One more try.
web-exercise-wrong = { $action }: { $rank }, { $less }.
web-exercise-best = { $action }. That is the best.
web-exercise-as-good = { $action }. As good as the best.
web-exercise-is = Best: { $action }
web-exercise-here = best
web-exercise-then = played
web-exercise-you-then = In the match you chose { $action }.
web-exercise-bot-then = In the match the bot chose { $action }.
web-exercise-next = Next exercise
web-exercise-finish = Done for today
web-exercise-done = That was it for today
web-exercise-done-about = Five new ones come tomorrow. A review of your next match adds its own moments.
web-exercise-home = To the games
web-exercise-none = No exercises yet
web-exercise-none-about = Play a game first: its exercises come here, and after a review your own moments.
web-exercise-today = { $left ->
    [0] All done today
    [one] One exercise left today
   *[other] { $left } exercises today
  }
web-exercise-start = Start
web-exercise-go-on = Go on
