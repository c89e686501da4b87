game = Ultim' Limit
about = Roll, add up, take cards, and say stop before a glass that nobody can see runs out.
prompt = go, roll, take 2 3+3 (slot and dice), stop, ultim glass, ultim cards, keep blue,red
option-scoring = Scoring
option-scoring-classic = Classic: every card is a point
option-scoring-super = Super: three colours count, three are kept, the others cost
option-young = Young players: the glass is visible, cards are kept, no Ultim' card
option-glass_from = The glass runs at least (tenths of a second)
option-glass_to = The glass runs at most (tenths of a second)
option-roll_gap = From one roll to the next at least (ms)
paper-loot = The loot: blue 4, yellow 4, green 3; or card by card: blue-7 blue-3 red-12
paper-keep = Super: the colours kept for the next round, where equal piles leave a choice
paper-last = Super: this is the last round, in which nothing is kept

# The table
panel-round = Round
panel-score = Score
panel-turns = Turns played
panel-row = Row
panel-taken = Taken this turn
panel-dice = Dice
panel-spent = Spent dice
panel-ultim = Ultim' card ready
panel-glass = The glass is running
panel-glass-ends = The glass runs out at (match time, ms)
panel-banked = Last turn: cards banked after (ms)
panel-lost = Last turn: cards lost after (ms)
panel-loot = Loot
panel-row-count = First row: counts
panel-row-keep = Second row: is kept
panel-row-subtract = Other piles: cost points

# What happens
first = { $seat } opens every round.
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
reshuffle = The discard is shuffled and becomes the draw pile.
go = { $seat } says go: the glass is running.
glass = The glass will run for { $seconds }.{ $hundredths } s.
roll = { $seat } rolls.
dice = The dice show { $dice }.
take = { $seat } takes the { $colour ->
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
ultim-glass = { $seat } plays the Ultim' card: the glass is turned over.
ultim-cards = { $seat } plays the Ultim' card: the row is laid out anew.
stop = { $seat } says stop after { $seconds }.{ $hundredths } s and banks { $cards ->
    [0] nothing
    [one] one card
   *[other] { $cards } cards
  }.
sand = Ultim' Limit! The glass ran out after { $seconds }.{ $hundredths } s; { $seat } loses { $cards ->
    [0] nothing
    [one] one card
   *[other] { $cards } cards
  }.
sand-young = The glass has run out after { $seconds }.{ $hundredths } s; { $seat } keeps { $cards ->
    [0] nothing
    [one] one card
   *[other] { $cards } cards
  }.
round-over = Round { $round } is over.
count = { $seat } has a loot of { $cards ->
    [one] one card
   *[other] { $cards } cards
  }: { $points ->
    [one] { $points } point
   *[other] { $points } points
  }.
keep = { $seat } keeps the { $colour ->
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
go-first = The glass is not running yet: say go.
not-now = That is not possible during a turn.
roll-too-soon = The dice are still rolling.
slot-empty = Slot { $slot } is empty.
no-such-dice = You do not have the dice { $dice } unspent.
wrong-sum = { $dice } does not make { $number }, the number in slot { $slot }.
no-ultim = Young players do without the Ultim' card.
ultim-used = The Ultim' card has been used in this turn.
no-double = The Ultim' card needs two equal dice that are both unspent.
bad-keep = These colours cannot be the second row: the biggest three piles count, the next three are kept.
no-such-action = “{ $text }” is no action of this game.
glass-range = The glass cannot run for at least { $least } and at most { $most } tenths of a second.

# Score sheets
round-cards = { $round ->
    [0] Cards
   *[other] Round { $round }: cards
  }
row-count = { $round ->
    [0] {""}
   *[other] Round { $round }, {""}
  }first row, counted: { $piles }
row-keep = { $round ->
    [0] {""}
   *[other] Round { $round }, {""}
  }second row, kept: { $piles }
row-subtract = { $round ->
    [0] {""}
   *[other] Round { $round }, {""}
  }other piles, subtracted: { $piles }
no-such-card = There is no card “{ $name }”.
no-such-colour = There is no colour “{ $name }”. Known: { $known }.
colour-twice = The colour { $colour } is named twice.
bad-pile = A pile of { $colour } has 1 to { $most } cards, not “{ $found }”.
card-twice = The card { $card } is there twice.
too-many = There are { $most } cards of { $colour }, not { $found }.
nothing-kept = Cards are kept in the Super game only, and not in its last round.
