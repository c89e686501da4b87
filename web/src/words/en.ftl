# What only the web client says. The table's and the games' sentences come from the server.
web-tagline = Board games to play together: with friends, each on their own phone, or against bots.
web-tagline-site = Board games on this device: against bots, or passed around among friends.
web-games = Games
web-your-name = Your name
web-guest = Guest
web-for = { $least }–{ $most } players
web-play-bots = Play
web-play-friends = With friends
web-play-here = Share this device
web-player-number = Player { $number }
web-names-here = Who else is playing on this device?
web-pass-to = Pass the device to { $name }
web-pass-text = Nobody else should look. The match is paused.
web-i-am = I'm { $name }
web-more = Options
web-change = Change
web-save = Save
web-changed = The host changed: { $what }
web-listed = In the list of open tables
web-turn-time = Time per turn
web-no-limit-set = no limit
web-rules = Rules
web-open-tables = Open tables
web-free = { $free ->
    [0] full
    [one] 1 seat free
   *[other] { $free } seats free
  }
web-watch-behind = You're watching half a minute behind the players, so that nobody can pass on what's hidden. The table appears in a moment.
web-watch = Watch
web-watch-table = Watch { $game }, { $names }
web-sit-table = Join { $game }, { $names }
web-watching = Watching
web-sit = Join
web-tables-all = Show all { $tables } tables
web-last = My games
web-go-on = Resume
web-go-on-with = Resume { $game }
web-with = with { $names }
web-others = { $count } others
web-not-started = Not started yet
web-menu = More options for { $game }
web-replay = Replay
web-replay-file = Replay a match file
web-independent = Independent and not affiliated with the publishers of these games. All artwork is our own.
web-box = With the box
web-settings = Settings
web-language = Language
web-letters = Text size
web-look = Theme
web-look-auto = Auto
web-look-light = Light
web-look-dark = Dark
web-sounds = Sounds
web-volume = Volume
web-mute = Mute sounds
web-unmute = Unmute sounds
web-close = Close
web-cancel = Cancel
web-ok = OK
web-home = Home
web-retry = Try again
web-yes = yes
web-no = no
web-outdated = Tablée has been updated. Reload the page to continue; your seat is kept.
web-reload = Reload

# Opening a table
web-people = People
web-bots = Bots
web-bots-of = { $count } { $level } bots
web-each = Show each
web-less = Show less
web-level = Bot level
web-level-of = Level of { $name }
web-level-mean = About { $mean } { $count ->
    [one] point
   *[other] points
  }
web-level-against = Averages of one bot playing against two “{ $level }” bots.
web-pace = Bot speed
web-pace-calm = Calm
web-pace-normal = Normal
web-pace-quick = Quick
web-fast-forward = Fast-forward while only bots play
web-reactions = Reactions
web-reactions-show = Show reactions, and let me send some
web-sure-taps = Moves
web-sure-confirm = Ask before each move
web-sure-take-back = Allow undo for two seconds
web-sure-clock = Not in games with a hidden timer: waiting would cost you time there.
web-tap-again = Tap again to confirm.
web-tap-sending = Sending in a moment…
web-confirm = Confirm
web-take-back = Undo
web-hints = Allow hints, if one person plays
web-series = Number of games
web-timer = Seconds per turn (0: no limit)
web-seconds = { $seconds } s
web-public = Show this table in the list of open tables
web-open-table = Open the table
web-invited = You're invited to play { $game }
web-join = Take a seat
web-table-full = All seats are taken.
web-players = Players
web-you = You
web-host = Host
web-away = away
web-bot = { $name } (bot)
web-bot-plays = bot playing
web-open-seat = Free seat
web-remove = Remove { $name }
web-revoke = Revoke the links to { $name }'s seat
web-put-bot = Add bot
web-fill-bots = Fill free seats with bots
web-close-seat = Remove seat { $number }
web-seats-taken = { $taken } of { $seats } seats taken
web-start = Start
web-start-text = You can start now; free seats are left out.
web-too-few = You need at least { $least } players to start.
web-wait-host = Waiting for the host to start the match.
web-invite = Invite
web-invite-text = Send the link, or let others scan the code with their phones.
web-link = Link to this table
web-qr = QR code for { $link }
web-elsewhere = Your seat on another device
web-elsewhere-text = Open this link on another of your devices, or give it to someone who shares your seat.
web-elsewhere-link = Link to your seat
web-shared-text = This link opens a seat that is already taken. You can share it, so that you both see it and either of you can play, or open your own seat on this device.
web-join-pair = Share this seat
web-join-own = It's my own seat
web-copy = Copy link
web-copied = Copied
web-share = Share…
web-only-here = This link works on this machine only. To invite others, open this page at its network address, which the server shows when it starts.

# At the table
web-your-turn = Your turn
web-practice = Practice
web-show-me-how = Learn to play
web-start-here = Start here
web-count = { $chosen } of { $of } { $chosen ->
    [one] has chosen
   *[other] have chosen
  }
web-crowd = { $here } of { $seats } players are here
web-has-chosen = { $you ->
    [seat] have chosen
   *[nobody] has chosen
  }
web-to-act = to play
web-actions = Your moves
web-actions-from = { $first } … { $last }
web-score = Score
web-your-score = Your score
web-no-points = No points.
web-rows-all = Show every line
web-rows-less = Show only scoring lines
web-news = Just now
web-over = The match is over
web-won = You win!
web-winner = { $winners ->
    [one] Winner: { $names }
   *[other] Winners: { $names }
  }
web-review = Review
web-leave = Leave
web-leave-text = A bot takes over your seat, and you can't come back to it.

# The line to the server
web-offline = The server can't be reached.
web-engine-loading = Loading the games onto this device: { $loaded } of { $total } MB
web-engine-starting = Setting up the table…
web-engine-progress = Loading
web-engine-failed = The games couldn't be loaded. Check your connection and try again.
web-engine-elsewhere = Tablée is open in another tab. Your matches go on there.
web-engine-here = Play here instead
web-part-missing = No connection: part of this page is missing. It'll come when the connection is back.
web-no-offline = You opened this page over http. Everything works, but your browser can only keep it for offline use over https.
web-licences = Licences
web-no-answer = The server sent an invalid answer.
web-line-connecting = Connecting…
web-line-open = Connecting…
web-line-reconnecting = Connection lost. Reconnecting…
web-line-restarting = The server is restarting. Your match is kept and continues in a moment.
web-line-away = The tables can't be reached right now. Your match is kept. Trying again…
web-line-offline = No connection. Trying again…
web-line-full = This seat is open on too many devices. Close it on one of them to open it here.
web-gone-match = This table doesn't exist
web-gone-match-text = The link may be incomplete, or the match was deleted.
web-gone-damaged = This match is damaged
web-gone-damaged-text = Your other matches are unharmed.
web-gone-token = This seat is no longer yours
web-gone-token-text = You left it, or the host gave it to someone else. You can still watch.
web-gone-removed = The host removed you from the table
web-gone-removed-text = You can still watch, or play elsewhere.
web-gone-closed = The host closed the table
web-gone-closed-text = Open your own, or join another.
web-gone-left = You left the table
web-gone-left-text = A bot has taken over your seat.
web-gone-refused = The server refused the connection
web-gone-refused-text = Go back home and try again. If that doesn't help, reload the page.

# Boards and tiles
web-empty = empty
web-sun = sun
web-moon = moon
web-gold = gold
web-silver = silver
web-bag-left = Still in the bag
web-called = Called tile
web-your-board = Your board
web-board-of = { $name }'s board
web-rivals = Other players
web-rivals-more = Show more players
web-calls-left = { $calls ->
    [0] last tile
    [one] 1 tile left
   *[other] { $calls } tiles left
  }
web-enlarge = Enlarge { $name }'s board

# Replays
web-replay-of = Replay of { $game }, { $date }
web-replay-drop = Drop a match file here
web-replay-drop-text = A .match file holds a whole match: every action and every draw. Drop it, paste it, or choose it.
web-replay-choose = Choose a file
web-replay-paste = Or paste its text
web-replay-show = Show the match
web-replay-cannot = This match can't be shown:
web-replay-big = This is too big for a match file.
web-replay-another = Open another file
web-to-table = Go to the table
web-replay-view = View
web-replay-all = Everything
web-replay-at = Step { $step } of { $steps }, { $time }.
web-replay-share = Share this replay
web-replay-link = Link to this replay
web-replay-from-here = Start at step { $step }, with this view
web-replay-download = Download the match file
web-play-on = Play on from here

# Pauses, series and the sheets of others
web-pause = Pause the match
web-resume = Resume
web-paused = Paused
web-paused-text = Waiting for the host to resume.
web-series-standing = Standings
web-series-last = Last game
web-series-total = Total so far
web-score-of = Score of

# The count and the end
web-count-on = Continue
web-bot-of = { $level } bot
web-picture = Share picture
web-picture-saved = Picture saved
web-picture-wins = { $name } wins with
web-picture-scores = { $name } scores
web-picture-more = and { $count } more
web-picture-text = { $name }: { $score } in { $game }
web-series-sum = Total
web-end-your-score = Your score
web-again = Play again
web-hint = Hint
web-hints-used = { $turns ->
    [one] With a hint in one turn
   *[other] With hints in { $turns } turns
  }
