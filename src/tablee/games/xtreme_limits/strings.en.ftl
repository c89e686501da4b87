game = Xtreme Limits
about = Three hands on a clock, a secret order for each player, and a bell that rings when nobody expects it.
brief = Move hands, beat the bell
prompt = Your move: a hand and a number of cells (red 5), or wind to start the timer. On 4 or 8: swap with a seat number (swap 2), swap centre 1, or keep.
goal = { $rounds ->
    [0] First to { $target ->
        [one] { $target } point
       *[other] { $target } points
      }
    [one] Most points after one round
   *[other] First to { $target ->
        [one] { $target } point
       *[other] { $target } points
      }, or most points after { $rounds } rounds
  }
todo-wind = Wind the timer to begin
todo-move = Move a hand: { $tokens ->
    [one] one token left
   *[other] { $tokens } tokens left
  }
todo-swap = Swap your card, or keep it
option-cards = Objective cards
option-cards-one = One each, rest in the centre
option-cards-all = All dealt
option-target = Target score
option-rounds = Maximum number of rounds
option-tokens = Tokens per player (0: 90 shared equally)
option-bell_from = Timer: shortest time
option-bell_to = Timer: longest time
option-reminder = Show the other cards you have seen
paper-hands = where the hands are, such as “red 12, green 7, blue 5”
paper-card = one of this player's objective cards, such as red-green-blue
paper-bell = the bell rang during this player's turn
panel-round = Round
panel-red = Red hand
panel-green = Green hand
panel-blue = Blue hand
panel-ranks = Current ranks (0: none)
panel-points = Points
panel-tokens = Tokens
panel-centre = Places in the centre
panel-last-hands = Last count
panel-gained = Points in the last count
panel-turned-up = Revealed in the last count
panel-rung = The bell rang during this turn
panel-card = Card
panel-known = Card seen
panel-known-centre = Cards seen in the centre
hand-name = { $hand ->
    [red] the red hand
    [green] the green hand
   *[blue] the blue hand
  }
card-name = { $card ->
    [red-green-blue] red, green, blue
    [red-blue-green] red, blue, green
    [green-red-blue] green, red, blue
    [green-blue-red] green, blue, red
    [blue-red-green] blue, red, green
   *[blue-green-red] blue, green, red
  }
begins = Round { $number }: { $you ->
    [seat] you start.
   *[nobody] { $seat } starts.
  }
your-card = { $you ->
    [seat] You look at one of your cards
   *[nobody] { $seat } looks at a card
  }: { card-name }.
winds = { $you ->
    [seat] You wind
   *[nobody] { $seat } winds
  } the timer.
moves = { $you ->
    [seat] You move
   *[nobody] { $seat } moves
  } { hand-name } { $cells ->
    [one] one cell
   *[other] { $cells } cells
  } to { $cell }; { $left ->
    [0] no tokens left.
    [one] one token left.
   *[other] { $left } tokens left.
  }
swaps = { $you ->
    [seat] You swap with { $other }.
    [other] { $seat } swaps with you.
   *[nobody] { $seat } swaps with { $other }.
  }
swaps-centre = { $you ->
    [seat] You swap
   *[nobody] { $seat } swaps
  } with card { $spot } in the centre.
keeps = { $you ->
    [seat] You don't swap.
   *[nobody] { $seat } doesn't swap.
  }
bell-rings = The bell rings! { $you ->
    [seat] It's your turn, so you score nothing this round.
   *[nobody] It's { $seat }'s turn: no points for { $seat } this round.
  }
tokens-gone = Nobody has any tokens left: the round is over.
count = Count: red on { $red }, green on { $green }, blue on { $blue }.
turned-up = { $you ->
    [seat] You reveal
   *[nobody] { $seat } reveals
  } { card-name }: { $points ->
    [one] one point
   *[other] { $points } points
  }.
bell-range = The timer's shortest time ({ $least } s) is longer than its longest ({ $most } s).
wind-first = Wind the timer first.
move-a-hand = Move a hand, such as “red 5”.
too-few-tokens = { $cells } cells cost { $cells } tokens; you have { $tokens }.
cell-occupied = There is already a hand on { $cell }.
swap-or-keep = Swap your card or keep it.
cannot-swap = You can't swap with that.
bad-action = Unknown action: “{ $text }”.
bad-hand = “{ $text }” isn't a hand and its cell: write red 12, green 7, blue 5.
hand-twice = The position of { hand-name } is given twice.
hand-missing = The position of { hand-name } is missing.
cell-shared = Hands can share cell 12 only, not { $cell }.
hands-differ = The hands must be on the same cells for every player.
bell-twice = The bell can ring in one player's turn only.
bad-card = There is no card “{ $text }”. Choose from: { $known }.
card-twice = The card { card-name } is given twice.
too-many-cards = { $found } cards are too many for one player; { $most } is the limit.
round-card = Round { $number }: { card-name }
round-bell = Round { $number }: caught by the bell
round-nothing = Round { $number }: no hand in its place
ranked = { $hand ->
    [red] Red hand
    [green] Green hand
   *[blue] Blue hand
  } on { $cell }: { $rank ->
    [1] first
    [2] second
    [3] third
   *[0] no rank
  }
card-points = { card-name }
card-bell = { card-name }: caught by the bell

# The guided first game
guide-wind = Wind the timer: before it rings, try to bring the hands into the order on your card.
guide-move = Move a hand: each cell costs a token, and on 4 or 8 you may swap your card.
guide-swap = Swap your card for another one, or keep it.
guide-order = Move a hand to get closer to your order: the highest number comes first, and hands that share 12 have no rank.
guide-rivals = Watch the others: they move the same hands, but towards orders of their own.
guide-count = Look at the count: hands in their place score, except for whoever played when the bell rang. At 10 points, here after two rounds, the highest total wins.

# Actions, as people read them
action-red = Red hand +{ $rest }
action-green = Green hand +{ $rest }
action-blue = Blue hand +{ $rest }
action-wind = Wind the timer
action-keep = Keep the card
action-swap = Swap with { $seat }
action-swap-centre = Swap with card { $rest } in the centre
judge = Values come from rounds played on in imagined worlds. They are points won in the round, less what the others won on average.

# Reasons for an action: a title and a line with the numbers
reason-ends = This ends the round: { $points } for you
reason-ends-detail = Nobody has tokens then; the count is red { $red }, green { $green }, blue { $blue }
reason-count = A count then brings you { $points }
reason-count-detail = Red { $red }, green { $green }, blue { $blue }; { $less } with the other move
reason-tokens = { $left ->
    [one] 1 token stays with you
   *[other] { $left } tokens stay with you
  }
reason-tokens-detail = { $less } with the other move; your rivals have { $rivals } together
reason-exchange = On { $cell } you may swap
reason-exchange-detail = A swap there can count more than your { $points }: { $chance }%
reason-rival = { $other } would count { $points }
reason-rival-detail = You have seen what they hold; it would count { $more } with the other move
reason-strangers = Unseen cards would count less
reason-strangers-detail = { $cards ->
    [one] The one you have not seen counts
   *[other] The { $cards } you have not seen count
  } { $points } in all, { $more } with the other move
reason-holds = What you hold then counts { $points }
reason-holds-detail = With the hands as they are; { $less } with the other choice
reason-sure = What you hold then counts { $points }
reason-sure-detail = What you have not seen counts more: { $more }%, less: { $less }%
reason-unseen = An unseen card may count more
reason-unseen-detail = More than { $points } with the hands as they are: { $more }%, less: { $less }%
reason-gives = { $other } would count { $points }
reason-gives-detail = What you hold counts { $points } now, and a swap hands it over
