# My games: what all finished matches of this device add up to, and how they come to another device. Loaded with the page.
web-history-title = My games
web-history-back = Home
web-history-count = { $count ->
    [one] One game on this device
   *[other] { $count } games on this device
  }
web-history-none = Matches that you finish on this device appear here, with your average, your best and how you are getting on.
web-history-few = { $count ->
    [one] One game so far. From ten on, this page shows how your scores develop.
   *[other] { $count } games so far. From ten on, this page shows how your scores develop.
  }
web-history-few-filtered = { $count ->
    [0] No game fits this choice.
    [one] One game fits this choice. Plots need ten.
   *[other] { $count } games fit this choice. Plots need ten.
  }
web-history-left-out = { $count ->
    [one] One game is listed but not counted: for practice, with hints, or with several people on this device.
   *[other] { $count } games are listed but not counted: for practice, with hints, or with several people on this device.
  }
web-history-filters = Choose games
web-history-game = Game
web-history-options = Options
web-history-opponent = Opponent
web-history-any-options = All options
web-history-default-options = Standard options
web-history-unknown-options = Options not known
web-history-any-opponent = Any opponent
web-history-alone = Alone
web-history-choice = { $what } ({ $count })

web-history-average = Average, last { $count }
web-history-average-all = Average
web-history-change = { $change } on the { $count } before
web-history-best = Best
web-history-replay = Replay
web-history-replay-of = Replay: { $what }
web-history-won = Won
web-history-won-of = { $count ->
    [one] of one game
   *[other] of { $count } games
  }
web-history-games = Games
web-history-since = since { $date }

web-history-scores = Scores
web-history-scores-about = line: mean of { $count } games
web-history-scores-click = line: mean of { $count } games · each dot opens its replay
web-history-last-game = game { $number }
web-history-often = How often
web-history-often-about = games by score
web-history-often-mark = { $level } { $mean }
web-history-against = Won against
web-history-against-of = { $won } of { $of }
web-history-against-none = You have played alone so far.
web-history-lost = Points lost a decision
web-history-lost-about = Down is better
web-history-lost-first = { $count ->
    [one] first game
   *[other] first { $count } games
  }
web-history-lost-last = { $count ->
    [one] last one
   *[other] last { $count }
  }
web-history-reviews-few = { $count ->
    [0] Known once you have looked at the review of a match.
    [one] One match reviewed so far. From ten on, there is a curve.
   *[other] { $count } matches reviewed so far. From ten on, there is a curve.
  }
web-history-luck = Luck
web-history-luck-about = Over many games it evens out
web-history-luck-within = points a game, within the usual ± { $usual }
web-history-luck-beyond = points a game; chance alone stays within ± { $usual } in 95 of 100 cases
web-history-records = Records
web-history-record-best = Best score
web-history-record-widest = Widest win
web-history-record-fewest = Fewest points lost a decision
web-history-record-streak = Wins in a row
web-history-record-game = game { $number }
web-history-record-with = game { $number }, with { $names }

web-history-table = Show as table
web-history-more = Show { $count } more
web-history-col-date = Date
web-history-col-with = With
web-history-col-score = Score
web-history-col-place = Place
web-history-col-scores = Scores
web-history-col-games = Games
web-history-col-opponent = Opponent
web-history-col-won = Won
web-history-col-lost = Lost a decision
web-history-col-luck = Luck a game
web-history-place = { $place } of { $of }
web-history-range = { $from } to { $to }
web-history-list = Games
web-history-mark-practice = practice
web-history-mark-hints = with hints
web-history-mark-shared = several people here
web-history-mark-daily = deal of the day

web-history-full = This browser has no room left, so your latest games are known only until you close this page. Free some space on this device, or export them now.
web-history-denied = This browser stores nothing here, perhaps because the window is private. Your games are known only until you close this page: export them to keep them.

web-history-data = Export, other devices
web-history-export = Export
web-history-export-about = Saves all games on this page to a file.
web-history-import = Import
web-history-import-about = Adds the games in such a file. Importing it twice changes nothing.
web-history-device = To another device
web-history-device-about = Makes a link that adds these games to another device, encrypted from one device to the other. It works once, within ten minutes.
web-history-device-link = Link for the other device
web-history-device-open = Open this link on your other device, or scan the code there. It works once, within ten minutes.
web-history-device-make = Make a link
web-history-device-new = Make a new link
web-history-device-insecure = A link needs a server with https. Here, use a file.
web-history-device-site = A link needs a server, which this site does not have. Here, use a file.
web-history-making = Encrypting…
web-history-delete = Delete everything
web-history-delete-sure = Delete everything?
web-history-delete-about = This deletes your games, seats at open tables, boards and evenings, exercises, name and settings from this browser. Matches on a server stay there. It cannot be undone.
web-history-delete-first = Export first
web-history-file-name = tablee-games

web-history-receive = Games from another device
web-history-receive-about = This link adds the games of another device to those of this one. Nothing here is lost.
web-history-receive-yes = Add them
web-history-receive-no = Not now
web-history-receiving = Fetching and decrypting…
web-history-added = { $added ->
    [0] All { $known } games were here already.
    [one] One game was added.
   *[other] { $added } games were added.
  }
web-history-known = { $known ->
    [0] { "" }
    [one] One was here already.
   *[other] { $known } were here already.
  }
web-history-bad-file = This is not a file with games from Tablée. Nothing was changed.
web-history-bad-version = A newer version of Tablée has made this. Reload this page and try again.
web-history-bad-link = This link is not complete. Make a new one on the other device.
web-history-bad-gone = This link has been used already, or is older than ten minutes. Make a new one on the other device.
web-history-bad-changed = What the server passed on is not what the other device sent. Nothing was changed.
web-history-bad-size = That is too much for a link. Use a file instead.
