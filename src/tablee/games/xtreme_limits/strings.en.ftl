game = Xtreme Limits
about = Three hands on a clock, a secret order for each player, and a bell that nobody can see.
prompt = A hand and a number of cells, such as “red 5”; “wind” starts the bell; on 4 and 8 “swap 2” (seats count from 0), “swap centre 1” or “keep”.
option-cards = Objective cards
option-cards-one = one each, the rest in the centre
option-cards-all = all dealt
option-target = Points that end the game
option-rounds = Rounds at the most
option-tokens = Tokens each (0: 90 shared equally)
option-bell_from = Bell: shortest time, in seconds
option-bell_to = Bell: longest time, in seconds
option-reminder = The screen shows the other cards one knows
paper-hands = where the hands stand, such as “red 12, green 7, blue 5”
paper-card = an objective card of this player, such as red-green-blue
paper-bell = the bell rang in this player's turn
panel-round = Round
panel-red = Red hand
panel-green = Green hand
panel-blue = Blue hand
panel-ranks = Ranks now (0: none)
panel-points = Points
panel-tokens = Tokens
panel-centre = Places in the centre
panel-last-hands = Last count
panel-gained = Points of the last count
panel-turned-up = Turned up at the last count
panel-rung = The bell rang in the turn of
panel-card = Your card
panel-known = Card you know
panel-known-centre = Cards you know in the centre
hand-name = { $hand ->
    [red] red
    [green] green
   *[blue] blue
  }
card-name = { $card ->
    [red-green-blue] red, green, blue
    [red-blue-green] red, blue, green
    [green-red-blue] green, red, blue
    [green-blue-red] green, blue, red
    [blue-red-green] blue, red, green
   *[blue-green-red] blue, green, red
  }
begins = Round { $number }: { $seat } begins.
your-card = You look at a card of yours: { card-name }.
winds = { $seat } winds the bell.
moves = { $seat } moves { hand-name } { $cells ->
    [one] one cell
   *[other] { $cells } cells
  } to { $cell } and has { $left ->
    [0] no tokens
    [one] one token
   *[other] { $left } tokens
  } left.
swaps = { $seat } swaps with { $other }.
swaps-centre = { $seat } swaps with place { $spot } in the centre.
keeps = { $seat } does not swap.
bell-rings = The bell rings! It is { $seat }'s turn: nothing to score this round.
tokens-gone = Nobody has tokens left: the round is over.
count = Count: red on { $red }, green on { $green }, blue on { $blue }.
turned-up = { $seat } turns up { card-name }: { $points ->
    [one] one point
   *[other] { $points } points
  }.
bell-range = The bell cannot run from { $least } to { $most } seconds: the first number must not be the greater.
wind-first = First wind the bell.
move-a-hand = Move a hand, such as “red 5”.
too-few-tokens = { $cells } cells cost { $cells } tokens, and you have { $tokens }.
cell-occupied = Another hand stands on { $cell }.
swap-or-keep = Swap your card or keep it.
cannot-swap = You cannot swap with that.
bad-action = “{ $text }” is no action of this game.
bad-hand = “{ $text }” is no hand on a cell; say red 12, green 7, blue 5.
hand-twice = { hand-name } is given twice.
hand-missing = It is not said where { hand-name } stands.
cell-shared = Only on 12 can hands stand together, not on { $cell }.
hands-differ = The hands stand differently for different players.
bell-twice = The bell rings in one player's turn only.
bad-card = There is no card “{ $text }”. Cards: { $known }.
card-twice = The card { card-name } is there twice.
too-many-cards = { $found } cards for one player; { $most ->
    [one] one is
   *[other] { $most } are
  } the most.
round-card = Round { $number }: { card-name }
round-bell = Round { $number }: the bell rang
round-nothing = Round { $number }: no match
ranked = { hand-name } on { $cell }: { $rank ->
    [1] first
    [2] second
    [3] third
   *[0] no rank
  }
card-points = { card-name }
card-bell = { card-name }: the bell rang
