# Beside the box: the caller, the sand timer, the bell. Loaded with their pages.
web-box-about = You're playing the physical game. Your phone calls the tiles, runs the hidden timer and adds up the scores.
web-box-back = Back
web-box-caller = Caller
web-box-caller-about = Draws the tiles and calls them
web-box-glass = Sand timer
web-box-glass-about = Runs out of sight, then sounds an alarm
web-box-bell = Timer
web-box-bell-about = Rings when nobody expects it
web-box-scorer = Scorer
web-box-scorer-about = Adds up your points

# The caller
web-box-value = { $value ->
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] eleven
    [12] twelve
   *[other] { $value }
  }
web-box-quoted = “{ $text }”
web-box-count = Tile { $at } of { $of }
web-box-announced = Tile { $at } of { $of }: { $text }
web-box-before = Previous
web-box-all = All calls so far
web-box-undo = Take back the last call
web-box-options = Options
web-box-repeat = Say it again
web-box-fingerprint = Fingerprint
web-box-first = Call the first tile
web-box-next = Next tile
web-box-seconds = { $seconds } s
web-box-every = Call every { $seconds } seconds
web-box-aloud = Say the tiles aloud
web-box-no-voice = This device has no English voice: a chime announces each tile.
web-box-again = New game
web-box-again-text = A new game has a new order. The rest of this one is lost.
web-box-variant = What are you playing?
web-box-plan-nexus-standard = Nexus with scrapyards
web-box-plan-nexus-none = Nexus without scrapyards
web-box-plan-orchid-suns = Orchid with suns
web-box-plan-orchid-moons = Orchid with moons
web-box-plan-orchid-both = Orchid with suns and moons
web-box-tiles = { $calls } of the { $tiles } tiles will be called
web-box-how-fair = How is this fair?
web-box-fair = The order is already fixed: this fingerprint proves it. After the last tile the seed is revealed, so you can check that nothing was changed.
web-box-fair-end = This seed decided the order before the first call. Anybody can check it.
web-box-commit = Fingerprint:
web-box-seed = Seed:
web-box-check = To check:
web-box-screens = Show on another screen
web-box-screens-text = Open this link on another phone or a TV: it shows every tile as it is called.
web-box-unshare = Stop showing
web-box-not-shown = Other screens can't be reached right now.
web-box-waiting = Waiting for the first call…
web-box-no-lock = Without HTTPS, the browser can't keep the screen on by itself. A silent video does it instead, if the browser allows that.

# The sand timer and the bell
web-box-glass-ready = Look at the row of cards, then start the timer.
web-box-glass-go = Go!
web-box-glass-stop = Stop
web-box-glass-turn = Turn the timer
web-box-glass-runs = The sand is running.
web-box-glass-turned = The timer has been turned: as much time is left as had passed.
web-box-glass-stopped = Stopped in time, after { $seconds } s.
web-box-glass-over = Time's up!
web-box-glass-is-over = The sand ran out at { $at }.
web-box-glass-was-over = The sand ran out { $ago } ago, at { $at }.
web-box-bell-ready = When everybody has seen their card, wind the timer.
web-box-bell-go = Wind the timer
web-box-bell-stop = No tokens left: stop the timer
web-box-bell-runs = The bell will ring. Nobody knows when.
web-box-bell-stopped = The timer was stopped.
web-box-bell-over = The bell rings!
web-box-bell-is-over = The bell rang at { $at }.
web-box-bell-was-over = The bell rang { $ago } ago, at { $at }.
web-box-ago = { $minutes ->
    [0] { $seconds } s
   *[other] { $minutes } min { $seconds } s
  }
web-box-unloaded = Part of this page couldn't be loaded. Check your connection and try again.
web-box-range = Between { $from } and { $to } seconds
web-box-range-from = Shortest, in seconds
web-box-range-to = Longest, in seconds
web-box-open = Young players: everybody sees the time
web-box-usual = As in the rules
web-box-silent = Sounds are off: nobody will hear the end.

# A game night: everything of an evening on one page.
web-night = Game night
web-night-link = Tiles, timers and scores of a whole evening on one page
web-night-about = Everything for an evening with your boxes on one page: it calls the tiles or runs the timer, counts the scores and keeps them.
web-night-who = Who's playing?
web-night-player = Player { $number }
web-night-add = Add a player
web-night-what = What first?
web-night-begin = Begin
web-night-view = What is shown
web-night-scores = Scores
web-night-game = Game { $number }
web-night-round = Round { $number }
web-night-another = Another game
web-night-enter = Enter the boards
web-night-possible = What was possible?
web-night-possible-title = With these tiles
web-night-looking = Looking…
web-night-unknown = Nobody can say for this variant.
web-night-no-bot = No bot can play here.
web-night-best-board = Best board
web-night-best-found = Best board found
web-night-phones = Players' phones
web-night-phones-text = Scan this with your own phone, choose your name and enter your board there. It appears here to be confirmed.
web-night-sent = { $name } sends a board: { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
web-night-use = Use it
web-night-use-of = Use it: the board of { $name }
web-night-refuse = Dismiss
web-night-refuse-of = Dismiss: the board of { $name }
web-night-own = Enter my board
web-night-who-are-you = Who are you?
web-night-send = Send
web-night-was-sent = Sent
web-night-sent-text = Sent. It counts once it is confirmed on the other device.
web-night-evenings = Game nights
web-night-new = New game night
web-night-wins-of = { $wins ->
    [one] { $name }: { $wins } win
   *[other] { $name }: { $wins } wins
  }
web-night-totals = All game nights
web-night-which = Which game?
web-night-all = All games
web-night-games = Games
web-night-wins = Wins
web-night-points = Points
web-night-best = Best
web-night-export = Export as a table
web-night-head-date = Date
web-night-head-number = Number
web-night-head-game = Game
web-night-head-player = Player
web-night-head-points = Points
web-night-head-won = Won
web-night-delete = Delete
web-night-delete-one = Delete the game night of { $date }
web-night-delete-ask = Delete the game night of { $date }?
