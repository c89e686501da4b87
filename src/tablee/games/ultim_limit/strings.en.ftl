game = Ultim' Limit
about = Roll the dice, add them up, take cards, and stop before a hidden sand timer runs out.
brief = Roll dice, stop in time
prompt = Your move: go, roll, take 2 3+3 (slot and dice), stop, ultim glass, ultim cards or keep blue,red
goal = { $players ->
    [1] As many points as you can in { $rounds } rounds of { $turns } turns
   *[other] Highest total after { $rounds } rounds of { $turns } turns each
  }
todo-go = Look at the cards, then press Go
todo-turn = { $now ->
    [roll] Roll the dice
    [take] Take a card that matches your dice
   *[again] { $cards ->
        [0] Roll again
       *[other] Roll again, or stop in time
      }
  }
todo-keep = Choose the colours to keep
option-scoring = Scoring
option-scoring-classic = Classic: a point for every card
option-scoring-super = Super: piles by colour
option-young = Young players: the timer is visible, cards are never lost, no Ultim' card
option-glass_from = Sand timer: shortest time
option-glass_to = Sand timer: longest time
option-roll_gap = Minimum time between rolls
paper-loot = the loot: blue 4, yellow 4, green 3; or card by card: blue-7 blue-3 red-12
paper-keep = Super: the colours kept for the next round, where equal piles leave a choice
paper-last = Super: this is the last round, in which nothing is kept
paper-numbers = the sum of the numbers on the cards, if you only give piles; it breaks ties

# The table
panel-round = Round
panel-score = Score
panel-turns = Turns played
panel-row = Row
panel-taken = Taken this turn
panel-dice = Dice
panel-spent = Used dice
panel-ultim = Ultim' card available
panel-glass = The sand timer is running
panel-glass-ends = The sand timer runs out at (match time, ms)
panel-banked = Last turn: cards banked after (ms)
panel-lost = Last turn: cards lost after (ms)
panel-loot = Loot
panel-row-count = First row: counts
panel-row-keep = Second row: kept
panel-row-subtract = Other piles: cost points

# What happens
first = { $you ->
    [seat] You go
   *[nobody] { $seat } goes
  } first in every round.
card = Slot { $slot }: { $colour ->
    [blue] blue
    [green] green
    [yellow] yellow
    [purple] purple
    [silver] silver
    [red] red
    [orange] orange
    [pink] pink
   *[black] black
  } { $number }.
reshuffle = The discard pile is shuffled and becomes the draw pile.
go = { $you ->
    [seat] You start
   *[nobody] { $seat } starts
  } the sand timer.
glass = The sand timer will run for { $seconds }.{ $hundredths } s.
roll = { $you ->
    [seat] You roll.
   *[nobody] { $seat } rolls.
  }
dice = The dice show { $dice }.
take = { $you ->
    [seat] You take
   *[nobody] { $seat } takes
  } the { $colour ->
    [blue] blue
    [green] green
    [yellow] yellow
    [purple] purple
    [silver] silver
    [red] red
    [orange] orange
    [pink] pink
   *[black] black
  } { $number } with { $dice }.
ultim-glass = { $you ->
    [seat] You play the Ultim' card and turn
   *[nobody] { $seat } plays the Ultim' card and turns
  } the sand timer over.
ultim-cards = { $you ->
    [seat] You play the Ultim' card and deal
   *[nobody] { $seat } plays the Ultim' card and deals
  } a new row.
stop = { $you ->
    [seat] You stop after { $seconds }.{ $hundredths } s and bank
   *[nobody] { $seat } stops after { $seconds }.{ $hundredths } s and banks
  } { $cards ->
    [0] nothing
    [one] one card
   *[other] { $cards } cards
  }.
highlight-stopped = { $you ->
    [seat] You stopped in time in { $turns } of { $of } turns, with { $cards ->
        [one] one card
       *[other] { $cards } cards
      }.
   *[nobody] { $seat } stopped in time in { $turns } of { $of } turns, with { $cards ->
        [one] one card
       *[other] { $cards } cards
      }.
  }
highlight-lost = Time ran out { $turns ->
    [one] once, and took
   *[other] { $turns } times, and took
  } { $cards ->
    [0] no card.
    [one] one card.
   *[other] { $cards } cards.
  }
sand = Ultim' Limit! Time ran out after { $seconds }.{ $hundredths } s; { $you ->
    [seat] you lose
   *[nobody] { $seat } loses
  } { $cards ->
    [0] nothing
    [one] one card
   *[other] { $cards } cards
  }.
sand-young = Time ran out after { $seconds }.{ $hundredths } s; { $you ->
    [seat] you keep
   *[nobody] { $seat } keeps
  } { $cards ->
    [0] nothing
    [one] one card
   *[other] { $cards } cards
  }.
round-over = Round { $round } is over.
count = { $you ->
    [seat] Your loot has
   *[nobody] { $seat }'s loot has
  } { $cards ->
    [one] one card
   *[other] { $cards } cards
  }: { $points ->
    [one] { $points } point
   *[other] { $points } points
  }.
keep = { $you ->
    [seat] You keep your
   *[nobody] { $seat } keeps their
  } { $colour ->
    [blue] blue
    [green] green
    [yellow] yellow
    [purple] purple
    [silver] silver
    [red] red
    [orange] orange
    [pink] pink
   *[black] black
  } cards for the next round.

# What cannot be done
go-first = The sand timer isn't running yet: start it with Go.
not-now = You can't do that during a turn.
roll-too-soon = The dice are still rolling.
slot-empty = Slot { $slot } is empty.
no-such-dice = You can't use { $dice }: you have no such dice left.
wrong-sum = { $dice } doesn't add up to { $number }, the number in slot { $slot }.
no-ultim = Young players play without the Ultim' card.
ultim-used = You have already used the Ultim' card this turn.
no-double = The Ultim' card needs a double: two equal dice, both unused.
bad-keep = You can't keep these colours: the three biggest piles count, the next three are kept.
glass-range = The sand timer's shortest time ({ $least }.{ $least_tenths } s) is longer than its longest ({ $most }.{ $most_tenths } s).

# Score sheets
round-cards = { $round ->
    [0] Cards
   *[other] Round { $round }: cards
  }
row-count = { $round ->
    [0] First row, counted: { $piles }
   *[other] Round { $round }, first row, counted: { $piles }
  }
row-keep = { $round ->
    [0] Second row, kept: { $piles }
   *[other] Round { $round }, second row, kept: { $piles }
  }
row-subtract = { $round ->
    [0] Other piles, subtracted: { $piles }
   *[other] Round { $round }, other piles, subtracted: { $piles }
  }
tie-break = Tie broken by the sum of the numbers on the cards in the last count: { $sum } to { $against }.
pile = { $round ->
    [0] The
   *[other] Round { $round }, the
  } { $colour ->
    [blue] blue
    [green] green
    [yellow] yellow
    [purple] purple
    [silver] silver
    [red] red
    [orange] orange
    [pink] pink
   *[black] black
  } pile: { $cards ->
    [one] 1 card
   *[other] { $cards } cards
  }
no-such-card = There is no card “{ $name }”.
no-such-colour = There is no colour “{ $name }”. Choose from: { $known }.
colour-twice = The colour { $colour } is given twice.
bad-pile = A { $colour } pile has 1 to { $most } cards, not “{ $found }”.
card-twice = The card { $card } is given twice.
too-many-cards = There are only { $most } { $colour } cards, not { $found }.
nothing-kept = Cards are kept only in the Super game, and not in its last round.

# The guided first game
guide-go = Look at the cards, then press Go: a hidden sand timer starts.
guide-roll = Roll the dice: you need sums that match the cards.
guide-take = Take a card: these dice add up to its number.
guide-again = Roll again: you may roll as often as you dare.
guide-ultim = Use the double: turn the sand timer over, or deal new cards.
guide-stop = Stop before the sand runs out: only then are the cards yours.
guide-rivals = Watch the others: everyone takes a turn with the same row of cards.
guide-count = Collect cards: each is worth a point when a round is counted. After three rounds of three turns, the highest total wins.

# Actions, as people read them
action-word = { $word ->
    [blue] blue
    [green] green
    [yellow] yellow
    [purple] purple
    [silver] silver
    [red] red
    [orange] orange
    [pink] pink
    [black] black
   *[other] { $word }
  }
action-go = Go
action-roll = Roll
action-stop = Stop
action-take = Take card { $first } with { $second }
action-ultim-glass = Ultim' card: turn the timer
action-ultim-cards = Ultim' card: new row
action-keep = Keep { $rest }
judge = Values come from the best plan of a turn, with exact dice. They are expected points at the end.

# Reasons for an action: a title and a line with the numbers
reason-empty = Stop would bank no card
reason-empty-detail = You have taken no card this turn
reason-safe = Playing on risks nothing
reason-safe-detail = The timer ends { $left }.{ $left_tenths } s after your last roll, and the cards are kept
reason-banks = Stop would bank { $cards ->
    [one] 1 card
   *[other] { $cards } cards
  }
reason-banks-detail = Timer at your last roll: { $ran }.{ $ran_tenths } s; it runs out within { $step } s of it: { $chance }%
reason-banks-turned = Stop would bank { $cards ->
    [one] 1 card
   *[other] { $cards } cards
  }
reason-banks-turned-detail = The turned timer ends at { $end }.{ $end_tenths } s; your last roll was at { $ran }.{ $ran_tenths } s
reason-time = Your last roll was at { $ran }.{ $ran_tenths } s
reason-time-detail = The timer lasts { $least }.{ $least_tenths } to { $most }.{ $most_tenths } s; it runs out within { $step } s of that roll: { $chance }%
reason-time-turned = Your last roll was at { $ran }.{ $ran_tenths } s
reason-time-turned-detail = The turned timer lasts until { $end }.{ $end_tenths } s
reason-turns = Turning the timer adds time
reason-turns-detail = Until { $until }.{ $until_tenths } s at least, instead of { $most }.{ $most_tenths } s at most
reason-hits = A roll may bring a card
reason-hits-detail = At least one card of the filled row can be taken: { $chance }%
reason-double = A double could turn the timer
reason-double-detail = A roll has one: { $chance }%; turned, the timer lasts until { $until }.{ $until_tenths } s at least
reason-new-row = New cards suit the dice better
reason-new-row-detail = A roll can take at least one card: { $there }% with a new row, { $here }% with this one
reason-this-row = This row suits the dice as well
reason-this-row-detail = A roll can take at least one card: { $here }% with this row, { $there }% with a new one
reason-take = { $dice } takes the { $colour ->
    [blue] blue
    [green] green
    [yellow] yellow
    [purple] purple
    [silver] silver
    [red] red
    [orange] orange
    [pink] pink
   *[black] black
  } { $number }
reason-take-detail = { $cards ->
    [one] Your first card this turn
   *[other] That makes { $cards } cards this turn
  }; { $instead ->
    [stop] a stop leaves it in the row
    [ultim-cards] a new row takes it away
    [ultim-glass] turning the timer spends two equal dice
   *[roll] a roll gives up these dice
  }
reason-rarer = The { $number } is harder to roll
reason-rarer-detail = A roll can take a { $number }: { $mine }%; a { $easier }: { $theirs }%
reason-stays = The { $number } stays for a later roll
reason-stays-detail = A roll can take a { $number }: { $chance }%
reason-more = { $dice } leaves dice for more
reason-more-detail = { $more ->
    [one] 1 more card
   *[other] { $more } more cards
  } can follow with the dice left; { $less } with the other choice
reason-keeps-double = { $dice } keeps the double
reason-keeps-double-detail = Two equal dice stay unused: the Ultim' card remains possible
reason-count = Your loot would count { $points }
reason-count-detail = { $less } with the other choice, if the round ended with these cards
reason-keep = Rivals hold fewer of these
reason-keep-detail = Their loot has { $held } of what only this choice keeps, { $instead } of what only the other keeps
