# The deal of the day. Loaded with its page, its card at home and its result.
web-daily = Deal of the day
web-daily-on = Deal of the day · { $date }
web-daily-same = The same tiles for all
web-daily-par = Par { $par } ({ $level })
web-daily-play = Play today's deal
web-daily-play-day = Play this deal
web-daily-resume = Resume
web-daily-practise = Practise
web-daily-practice = Practice · { $date }
web-daily-tries = { $tries ->
    [0] {""}
    [one] 1 practice game
   *[other] { $tries } practice games
  }
web-daily-also = Also today: { $deals }
web-daily-played = Played: { $score }
web-daily-result = Result
web-daily-all = All days
web-daily-honour = One try counts, the rest is practice. The tiles are no secret and nobody checks: you play on your honour, against yourself.
web-daily-over = { $points } over par
web-daily-below = { $points } below par
web-daily-at = Exactly par
web-daily-expert = ({ $level } { $par })
web-daily-par-soon = Working out par: { $done } of { $of } games
web-daily-par-none = Par couldn't be worked out.
web-daily-better = Better than { $percent }%
web-daily-runs = of { $runs } runs of this deal
web-daily-model = A model of good players (the { $level } bot), not people
web-daily-beat = You beat { $level }: { $mean } on average with this deal
web-daily-next = { $level } scores { $mean } on average with this deal
web-daily-mean = { $level } { $mean }
web-daily-table = Scores of { $level }
web-daily-from = { $from } to { $to } points
web-daily-count = { $percent }%
web-daily-you = You
web-daily-best = Best
web-daily-best-board = Best board
web-daily-days = { $days ->
    [one] 1 day
   *[other] { $days } days
  }
web-daily-rest = a day off a week is free
web-daily-state-played = played
web-daily-state-rest = day off
web-daily-state-open = open
web-daily-state-ahead = to come
web-daily-today = today
web-daily-share-title = Share text, without spoilers
web-daily-share-line = Tablée { $date } · { $game } · { $score }
web-daily-share-par = (par { $par })
web-daily-share = Share
web-daily-copied = Copied
web-daily-picture = Picture
web-daily-mattered = The decision that mattered
web-daily-looking = Looking for the decision that mattered…
web-daily-earlier = Earlier weeks
web-daily-later = Later weeks
web-daily-practice-about = Practice: this game changes nothing in your days and scores.
web-daily-expert-board = Beat par
web-daily-first = Show the expert's tile first
web-daily-show = Show the expert's board
web-daily-none = There is no deal at this address.
web-daily-none-about = The first one is that of { $date }; the next one comes tomorrow.
