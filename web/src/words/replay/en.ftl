# Replays. Loaded with their page.
web-log = History
web-replay-as = View as { $name }
web-replay-hands = What each player saw
web-replay-common = Everyone
web-replay-choice = Chosen
web-replay-chose = { $where ->
    [cell] { $name } picks { $cell }.
   *[elsewhere] { $name }'s choice: { $text }.
  }
web-replay-only = (only { $names } saw this)
web-replay-alarm = The hidden timer runs out at { $time }: { $left ->
    [one] 1 second left
   *[other] { $left } seconds left
  }.
web-replay-controls = Replay controls
web-replay-step = Step
web-replay-play = Play
web-replay-pause = Pause
web-replay-step-back = Step back
web-replay-step-on = Step forward
web-replay-back = Previous round or turn
web-replay-forth = Next round or turn
web-replay-speed = Speed
web-verified = Verified
web-verified-practice = { $draws ->
    [0] No draw of this match was
    [one] Only the first draw of this match was
   *[other] Only the first { $draws } draws of this match were
  } committed to before it began: from there on, somebody played on for practice.
web-verified-text = { $draws ->
    [one] The draw of this match was checked: it comes
   *[other] All { $draws } draws of this match were checked: they come
  } from the seed that the table committed to before the match. Nobody chose or changed a draw.
web-verified-how = Before a match, the table publishes a fingerprint of its secret seed, and the players add numbers of their own; together they decide every draw. After the match, the seed is revealed. Anyone can check it: tablee verify FILE.
web-verified-details = Seed and fingerprint
web-verified-commit = Fingerprint, shown before the match (SHA-256)
web-verified-seed = Seed, revealed after the match
web-verified-nonces = The players' random numbers
web-verified-digest = Digest of the record
web-verified-yours = Same as yours
web-verified-yours-text = This is the match that you played: its record has the digest that this device was told when the match ended. Everyone who played can check this on their own device.
web-not-yours = Not what you played
web-not-yours-text = This is not the record of the match that you played: when the match ended, this device was told another digest. Somebody has changed the record since.
web-unverified = Not verified
web-unverified-text = The draws don't come from the seed that the table committed to. The file was changed, or the table didn't play fair. The match is shown as recorded in the file.
web-unverified-unknown = Nobody can tell whether the draws were fair. The match is shown as recorded in the file.
web-note-bot-took-over = A bot takes over for { $name }.
web-note-bot-failed = { $name } plays at random: the bot gave no answer.
web-note-stand-in = Another bot ({ $text }) plays this turn for { $name }.
web-note-back = { $name } is back.
web-note-left = { $seated ->
    [no] Everyone has left; the rest is played at random.
   *[yes] { $name } has left; a bot takes over.
  }
web-note-removed = The host removed { $name }; a bot takes over.
web-note-closed = The host ended the match; the rest is played at random.
web-note-abandoned = Nobody came back; the rest is played at random.
web-note-time-is-up = Time is up for this turn; bots choose for the missing players.
web-note-too-late = { $name } was too late; that action didn't count.
web-note-no-nonce = { $name } contributed no random number to the draws.
web-note-paused = The host paused the match.
web-note-resumed = The host resumed the match.
web-replay-link = Link to this replay
web-replay-from-here = Start at step { $step }, with this view
