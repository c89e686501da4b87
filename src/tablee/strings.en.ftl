# Sentences of the table itself. Those of a game are in its folder.
# Where a sentence has a $seat (or an $other), $you says whether that is the reader: seat, other or nobody.
seat-name = Seat { $number }
has-chosen = { $you ->
    [seat] You have chosen.
   *[nobody] { $seat } has chosen.
  }
next-game = Game { $number } of { $games } starts.
too-late = Too late: time is up.
no-bell-now = No timer is due to run out now.
not-your-turn = It's not your turn.
changed-too-often = You have changed your choice too often. It now stays as it is until your next turn.
time-runs-back = Time can't run backwards: { NUMBER($ms, useGrouping: 0) } ms is before { NUMBER($at, useGrouping: 0) } ms.
no-such-action = Unknown action: “{ $text }”.
no-such-draw = That can't be drawn now.
at-line = line { NUMBER($line, useGrouping: 0) }: { $why }

# Bots
bot-champion = Champion
bot-expert = Expert
bot-random = Random
bot-rung-1 = Pia
bot-rung-2 = Tom
bot-rung-3 = Lou
bot-rung-4 = Max
bot-rung-5 = Rosa
bot-rung-6 = Hugo
bot-rung-7 = Nour
bot-rung-8 = Emil
bot-rung-9 = Vera
bot-rung-10 = Atlas
bot-greedy = Regular
bot-sensible = Regular
bot-first-game = Beginner

# Texts and options
unknown-game = There is no game “{ $game }”. Choose from: { $known }.
unknown-option = There is no option “{ $option }”. Choose from: { $known }.
bad-option-value = The option “{ $option }” can't be “{ $value }”. Choose from: { $choices }.
level-needs = The bot “{ $bot }” needs the package “{ $package }”, which is not installed here.
unknown-bot = There is no bot “{ $bot }”. Choose from: { $known }.
long-game = With { $seats } players and these options, even one game would be too long. Choose smaller numbers.
long-series = With { $seats } players and these options, a series can have { $most ->
    [one] one game
   *[other] { $most } games
  } at most, not { $games }.
no-such-seat = There is no seat { $number } at this table: seats are numbered from 0 to { $last }.
bad-seats = This game needs { $least }–{ $most } players, not { $found }.
no-solver = “{ $game }” has no solver.
solve-options = The solver does not know these options.
solve-strange = Tile { $tile } is not in play with these options.
solve-few = { $found ->
    [one] One tile is
   *[other] { $found } tiles are
  } not enough: there are { $expected } to place.
no-scoring = “{ $game }” has no board that can be scored.
board-field = “{ $field }” is not part of a board. Choose from: { $known }.
board-columns = The board has { $found ->
    [one] one column
   *[other] { $found } columns
  } instead of { $expected }.
board-column = Column { $column } has { $found ->
    [one] one cell
   *[other] { $found } cells
  } instead of { $expected }.
board-tile = There is no tile “{ $tile }” (on { $cell }).
tile-twice = Tile { $tile } is on { $cell } and on { $second }.
no-such-tile = There is no tile “{ $tile }”.
tile-listed-twice = Tile { $tile } is in the list twice.
no-such-cell = There is no cell “{ $cell }”. Cells go from { $first } to { $last }.

# Records
record-not-json = this isn't a line of a match record.
record-line = this isn't a header, an action, a note or a result.
record-format = unknown record format { $found }; this version reads format { $known }.
record-who = “{ $who }” isn't a seat.
record-time = “{ $ms }” isn't a time in milliseconds.
record-header-lacks = the header has no “{ $field }”.
record-header-field = “{ $field }” in the header is unknown or invalid.
record-header-first = a record has one header, on its first line.
record-after-result = nothing may follow the result.
record-empty = the record is empty.
record-long-line = this line is too long for a record.
record-cut = the record is cut off in the middle of this line.
unknown-rules = unknown version { $found } of the rules of { $game }; this is version { $known }.
other-parts = this match of { $game } was played with different components ({ $found }; here { $known }).
result-too-early = there is a result, but the match isn't over.
wrong-result = the scores should be { $expected }, not { $found }.
bad-secret = a seed or nonce has 64 hexadecimal digits.
no-commit = this match has no committed seed, so its draws can't be checked.
not-revealed = the seed hasn't been revealed (the match may not be over), so the draws can't be checked.
wrong-commit = the revealed seed isn't the one committed to in line 1.
wrong-draw = draw { $number } should have been { $expected }, not { $found }.

# The command line
you = Player
total = total
labelled = { $label }: { $value }
place = { $place }. { $seat }: { $score }
seats-known = { $least }–{ $most } players
list-bots = bots
no-calls = No tiles are called in “{ $game }”.
not-over-yet = The match isn't over yet.
no-board = Nothing to score: give at least one board.
bad-count = “{ $text }” is out of range: choose from { $least } to { $most }.

# The server
damaged = This match is damaged and can't be read.
no-match = This match doesn't exist.
no-call-secret = To show calls here, send the caller's secret.
not-your-call = Only the caller can change what is shown here.
no-call = This link no longer shows any calls.
no-transfer = This link no longer leads to anything.
bad-token = This link doesn't open a seat at this table.
no-seat = This seat doesn't exist.
no-open-seat = There are no free seats.
no-strings = This language isn't available.
no-hints = Hints are for one person who plays alone or against bots, where the table allows them.
no-reviews = This server doesn't review matches.
no-daily = “{ $game }” has no deal of the day.
daily-too-early = There is no deal for { $day }: the first one is for { $first }.
bad-day = “{ $text }” is not a date such as 2026-11-18.
wrong-daily = This is not the seed of the deal of { $day }.
no-guide = This game has no guided first game.
nobody-there = There is nobody in that seat.
not-host = Only the host can do that.
not-playing = The match hasn't started, or is already over.
seat-taken = Seat { $number } is taken.
replay-too-long = This match is too long to replay here.
sheet-hidden = This score is still hidden.
slow-down = Too many requests. Wait a moment.
spectator = Spectators can't play.
stale = That turn is already over.
too-many = The limit has been reached. Try again later.
too-many-tables = This network has too many tables open already. Close one, or try again later.
too-many-bots = This network has too many bots at its tables already. Close a table, or add fewer bots.
too-many-reviews = Too many reviews are under way already. Try again in a minute.
too-many-replays = Too many replays are waiting already. Try again in a minute.
too-many-calls = This network shows calls on too many screens already. Try again later.
tables-away = The tables can't be reached right now. Try again in a moment.
try-again = That couldn't be saved. Try again.
wrong-nonce = That isn't the number you committed to.
wrong-state = { $state ->
    [open] The match hasn't started yet.
    [play] The match has already started.
    [over] The match is over.
   *[closed] The table is closed.
  }
bad-message = Invalid message.
bad-name = Names have 1–24 characters and can't start with “bot:”.
unknown-host = This server doesn't answer to that address.
foreign-origin = This request comes from another site.
no-answer = The server's answer can't be read.
bad-request = Invalid request: { $why }.
bad-method = Method not allowed: { $why }.
too-big = Too large: { $why }.
not-found = Not found: { $why }.
record-note = “{ $note }” isn't a note this version knows.
paused = The match is paused.
no-what-if = A match can be played on only from a moment at which somebody has to act.
cannot-pause = The match can't be paused or resumed now.
no-next-game = There is no next game to start.
draw-takes-time = a draw takes no time of its own: it must be at { NUMBER($at, useGrouping: 0) } ms like the line before it, not at { NUMBER($ms, useGrouping: 0) } ms.
wrong-score = the score of seat { $number } is { $expected }, not { $found }.
wrong-place = seat { $number } came { $expected }, not { $found } (1 is first).
clock-stopped = Stopped in time: the hidden timer was set to { $seconds }.{ $hundredths } s.
note-bot-took-over = A bot plays for { $seat }.
note-bot-failed = { $seat } plays at random: the bot gave no answer.
note-stand-in = Another bot ({ $text }) plays this turn for { $seat }.
note-back = { $seat } is back.
note-left = { $seat } has left; a bot takes over.
note-removed = The host removed { $seat }; a bot takes over.
note-closed = The host ended the match; the rest is played at random.
note-abandoned = Nobody came back; the rest is played at random.
note-time-is-up = Time is up for this turn; bots choose for the missing players.
note-too-late = { $seat } was too late: { $text }.
note-no-nonce = { $seat } contributed no random number to the draws.
note-paused = The host paused the match.
note-resumed = The host resumed the match.
note-hint = { $seat } looked at a hint.
note-what-if = From here on, this is practice: what { $seat } could not see, and the draws, are new.
note-everybody-left = Everyone has left; the rest is played at random.
judge = Values come from imagined matches, played out at random.
invite-only = Only members can do that here. Enter the club's password on the home page.

### At a prompt and in Python alone: browsers are not sent what follows
no-game-in-module = There is no game in “{ $module }”: { $why }.
other-options = These are not options of { $game }.
options-twice = Give the options as one value or as keywords, not both.
bad-seat-name = A seat must be a name, a tuple of names, bot:LEVEL or a class of bots, not { $text }.
no-game-of = There is no game that { $text } belongs to.
no-evaluator = The bot “{ $bot }” does not value actions; `expert` does.
welcome = { $game } – type ? for your moves, sheet for the score sheet, rules for the rules, quit to leave.
saved = Saved to { $file }
arena = { $game }: { $deals ->
    [one] one deal
   *[other] { $deals } deals
  } for everybody, { $seats ->
    [one] one seat
   *[other] { $seats } seats
  }, seed { $seed }
no-data = Can't use “{ $file }”: { $why }.
newer-data = This data was upgraded by a newer version of Tablée. Install that version to use it.
data-in-use = Another server is already using “{ $file }”.
no-listen = Can't listen on { $host }:{ NUMBER($port, useGrouping: 0) }: { $why }.
no-asyncpg = This needs the “postgres” extra: pip install "tablee[postgres]".
not-empty = “{ $file }” already contains matches.
text-game = Name a seat at the table, what follows illegal answers (random or forfeit), and at least one try.
text-game-forfeit = { $tries ->
    [one] One answer was no legal action
   *[other] { $tries } answers in a row were no legal action
  }: the match is forfeited.
mcp-table = There is no table { $table } here; open_table opens one.
own-bot-illegal = The bot “{ $bot }” chose { $text }, which is not one of its legal actions.
