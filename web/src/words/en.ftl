# What only the web client says. The table's and the games' sentences come from the server.
web-tagline = Five games for one table: with friends on their phones, or against bots.
web-games = Games
web-your-name = Your name
web-guest = Guest
web-for = { $least ->
    [1] 1 to { $most } players
   *[other] { $least } to { $most } players
  }
web-play-bots = Play
web-play-friends = With friends
web-more = Options
web-rules = Rules
web-open-tables = Open tables
web-no-tables = No table is open right now.
web-free = { $free ->
    [0] full
    [one] 1 seat free
   *[other] { $free } seats free
  }
web-watch-behind = You watch half a minute behind the players, so that nobody can tell them what is hidden. The table appears in a moment.
web-watch = Watch
web-last = Your last matches
web-no-last = Matches you play on this device are listed here.
web-go-on = Go on
web-go-on-with = Go on with { $game }
web-replay = Replay
web-replay-file = Replay a match file
web-independent = Independent of the games' publishers and not affiliated with them. All artwork is our own.
web-settings = Settings
web-language = Language
web-look = Look
web-look-auto = Auto
web-look-light = Light
web-look-dark = Dark
web-sounds = Sounds
web-on = On
web-off = Off
web-mute = Mute sounds
web-unmute = Turn sounds on
web-close = Close
web-cancel = Cancel
web-ok = OK
web-home = Home
web-retry = Try again
web-yes = yes
web-no = no
web-outdated = Tablée has been updated. Reload the page to go on; your seat is kept.
web-reload = Reload

# Opening a table
web-people = People
web-bots = Bots
web-level = Bots play
web-level-best = as well as they can
web-series = Games in a row
web-timer = Seconds a step (0: no limit)
web-seconds = { $seconds } s
web-public = Show it in the list of open tables
web-open-table = Open the table
web-invited = You are invited to { $game }
web-join = Sit down
web-table-full = All seats are taken.
web-players = Players
web-you = You
web-host = Host
web-away = away
web-bot = Bot { $number }
web-bot-plays = a bot plays
web-open-seat = Free seat
web-remove = Send { $name } away
web-put-bot = Bot
web-fill-bots = Fill the free seats with bots
web-close-seat = Take seat { $number } away
web-seats-taken = { $taken } of { $seats } seats taken
web-start = Start
web-start-text = Free seats are left out when you start.
web-too-few = { $least } players are needed to start.
web-wait-host = The host starts the match as soon as everybody is here.
web-invite = Invite
web-invite-text = Send the link, or let the others scan it with their phones.
web-link = Link of this table
web-qr = QR code of { $link }
web-elsewhere = Your seat on another device
web-elsewhere-text = This link opens your seat: for yourself on another device, or for somebody who plays together with you.
web-elsewhere-link = Link of your seat
web-shared-text = This link opens a seat that is taken: to play in it together – both see it, and either may act – or on another device of yours.
web-join-pair = Sit down together
web-join-own = It is my own seat
web-copy = Copy the link
web-copied = Copied
web-share = Share…
web-only-here = This link works on this machine only. Open this page by its network address (the server prints it when it starts) and invite from there.

# At the table
web-your-turn = Your turn
web-chosen = Chosen. You may still change it.
web-waiting = Waiting for { $names }
web-count = { $chosen } of { $of } have chosen
web-crowd = { $here } of { $seats } players are here
web-has-chosen = has chosen
web-to-act = is asked
web-actions = What you can do
web-score = Score
web-no-points = No points yet.
web-rows-all = All rows
web-rows-less = Only what counts
web-log = What happened
web-news = What just happened
web-over = The match is over
web-won = You win!
web-winner = First: { $names }
web-again = Play again
web-rematch-join = Join the rematch
web-leave = Leave
web-leave-text = A bot goes on in your seat, and you cannot come back to it.

# The line to the server
web-offline = The server cannot be reached.
web-no-answer = The server gave no answer that makes sense.
web-line-connecting = Connecting…
web-line-open = Connecting…
web-line-reconnecting = The line broke. Reconnecting…
web-line-restarting = The server is restarting. Your match is kept; it goes on in a moment.
web-line-offline = No network. It goes on as soon as there is one.
web-line-full = This seat is open on too many devices. Close it elsewhere and it opens here.
web-gone-match = There is no such table
web-gone-match-text = The link may be incomplete, or the match was deleted.
web-gone-token = This is no longer your seat
web-gone-token-text = You left it, or the host gave it away. You can still watch.
web-gone-removed = The host has sent you away
web-gone-removed-text = You can still watch, or play elsewhere.
web-gone-closed = The host has closed the table
web-gone-closed-text = Open one of your own, or join another.
web-gone-left = You have left the table
web-gone-left-text = A bot goes on in your seat.
web-gone-refused = The server does not let us in
web-gone-refused-text = Go back home and try again; reload the page if that does not help.

# Boards and tiles
web-empty = empty
web-sun = sun
web-moon = moon
web-gold = gold
web-silver = silver
web-called = Called tile
web-your-board = Your board
web-board-of = Board of { $name }
web-rivals = The others
web-rivals-more = Show others
web-calls-left = { $calls ->
    [0] last call
    [one] 1 call left
   *[other] { $calls } calls left
  }
web-enlarge = Look closer: { $name }

# Replays
web-replay-of = Replay of { $game }, { $date }
web-replay-drop = Drop a match file here
web-replay-drop-text = A .match file holds a whole match: every action and every draw. Drop it, paste it, or choose it.
web-replay-choose = Choose a file
web-replay-paste = Or paste its text
web-replay-show = Show the match
web-replay-cannot = This match cannot be shown:
web-replay-big = That is too big for a match file.
web-replay-another = Open another file
web-to-table = To the table
web-replay-view = Seen by
web-replay-all = All open
web-replay-as = See it as { $name } did
web-replay-hands = What each player saw
web-replay-common = For everybody
web-replay-choice = Chosen
web-replay-chose = { $name } chooses { $text }.
web-replay-only = (only for { $names })
web-replay-alarm = The hidden clock runs out at { $time }: { $left ->
    [one] 1 second left
   *[other] { $left } seconds left
  }.
web-replay-controls = Replay
web-replay-step = Step
web-replay-at = Step { $step } of { $steps }, { $time }.
web-replay-play = Play
web-replay-pause = Pause
web-replay-step-back = Step back
web-replay-step-on = Step forward
web-replay-back = Previous round or turn
web-replay-forth = Next round or turn
web-replay-speed = Speed
web-replay-share = Share this replay
web-replay-link = Link of this replay
web-replay-from-here = Start at step { $step }, as it is shown now
web-replay-download = Download the match file
web-verified = Verified
web-verified-text = { $draws ->
    [one] The draw of this match was
   *[other] All { $draws } draws of this match were
  } computed again, and { $draws ->
    [one] it is the one
   *[other] they are the ones
  } that the seed gives to which the table had committed itself before the match began. Nobody chose or changed what was drawn.
web-verified-how = Before a match the table shows a fingerprint of its secret seed; the players add numbers of their own; seed and numbers together fix every draw. After the match the seed is shown. Anybody can check it: tablee verify FILE.
web-verified-details = Seed and fingerprint
web-verified-commit = Fingerprint, shown before the match (SHA-256)
web-verified-seed = Seed, shown after it
web-verified-nonces = Numbers of the players
web-unverified = Not verified
web-unverified-text = What was drawn is not what the seed gives to which the table had committed itself. The file was changed, or the table did not play fair. The match is shown as the file tells it.
web-unverified-unknown = So nobody can tell whether the draws were fair. The match is shown as the file tells it.
web-note-bot-took-over = A bot plays for { $name }.
web-note-back = { $name } is back.
web-note-left = { $seated ->
    [no] Everybody has left; the rest is played at random.
   *[yes] { $name } has left; a bot goes on.
  }
web-note-removed = The host has sent { $name } away; a bot goes on.
web-note-closed = The host has ended the match; the rest is played at random.
web-note-abandoned = Nobody came back; the rest is played at random.
web-note-time-is-up = The time for this step is up; bots choose for whoever is missing.
web-note-too-late = { $name } was too late: { $text }.
web-note-no-nonce = { $name } has added no number to the draws.

# Pauses, series and the sheets of others
web-pause = Pause the match
web-resume = Resume
web-paused = Paused
web-paused-text = Waiting for the host to resume.
web-note-paused = The host paused the match.
web-note-resumed = The host resumed the match.
web-series-game = Game { $game } of { $games }
web-series-over = Game { $game } of { $games } is over
web-series-wait = Waiting for the next game
web-series-next = Next game
web-series-soon = The next game starts automatically after 30 seconds.
web-series-standing = Standings
web-series-last = Last game
web-series-total = Total so far
web-score-of = Score of
