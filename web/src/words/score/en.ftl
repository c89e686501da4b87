# What the scorers say: boards of a real table, entered and counted.
web-score-round = Game { $round }
web-score-round-back = Back
web-score-round-on = Forward
web-score-next = Next game
web-score-round-number = Round { $round }
web-score-round-next = Next round
web-score-next-player = Next: { $name }
web-score-undo = Undo
web-score-setup = Players and rules
web-score-wipe = Change the board?
web-score-wipe-text = { $rounds ->
    [one] What was entered doesn't fit the other board and is deleted. Undo brings it back.
   *[other] What was entered in { $rounds } games doesn't fit the other board and is deleted. Undo brings it back.
  }
web-score-wipe-yes = Change and delete
web-score-name = Name of player { $number }
web-score-player = Player { $number }
web-score-add = Add a player
web-score-kept = Scores on this device
web-score-kept-none = Nothing yet. Whatever you enter is kept here until you delete it.
web-score-new = New score
web-score-full = There is no room for another score: delete one first.
web-score-unkept = There's no room left to save this score on this device. Delete older ones, here or in other games.
web-score-delete = Delete
web-score-delete-one = Delete the score of { $date }
web-score-delete-ask = Delete the score of { $date }?
web-score-palette = Tiles
web-score-tops = Top number
web-score-which = Which tile is here?
web-score-change = Choose a cell to change it
web-score-clear = Clear
web-score-left = { $count } left
web-score-lies = { $tile }, on { $cell }
web-score-laid = { $laid } of { $of } tiles. Next: { $cell }
web-score-laid-count = { $laid } of { $of } tiles
