# Sentences of the table itself. Those of a game are in its folder.
seat-name = Seat { $number }
has-chosen = { $seat } has chosen.
next-game = Game { $number } of { $games } begins.
too-late = Too late: the time is up.
no-bell-now = No bell rings now.
not-your-turn = It is not your turn.
time-runs-back = The time { NUMBER($ms, useGrouping: 0) } ms lies before { NUMBER($at, useGrouping: 0) } ms.
no-such-action = “{ $text }” is no action of this game.
no-such-draw = This cannot be drawn now.
at-line = line { NUMBER($line, useGrouping: 0) }: { $why }

# Texts and options
unknown-game = There is no game “{ $game }”. Known: { $known }.
no-game-in-module = There is no game in “{ $module }”: { $why }.
unknown-option = There is no option “{ $option }”. Known: { $known }.
bad-option-value = The option “{ $option }” cannot be “{ $value }”. Possible: { $choices }.
unknown-bot = There is no bot “{ $bot }”. Known: { $known }.
long-series = A series of { $games } games is too long for { $seats } seats: { $most } at the most.
bad-seats = { $found ->
    [one] One seat is
   *[other] { $found } seats are
  } not possible: { $least } to { $most }.
no-scoring = The game “{ $game }” cannot score a board from outside.
board-columns = The board has { $found ->
    [one] one column
   *[other] { $found } columns
  } instead of { $expected }.
board-column = Column { $column } has { $found ->
    [one] one cell
   *[other] { $found } cells
  } instead of { $expected }.
board-tile = On { $cell }: there is no tile “{ $tile }”.
tile-twice = Tile { $tile } lies on { $cell } and again on { $second }.
no-such-cell = There is no cell “{ $cell }”: { $first } to { $last }.

# Records
record-not-json = this is not a line of a record.
record-line = this is no header, action, note or result.
record-format = record format { $found } is unknown; this is format { $known }.
record-who = “{ $who }” is no seat.
record-time = “{ $ms }” is no time in milliseconds.
record-header-lacks = the header lacks “{ $field }”.
record-header-field = the header's “{ $field }” is unknown or not of its form.
record-header-first = a record has one header, on its first line.
record-after-result = there is something after the result.
record-empty = the record is empty.
record-long-line = the line is too long for a record.
record-cut = the record breaks off in the middle of this line.
unknown-rules = version { $found } of the rules of { $game } is unknown; this is { $known }.
other-parts = this match of { $game } was played with other parts ({ $found }, here { $known }).
result-too-early = a result, but the match is not over.
wrong-result = the scores are { $expected }, not { $found }.
bad-secret = a seed or nonce is 64 hexadecimal digits.
no-commit = the match was not committed to a seed: its draws cannot be checked.
not-revealed = the seed is not revealed (the match may not be over): its draws cannot be checked.
wrong-commit = the revealed seed is not the one committed to in line 1.
wrong-draw = draw { $number } should have been { $expected }, not { $found }.

# The command line
you = Player
total = total
labelled = { $label }: { $value }
place = { $place }. { $seat }: { $score }
welcome = { $game } – type ? for what you may do, sheet for the score, rules for the rules, quit to leave.
saved = Saved: { $file }
seats-known = { $least } to { $most } seats
list-bots = bots
verified = { $draws } draws checked: all as the committed seed gives them.
lawful = { $game }: { $matches ->
    [one] one random match
   *[other] { $matches } random matches
  } and { $records ->
    [one] one golden record
   *[other] { $records } golden records
  } keep all laws.
not-over-yet = The match is not over.
column-seat = seat
column-bot = bot
column-mean = mean
column-interval = 95 %
column-least = least
column-most = most
column-wins = wins
simulated = { $game }: { $games ->
    [one] one match
   *[other] { $games } matches
  }, seed { $seed }
playing = playing
no-file = Cannot read “{ $file }”: { $why }.
no-write = Cannot write “{ $file }”: { $why }.
no-board = There is nothing to score.
bad-json = The request is not of its form: { $why }.
other-game = The request is for “{ $found }”, not “{ $game }”.
bad-flag = “{ $text }” is not of the form { $form }.
bad-count = “{ $text }” is no number from { $least } to { $most }.
no-kernel = { $game } cannot be played in batches: it has no kernels.

# The server
serving = The table is open: { $here } – on the same network: { $around }
serving-here = The table is open, on this machine only: { $here }
pruned = Matches deleted: { $matches }
no-data = “{ $file }” cannot be used: { $why }.
data-in-use = Another table already uses “{ $file }”.
no-listen = Cannot listen on { $host }:{ NUMBER($port, useGrouping: 0) }: { $why }.
no-cryptography = This needs the extra “tls”: pip install "tablee[tls]".
no-match = There is no such match.
bad-token = This token opens no seat here.
no-seat = There is no such seat.
no-open-seat = There is no free seat.
no-strings = There are no such texts.
nobody-there = Nobody there can be sent away.
not-host = Only the host may do that.
not-playing = The match has not begun or is over.
seat-taken = Seat { $number } is taken.
replay-too-long = This match is too long to be replayed here.
sheet-hidden = You cannot know this score yet.
slow-down = Too much at once.
spectator = Spectators do not play.
stale = That was meant for an earlier turn.
too-many = There are too many already.
try-again = That was not written; try again.
wrong-nonce = That is not what you committed to.
wrong-state = Not possible now ({ $state }).
bad-message = That is no message of this table.
bad-name = A name has 1 to 24 signs and does not begin with “bot:”.
unknown-host = This table does not go by that name.
foreign-origin = That page is not of this table.
no-answer = The answer cannot be read.
bad-request = The request is not of its form: { $why }.
bad-method = This cannot be done here: { $why }.
too-big = That is too big: { $why }.
not-found = There is nothing here: { $why }.
record-note = “{ $note }” isn’t a note this version knows.
paused = The match is paused.
cannot-pause = The match can’t be paused or resumed now.
no-next-game = There is no next game to start.
draw-takes-time = a draw takes no time: it is at { NUMBER($at, useGrouping: 0) } ms, not { NUMBER($ms, useGrouping: 0) } ms.
wrong-score = the score of seat { $number } is { $expected }, not { $found }.
wrong-place = seat { $number } came { $expected }, not { $found } (1 is first).
clock-stopped = Stopped in time: the hidden clock was set to { $seconds }.{ $hundredths } s.
note-bot-took-over = A bot plays for { $seat }.
note-back = { $seat } is back.
note-left = { $seat } has left; a bot goes on.
note-removed = The host has sent { $seat } away; a bot goes on.
note-closed = The host has ended the match; the rest is played at random.
note-abandoned = Nobody came back; the rest is played at random.
note-time-is-up = The time for this step is up; bots choose for whoever is missing.
note-too-late = { $seat } was too late: { $text }.
note-no-nonce = { $seat } has added no number to the draws.
note-paused = The host paused the match.
note-resumed = The host resumed the match.
note-everybody-left = Everybody has left; the rest is played at random.
