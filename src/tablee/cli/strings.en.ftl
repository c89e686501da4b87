# What the command line says besides the sentences of the table, and its help.
argparse-ambiguous = { $option } could mean { $matches }
argparse-argument = { $argument }: { $message }
argparse-help = show this help message and exit
argparse-ignored = takes no value, but { $text } was given
argparse-not-with = not allowed with { $text }
argparse-one = expected one argument
argparse-options = options
argparse-positional = positional arguments
argparse-required = the following arguments are required: { $text }
argparse-some = expected at least one argument
argparse-type = { $value } is not a valid { $type }
argparse-usage = usage:{ " " }
argparse-version = show program's version number and exit
bad-base-path = “{ $text }” is not a folder: write it like /games/.
bad-choice = “{ $text }” is not one of { $known }.
bad-text = This argument is not valid text.
bad-number = “{ $text }” is not a whole number.
bad-setting = { $name }: “{ $text }” is not a whole number from { $least } to { $most }.
bad-data = “{ $data }” is not a data file: give the path of a file, or postgresql://….
no-folder = There is no folder “{ $folder }”. Create it, or name another place with --data.
bad-proxy = --behind: “{ $text }” is neither an IP address nor a network such as 10.0.0.0/8, nor *.
bad-host-name = --allow-host: “{ $text }” is not a host name, such as games.example.org.
commands = commands
did-you-mean = Did you mean “{ $near }”?
help-allow-host = also accept this host name; can be repeated (or TABLEE_HOSTS)
help-arena = Let bots play a league: the same deals for all, in every seat. Compares and rates them.
help-arena-bots = the bots to compare, two or more: levels, or module:Class
help-arena-cluster = play on this Dask cluster, for example tcp://host:8786
help-arena-games = number of deals; every bot plays each (default: 100)
help-arena-out = save results.jsonl, table.json and plot.svg to this folder
help-arena-resume = continue the league in the --out folder
help-arena-seats = number of seats per match (default: the game's usual minimum)
help-arena-seed = random seed; the same seed gives the same results (default: 1)
help-arena-workers = number of processes (default: one for each core)
help-backup = Copy all matches to a new file, even while the server is running.
help-backup-file = the new file; it must not exist yet
help-base-path = the folder in which a proxy shows this server, such as /games/ (or TABLEE_BASE_PATH)
help-behind = reverse proxies trusted to report client addresses (or TABLEE_BEHIND)
help-benchmark = Let an agent play the benchmark, or verify an entry by playing it again.
help-benchmark-agent = a level, module:Class, `strongest`, or `verify`
help-benchmark-check = play the deals of this release instead of the published ones
help-benchmark-deals = play only the first N deals of each task, to try it out
help-benchmark-file = the entry to verify
help-benchmark-out = write the entry to this file
help-board-game = a game id; `tablee { $command } GAME --help` shows what else it takes
help-bot = offer a bot of your own under this name; can be repeated (or TABLEE_BOTS)
help-mcp = Let language models and other tools play: serves the Model Context Protocol on standard input.
help-mcp-seed = use this seed for the draws of all tables
help-calls = Recompute the tiles that the browser's caller drew for a physical game, from the seed shown at the end.
help-calls-seed = 64 hexadecimal digits
help-check = Check that a game, or every game, obeys the laws of the contract.
help-check-game = a game id, or the module or folder of a game, such as . for the folder you are in (default: all games)
help-check-matches = number of random matches per game (default: 200)
help-check-seed = random seed of the matches (default: 1)
help-data = the data file, or postgresql://… (or TABLEE_DATA; default: tablee.db in your data folder)
help-daily = Show the deal of the day: its seed, and the tiles that are called.
help-daily-date = the date (default: today's, on this machine)
help-daily-game = only this game (default: every game that has one)
daily-as-it-is = A deal of the day is played alone, with its own options and draws: leave out --bots, --series, --seed, --option and --table.
daily-deal = Deal of { $day }: { $game }
daily-seed = Seed { $seed }
verified-daily = This is the deal of { $day }: its seed follows from the date alone.
help-epilog =
    Without a command, `tablee` starts the server, like `tablee serve`.

    examples:
      tablee play take-it-easy                          play against a bot in the terminal
      tablee play take-it-easy --option rays=all        play a variant; `tablee games` lists the options
      tablee simulate take-it-easy --games 1000 --bots greedy,random
      tablee arena take-it-easy --games 200 --bots greedy,random
      tablee score take-it-easy "9-6-3 9-6-8 9-2-4 / . . . . / . . . . . / . . . . / . . ."
      tablee solve take-it-easy                         the highest score, and every board that reaches it
      tablee verify holiday.match                       check that every draw was fair
      tablee site public                                write a static site that needs no server
      tablee new-game high-card                         write a new game of your own
      tablee calls take-it-easy SEED                    check what the caller in the browser has called
help-export = Print the record of a finished match.
help-game = a game id; `tablee games` lists them
help-games = List the games, their options and their bots.
help-host = the address to listen on (or TABLEE_HOST; default: 0.0.0.0, every network)
help-import = Verify the record of a finished match and add it to the data.
help-json = print the result, or the error, as JSON
help-lang = language (default: from the environment)
help-limit = set a limit listed in docs/hosting.md; can be repeated (or TABLEE_LIMITS)
help-match = a match id, the last part of its link
help-new-game = Write the package of a new game, complete and playable, for you to change.
help-new-game-name = its id, such as high-card; also the name of the new folder
help-no-browser = do not open a browser
help-no-reviews = do not review matches (or TABLEE_NO_REVIEWS=1)
help-option = set an option of the game; can be repeated
help-play = Play in the terminal, against bots or at a table on a server.
help-play-bots = the bots to play against: levels, or module:Class (default: as few as the game usually has, at its fast level)
help-play-daily = play today's deal on your own, or the deal of DATE
help-play-name = your name
help-play-plain = print text only, for screen readers
help-play-save = save the record of the match to this file
help-play-seed = use this seed for the draws: 64 hexadecimal digits, or any text
help-play-series = play a series of N games and add up the scores
help-play-table = join the table at this link (http://…/t/…) instead
help-port = the port to listen on (or TABLEE_PORT; default: 8765; 0 picks a free one)
help-prune = Delete old matches.
help-prune-days = delete matches that ended more than DAYS days ago
help-record-file = a .match file, or - for standard input
help-repeated = { $help } (can be repeated)
help-replay = Print the story of a recorded match, complete or as one seat saw it.
help-replay-seat = show only what this seat saw, counted from 1 (default: everything)
help-review = Say what each decision of a seat in a finished match was worth.
help-review-depth = draws to look ahead (default: as many as it can)
help-review-seat = whose play, counted from 1 (default: 1)
help-score = Score boards from a real table; see `tablee score GAME --help`.
help-score-json = print the result as JSON; `--json -` also reads a JSON request (game, options, boards) from standard input
help-serve = Start the server for browsers on this machine and the local network.
help-simulate = Play many matches between bots and compare their scores.
help-simulate-bots = the bots, assigned to the seats in turn: levels, or module:Class (default: random)
help-simulate-games = number of matches (default: 100)
help-simulate-save = save the records of all matches to this folder
help-simulate-seats = number of seats (default: one per bot, or more if the game needs them)
help-simulate-seed = random seed; the same seed plays the same matches (default: 1)
help-site = Write a static site: the web client with Python in the browser, for any web host.
help-site-folder = a new or empty folder, or an older site to replace
help-solve = Find the best boards for given tiles; see `tablee solve GAME --help`.
help-tablee = Host, play, simulate, check and score board games.
help-tls = serve HTTPS with these PEM files, or `auto` for a self-signed certificate (or TABLEE_TLS)
help-fsck = Check all data for damage, even while the server is running.
help-fsck-save = copy what is good into this new file
help-transfer = Copy everything into an empty data file or database, while no server is running.
help-transfer-to = a new data file, or the URL of an empty PostgreSQL database
help-verify = Recompute every draw of a finished match to check that it was fair.
help-workers = processes for bots (or TABLEE_WORKERS; default: cores − 1)
name-a-game = Name a game (`tablee games` lists them) or a table (--table LINK).
too-many-arguments = “{ $text }” is one argument too many.
unknown-command = There is no command “{ $command }”. Known commands: { $known }.
unknown-flag = There is no option “{ $flag }” here.
help-matches = List stored matches, search them, show or delete one.
help-matches-text = only matches whose id, game or players have this in them
help-matches-state = only matches in this state
help-matches-limit = how many to list (default: 50)
help-matches-show = show this match
help-matches-delete = delete this match, which must be over
help-keep-days = delete matches that ended more than DAYS days ago (or TABLEE_KEEP_DAYS; default: never)
help-backup-every = make a backup every so many hours (or TABLEE_BACKUP_EVERY; default: never)
help-backup-to = the folder for these backups, of which seven are kept (or TABLEE_BACKUP_TO; default: backups, beside the data file)
help-admin-token = let /admin be seen from other machines with this token (or TABLEE_ADMIN_TOKEN)
help-invite = ask for this password before somebody opens a table; links to tables work without (or TABLEE_INVITE)
short-secret = { $name } needs at least { $least } characters.
backup-needs-folder = Name the folder for backups of a database with --backup-to.
match-in-play = “{ $match }” is not over yet: only finished matches can be deleted.
match-deleted = “{ $match }” is deleted.
matches-none = No match is stored that fits.
match-opened = opened
match-changed = last changed
match-rows = rows
match-players = players
match-game = game
match-state = state
state-open = open
state-play = in play
state-over = over
state-closed = closed

# What commands print
not-committed = { $draws ->
    [one] The { $draws } draw after that was practice: nobody was committed to it before the match.
   *[other] The { $draws } draws after that were practice: nobody was committed to them before the match.
}
fsck-good = { $matches ->
    [one] One match with { $rows } rows was checked; none is damaged.
   *[other] { $matches } matches with { $rows } rows were checked; none is damaged.
  }
fsck-found = { $matches ->
    [one] One match with { $rows } rows was checked; it is damaged.
   *[other] { $matches } matches with { $rows } rows were checked; { $damaged ->
        [one] one is damaged.
       *[other] { $damaged } are damaged.
      }
  }
fsck-unchecked = { $matches ->
    [one] One record was not replayed, because its game is not installed.
   *[other] { $matches } records were not replayed, because their games are not installed.
  }
fsck-row = damaged from row { NUMBER($row, useGrouping: 0) } on
fsck-match = its setup, its seed or its header is damaged
fsck-record = line { NUMBER($line, useGrouping: 0) } of its record cannot be replayed
fsck-no-entry = it has rows, but its entry is lost
fsck-screen = the stored last screen is damaged, and will be made again
record-digest = Digest of the record: { $digest }
verified = { $draws ->
    [one] The draw matches
   *[other] All { $draws } draws match
  } the committed seed.
calls-commit = Fingerprint shown before the first call: { $commit }
lawful = { $game }: { $matches ->
    [one] one random match
   *[other] { $matches } random matches
  } and { $records ->
    [one] one golden record
   *[other] { $records } golden records
  } obey every law.
new-game-written = “{ $game }” is in the folder { $folder }, ready to play: change it into your own game.
make-golden = To make golden records: tablee simulate { $game } --games 3 --save { $folder }
simulated = { $game }: { $games ->
    [one] one match
   *[other] { $games } matches
  }, seed { $seed }
playing = playing
arena-resume = To resume, name the folder with --out.
benchmark-file = Name the FILE to verify.
solved = The maximum is { $points } points. { $boards ->
    [one] A board that reaches it:
   *[other] { $boards } boards reach it:
  }
solved-bound = The best board found has { $points } points; the maximum is { $bound } at most.
site-written = { $folder } is ready: { $files } files, { $size } MB. Put it on any web host.
reviewing = Reviewing
review-title = Review: { $seat }
review-depth = They look { $depth ->
    [one] one draw
   *[other] { $depth } draws
  } ahead.
review-nothing = Nothing to improve here.
review-moment = Decision { $number }: { $chosen } was worth { $value }. { $best } was worth { $more } more ({ $margin ->
    [exact] exact
   *[other] ± { $margin }
  }).
review-losses = Points lost per decision: { $loss } ({ $decisions ->
    [one] one decision
   *[other] { $decisions } decisions
  } that mattered)
review-start = At the start
review-luck = Luck
review-others = Others
review-correction = Correction
review-loss = Play
review-result = Result
column-seat = seat
column-bot = bot
column-mean = mean
column-interval = 95%
column-least = min
column-most = max
column-wins = wins
column-score = score
column-corrected = without luck
column-lead = lead
column-rating = rating
column-task = task
column-points = points
column-choices = choices
column-evaluations = evaluations

# What commands and programs say that no browser does
no-bot-in = There is no bot “{ $bot }” here: { $why }.
no-bot-class = { $text } is not a bot: it must be a class derived from tablee.Bot.
own-bot-lacks = The bot “{ $bot }” lacks { $methods }.
own-bot-plays = The bot “{ $bot }” plays { $games }, not { $game }.
bad-level-name = A bot can't be called “{ $text }” here: choose a name that no level has, of up to 24 letters, digits and hyphens.
new-game-name = A game can't be called “{ $name }”: use lower-case words joined by hyphens, such as high-card.
new-game-taken = “{ $name }” is the name of an installed game or Python module already.
new-game-there = “{ $folder }” exists already.
arena-bots = A league needs two bots or more, each named once.
arena-there = “{ $file }” has results already. Add --resume to go on with them, or choose another folder.
arena-other = “{ $file }” has the results of another league: game, bots and their code, seats, options and seed must be the same.
arena-players = The machine “{ $host }” has different bots under the same names: install the same version of Tablée everywhere.
arena-no-bot = On the machine “{ $host }”: { $why }
benchmark-task = There is no task “{ $task }” in this suite.
benchmark-nothing = This agent plays none of the suite's games.
benchmark-choices = The entry has fewer choices than the match asks for.
benchmark-suite = This entry is not from suite { $suite }, or it comes from another release.
benchmark-entry = This is not an entry of the benchmark.
benchmark-digest = The digest is not that of the entry: it was changed.
benchmark-figures = The figures are not those of the deals.
benchmark-deal = { $task }, deal { $number }: { $why }
benchmark-verified = { $agent }: every deal plays out as the entry says.
no-mcp = This needs the “mcp” extra: pip install "tablee[mcp]".
no-dask = This needs the “cluster” extra: pip install "tablee[cluster]".
no-cluster = Can't reach the cluster at “{ $address }”: { $why }.
no-file = Can't read “{ $file }”: { $why }.
no-write = Can't write “{ $file }”: { $why }.
bad-json = Invalid request: { $why }.
other-game = The request is for “{ $found }”, not “{ $game }”.
bad-flag = “{ $text }” should look like { $form }.
no-kernel = { $game } can't be played in batches: it has no batch kernel.
no-compiled-bot = { $game } has no compiled bot “{ $level }” for batches. Choose from: { $levels }.
no-batch-bot = { $bot } can't play in batches: they take random, compiled bots ({ $levels }) and policies.
serving = Tablée is running at { $here } – on the same network: { $around }
serving-here = Tablée is running on this machine only: { $here }
pruned = { $matches ->
    [one] One match deleted.
   *[other] { $matches } matches deleted.
  }
no-cryptography = This needs the “tls” extra: pip install "tablee[tls]".
no-site-parts = This needs the “site” extra: pip install "tablee[site]".
no-client = The web client is not built: run “make .venv/web”.
not-a-site = “{ $folder }” is neither empty nor a Tablée site.
transferred = Everything was copied.
axis-corrected = score without luck, mean and 95% interval
