game = Limits
about = Lay colour cards, remember what lies in the pile, and accuse whoever goes over the limit.
prompt = A colour (red), four and a colour (four red), hide and a colour (hide red; two colours when two play), accuse and a seat counted from 0 (accuse 2)
option-memory_aid = Memory aid
paper-points = the points won, as a number (7) or as point cards (5+1+1)
paper-limits = how many limit cards were taken
paper-card = an accusation: the limit card of the round, such as 1-4-X-2-9 (red, yellow, green, blue, purple)
paper-raisers = an accusation: the colour of a hidden card; again for every one of them
paper-pile = an accusation: the pile in the order laid, as player:colour, such as "ann:red bob:blue"
paper-accused = an accusation: the player accused, who is the one scored
panel-limit = Limit card
panel-limits-left = Limit cards left
panel-pile = Top of the pile
panel-draw-pile-empty = Draw pile empty
panel-bank = Points in the bank
panel-points = Points
panel-limit-cards = Limit cards
panel-cards = Cards in hand
panel-hidden = Hidden cards
panel-hand = Your hand
panel-raisers = You have hidden
panel-aid-pile = Memory aid: the pile (who laid it)
panel-aid-top = Memory aid: known on top of the draw pile
panel-aid-unknown = Memory aid: unknown cards below these
panel-aid-bottom = Memory aid: known at the bottom of the draw pile
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
all-hidden = All raisers are hidden. { $seat } begins.
you-draw = You draw { colour-name }.
lays = { $seat } lays { colour-name }.
shows-four = { $seat } shows four { colour-name }: two go on the pile, two on top of the draw pile{ $won ->
    [0] . The bank is empty.
   *[other] , and it brings a point.
  }
accuses = { $seat } accuses { $other } of going over the limit with { colour-name }.
raiser = { $seat } had hidden { colour-name }.
finding = { $most ->
    [X] There is no limit for { colour-name } ({ $laid } laid).
   *[other] { colour-name }: { $laid } laid, { $allowed } allowed (limit { $most }, raised by { $raised }).
  }
guilty = { $other } was over the limit and takes the limit card. { $won ->
    [0] The bank is empty: { $seat } gets nothing.
   *[other] { $seat } gets a point.
  }
innocent = { $other } was not over the limit: { $seat } takes the limit card. { $won ->
    [0] The bank is empty: { $other } gets nothing.
   *[other] { $other } gets a point.
  }

hide-first = First hide { $cards ->
    [one] a card
   *[other] { $cards } cards
  } of your hand.
lay-or-accuse = Lay a card, show four of a colour, or accuse somebody.
not-in-hand = { $cards ->
    [0] You have no { colour-name } card in your hand.
   *[other] You have only { $cards } { colour-name } in your hand.
  }
not-four = You need four { colour-name } in your hand, and have { $cards }.
accuse-yourself = You cannot accuse yourself.
accuse-too-early = { $other } has laid nothing in this round.
no-such-action = “{ $text }” is no action: a colour, “four” and a colour, “hide” and colours, or “accuse” and a seat.
no-such-colour = There is no colour “{ $colour }”. Known: { $known }.
no-such-limit = There is no limit card “{ $card }”.

points-won = Points won: { $points }
limit-cards-taken = Limit cards taken: { $cards } × −{ $each }
found-guilty = { $name } went over: he or she takes the limit card, the accuser gets a point
found-innocent = { $name } did not go over: he or she gets a point, the accuser takes the limit card
no-points = “{ $text }” is no number of points and no point cards (5+1+1).
too-many-points = There are only { $ones } cards of 1 point and { $fives } of 5, { $bank } points in all.
limits-below-none = { $found } limit cards are not possible.
too-many-limits = { $found } limit cards are too many: a game has { $most } at the most.
case-lacks = To judge an accusation, “{ $field }” is needed too.
pile-card = “{ $text }” is no card of the pile: write player:colour.
too-many-cards = There are { $found } { colour-name } cards in pile and raisers, but only { $most } in the game.
accused-laid-nothing = “{ $name }” has laid nothing on this pile.

deck-unreadable = The parts file { $file } cannot be read: { $why }
deck-lacks = The parts file lacks “{ $field }”, or it is not of its form.
deck-number = “{ $field }” is { $found }; it must be { $least } or more.
deck-count = “{ $field }” says { $found }, but the parts add up to { $expected }.
deck-colours = A deck needs two colours or more, each a word of its own in small letters (not four, hide or accuse): { $found }.
deck-limit-length = Limit card { $number } has { $found } values instead of { $expected }.
deck-limit-value = Limit card { $number }: “{ $found }” is no whole number and no X.
deck-no-round = With { $seats } players { $removed } of { $cards } limit cards are put away: no round is left.
deck-too-small = { $seats } players need { $needed } cards for their hands; the deck has { $cards }.
