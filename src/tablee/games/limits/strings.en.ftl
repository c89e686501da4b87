game = Limits
about = Play colour cards, remember what's in the pile, and accuse anyone who goes over the limit.
brief = Play, remember, accuse
prompt = Your move: play a card (red), show four of a colour (four red) or accuse a player by seat number (accuse 2). Before a round, hide a card (hide red); with two players, hide two (hide red blue).
goal = { $left ->
    [0] The last limit card: then the most points win
    [one] { $left } more limit card, then the most points win
   *[other] { $left } more limit cards, then the most points win
  }
todo-hide = Hide { $cards ->
    [one] a card
   *[other] { $cards } cards
  } from your hand
todo-lay = { $can ->
    [accuse] Accuse someone: your hand is empty
    [lay-accuse] Play a card, or accuse someone
    [lay-four] Play a card, or show four of a colour
    [lay-four-accuse] Play a card, show four, or accuse someone
   *[lay] Play a card
  }
option-memory_aid = Memory aid
bot-memory = Perfect memory
bot-forgetful = Forgetful
bot-forgetful-easy = Beginner (very forgetful)
paper-points = the points won, as a number (7) or as point cards (5+1+1)
paper-limits = how many limit cards were taken
paper-card = to judge an accusation: the limit card of the round, such as 1-4-X-2-9 (red, yellow, green, blue, purple)
paper-raisers = to judge an accusation: the colour of a hidden card
paper-pile = to judge an accusation: the pile in the order it was played, as player:colour, such as "ann:red bob:blue"
paper-accused = to judge an accusation: the accused player, who is the one scored
paper-accuser = to judge an accusation: this player is the accuser; enter the accused as another player
panel-limit = Limit card
panel-limits-left = Limit cards left
panel-pile = Top of the pile
panel-draw-pile-empty = Draw pile empty
panel-bank = Points in the bank
panel-points = Points
panel-limit-cards = Limit cards
panel-cards = Cards in hand
panel-hidden = Hidden cards
panel-hand = Hand
panel-raisers = Colours hidden
panel-aid-pile = Memory aid: the pile (played by)
panel-aid-top = Memory aid: known cards on top of the draw pile
panel-aid-unknown = Memory aid: unknown cards below them
panel-aid-bottom = Memory aid: known cards at the bottom of the draw pile
panel-aid-known = Memory aid: known cards

colour-name = { $colour ->
    [red] red
    [yellow] yellow
    [green] green
    [blue] blue
    [purple] purple
   *[other] { $colour }
  }
limit-turned = Limit card { $number } of { $rounds }: { $card }.
all-hidden = Everyone has hidden their cards. { $you ->
    [seat] You start.
   *[nobody] { $seat } starts.
  }
you-draw = { $you ->
    [seat] You draw
   *[nobody] { $seat } draws
  } { colour-name }.
lays = { $you ->
    [seat] You play
   *[nobody] { $seat } plays
  } { colour-name }.
shows-four = { $you ->
    [seat] You show
   *[nobody] { $seat } shows
  } four { colour-name } cards: two go on the pile, two on top of the draw pile{ $won ->
    [0] . The bank is empty.
   *[other] , and that's a point.
  }
accuses = { $you ->
    [seat] You accuse { $other }
    [other] { $seat } accuses you
   *[nobody] { $seat } accuses { $other }
  } of going over the { colour-name } limit.
raiser = { $you ->
    [seat] You
   *[nobody] { $seat }
  } had hidden { colour-name }.
finding = { $most ->
    [X] There is no limit on { colour-name } ({ $laid } played).
   *[other] { $laid } { colour-name } played, { $allowed } allowed (limit { $most } plus { $raised } hidden).
  }
guilty = { $you ->
    [other] You were over the limit and take the limit card.
   *[nobody] { $other } was over the limit and takes the limit card.
  } { $won ->
    [0] { $you ->
        [seat] The bank is empty: you get nothing.
       *[nobody] The bank is empty: { $seat } gets nothing.
      }
   *[other] { $you ->
        [seat] You get a point.
       *[nobody] { $seat } gets a point.
      }
  }
innocent = { $you ->
    [seat] { $other } was within the limit: you take the limit card.
    [other] You were within the limit: { $seat } takes the limit card.
   *[nobody] { $other } was within the limit: { $seat } takes the limit card.
  } { $won ->
    [0] { $you ->
        [other] The bank is empty: you get nothing.
       *[nobody] The bank is empty: { $other } gets nothing.
      }
   *[other] { $you ->
        [other] You get a point.
       *[nobody] { $other } gets a point.
      }
  }

hide-first = First hide { $cards ->
    [one] a card
   *[other] { $cards } cards
  } from your hand.
lay-or-accuse = Play a card, show four of a colour, or accuse someone.
not-in-hand = { $cards ->
    [0] You have no { colour-name } card in your hand.
   *[other] You have only { $cards } { colour-name } in your hand.
  }
not-four = You need four { colour-name } cards; you have { $cards }.
accuse-yourself = You can't accuse yourself.
accuse-too-early = { $other } hasn't played anything this round.
no-such-action = Unknown action: “{ $text }”. Type a colour, “four” and a colour, “hide” and colours, or “accuse” and a seat number.
no-such-colour = There is no colour “{ $colour }”. Choose from: { $known }.
no-such-limit = There is no limit card “{ $card }”.

points-won = Points won: { $points }
limit-cards-taken = Limit cards taken: { $cards } × −{ $each }
case = Round { $round }: { $guilty ->
    [0] { $you ->
        [seat] you wrongly accused { $other }
        [other] { $seat } wrongly accused you
       *[nobody] { $seat } wrongly accused { $other }
      }
   *[other] { $you ->
        [seat] you caught { $other } over the limit
        [other] { $seat } caught you over the limit
       *[nobody] { $seat } caught { $other } over the limit
      }
  }
highlight-accusations = Accusations: { $right } right, { $wrong } wrong.
highlight-all-right = { $times ->
    [one] One accusation, and it was right.
   *[other] { $times } accusations, all of them right.
  }
highlight-all-wrong = { $times ->
    [one] One accusation, and it was wrong.
   *[other] { $times } accusations, all of them wrong.
  }
highlight-no-accusation = { $you ->
    [seat] You accused nobody.
   *[nobody] { $seat } accused nobody.
  }
highlight-own-overruns = { $you ->
    [seat] { $times ->
        [one] You went over the limit once, and nobody noticed.
       *[other] You went over the limit { $times } times, and nobody noticed.
      }
   *[nobody] { $times ->
        [one] { $seat } went over the limit once, and nobody noticed.
       *[other] { $seat } went over the limit { $times } times, and nobody noticed.
      }
  }
highlight-overruns = { $times ->
    [one] Nobody noticed one overrun by another player.
   *[other] Nobody noticed { $times } overruns by other players.
  }
fours-shown = { $times ->
    [one] Four of a colour shown once
    [2] Four of a colour shown twice
   *[other] Four of a colour shown { $times } times
  }
found-guilty = { $name } was over the limit and takes the limit card; the accuser gets a point
found-innocent = { $name } was within the limit and gets a point; the accuser takes the limit card
accuser-right = Correct accusation: one point
accuser-wrong = False accusation: one limit card
no-points = “{ $text }” is neither a number of points nor point cards (5+1+1).
too-many-points = There are only { $ones } cards of 1 point and { $fives } of 5: { $bank } points in total.
limits-below-none = Nobody can have { $found } limit cards.
too-many-limits = { $found } limit cards are too many: a game has at most { $most }.
case-lacks = To judge an accusation, “{ $field }” is needed too.
pile-card = “{ $text }” isn't a card of the pile: write player:colour.
too-many-cards = There are { $found } { colour-name } cards in the pile and among the hidden cards, but only { $most } in the game.
accused-laid-nothing = “{ $name }” hasn't played on this pile.
one-accusation = An accusation needs exactly one accuser and one other player who is accused.

deck-unreadable = Can't read the parts file { $file }: { $why }
deck-lacks = “{ $field }” is missing from the parts file, or invalid.
deck-number = “{ $field }” is { $found }; it must be { $least } or more.
deck-count = “{ $field }” says { $found }, but the parts add up to { $expected }.
deck-colours = A deck needs at least two colours, each a different word in lower case (not four, hide or accuse): { $found }.
deck-limit-length = Limit card { $number } has { $found } values instead of { $expected }.
deck-limit-value = Limit card { $number }: “{ $found }” is neither a whole number nor X.
deck-no-round = With { $seats } players, { $removed } of the { $cards } limit cards are removed: no round is left.
deck-too-small = { $seats } players need { $needed } cards for their hands; the deck has { $cards }.

# The guided first game
guide-hide = Hide two cards: each one secretly raises the limit of its colour by one.
guide-four = Show four of a colour: that's a point for you.
guide-lay = Play a card, and memorise the pile: nobody may look through it.
guide-rivals = Watch your rival: you play in turn, and instead of playing, either of you may accuse the other.
guide-accuse = Accuse your rival if you think they went over the limit.
guide-verdict = Check the verdict: whoever is wrong takes the limit card, for 2 points less. After the last limit card, the most points win.

# Actions, as people read them
action-word = { $word ->
    [red] red
    [yellow] yellow
    [green] green
    [blue] blue
    [purple] purple
   *[other] { $word }
  }
action = Play { $rest }
action-four = Show four { $rest }
action-hide = Hide { $rest }
action-accuse = Accuse { $seat }
judge = Values come from rounds played to their end in imagined worlds. They are points won in the round, less what the others won on average.

# Reasons for an action: a title and a line with the numbers
reason-hide-x = No limit on { colour-name } to raise
reason-hide-x-detail = The limit card shows { $most } for it; you would keep { $left } to play
reason-hide = Limit on { colour-name }: { $allowed } instead of { $most }
reason-hide-detail = { $left ->
    [0] You keep none of them to play
   *[other] You keep { $left } of them to play
  }
reason-hide-keeps = { $cards } { colour-name } stay in your hand
reason-hide-keeps-detail = You hold { $held ->
    [1] only 1
   *[other] only { $held }
  } of what you hide instead; four of a colour bring { $award }
reason-accuse = { $other } { $certain ->
    [1] is
   *[other] may be
  } over the { colour-name } limit
reason-accuse-detail = { $laid } laid, { $allowed } allowed for sure; right by the cards alone: { $chance }%; +{ $award }, else −{ $penalty }
reason-needed = { $other } needs { $needed } hidden { colour-name }
reason-needed-detail = Rivals have hidden { $places ->
    [one] 1 card
   *[other] { $places } cards
  }; face down elsewhere: { $unseen } { colour-name }
reason-accuse-risk = { $other } may be within the limit
reason-accuse-risk-detail = { $laid } { colour-name } laid, { $allowed } allowed for sure; right by the cards alone: { $chance }%; else −{ $penalty }
reason-accuse-wrong = { $other } is within the limit
reason-accuse-wrong-detail = { $most ->
    [X] There is no limit on { colour-name }; the accusation would cost { $penalty }
   *[other] { $laid } { colour-name } laid, { $allowed } allowed for sure; the accusation would cost { $penalty }
  }
reason-four = Four { colour-name } bring a point
reason-four-detail = { $award } from the bank; two of them go on the pile
reason-over = Playing { colour-name } { $certain ->
    [1] goes
   *[other] may go
  } over the limit
reason-over-detail = { $laid } with it, { $allowed } allowed for sure; over by the cards alone: { $chance }%
reason-within = Playing { colour-name } stays within the limit
reason-within-detail = { $most ->
    [X] There is no limit on { colour-name }
   *[other] { $laid } with it, { $allowed } allowed for sure (limit { $most }, hidden by you { $own })
  }
reason-next = The next { colour-name } { $certain ->
    [1] will be
   *[other] may be
  } over
reason-next-detail = It would make { $laid }, { $allowed } allowed for sure; over by the cards alone: { $chance }%
reason-leaves = The next { colour-name } risks more
reason-leaves-detail = Over by the cards alone: { $now }% with this one, { $chance }% with one more
reason-room = Less room is left for { colour-name }
reason-room-detail = Allowed for sure after it: { $left } more; { $more ->
    [X] no limit
   *[other] { $more } more
  } with the other choice
reason-keeps = Your { colour-name } cards stay together
reason-keeps-detail = You hold { $cards }: with one more, four of a colour bring { $award }
afterwards-raisers = { $cards ->
    [0] The others had hidden no { colour-name }.
    [one] The others had hidden one { colour-name }.
   *[other] The others had hidden { $cards } { colour-name }.
  }
