web-limit-is = { $colour } { $most }
web-limit-none = { $colour }: no limit
web-limit-raised = { $cards ->
    [one] you have hidden one card
   *[other] you have hidden { $cards } cards
  }
web-lay = Play { $colour }
web-hide = Hide { $colour }
web-hide-now = { $cards ->
    [one] Hide a card to raise the limit of its colour.
   *[other] Hide { $cards } cards to raise the limits of their colours.
  }
web-lay-now = Play a card, or accuse a player.
web-lay-first = Play a card.
web-accuse-now = You have no cards left: accuse someone.
web-secret = hidden
web-your-secret = Hidden by you, seen by nobody else: { $colour }
web-four = Show four { $colour }
web-accuse = Accuse
web-accuse-whom = Accuse { $name }
web-accuse-sure = Accuse { $name }?
web-accuse-text = You claim that { $name } went over the limit with their last card. All hidden cards are revealed, and the cards of that colour are counted. If you're right, { $name } takes the limit card (−{ $penalty }) and you get a point. If not, you take it and { $name } gets the point.
web-draw-pile = Draw pile
web-pile-by = { $you ->
    [seat] played by you
   *[nobody] played by { $seat }
  }
web-pile-none = no cards yet
web-reveal = The accusation
web-step-limit = Limit
web-step-raiser = Hidden cards
web-step-card = Cards
web-step-verdict = Verdict
web-accusation = { $you ->
    [seat] You accuse { $other } of playing too much
    [other] { $seat } accuses you of playing too much
   *[nobody] { $seat } accuses { $other } of playing too much
  }
web-allowed = Total allowed ({ $colour })
web-no-limit = no limit
web-cards-upto = { $you ->
    [other] Cards up to your last
   *[nobody] Cards up to { $other }'s last
  }
web-too-many = too many
web-at-stake = What is at stake
web-stake = { $you ->
    [seat] If there are more than { $most }, the limit card goes to { $other }; otherwise it goes to you.
    [other] If there are more than { $most }, the limit card goes to you; otherwise it goes to { $seat }.
   *[nobody] If there are more than { $most }, the limit card goes to { $other }; otherwise it goes to { $seat }.
  }
web-stake-none = { $you ->
    [seat] This colour has no limit, so nobody can go over it: the limit card goes to you.
   *[nobody] This colour has no limit, so nobody can go over it: the limit card goes to { $seat }.
  }
web-so-far = so far
web-hold = Pause
web-show-verdict = Show the verdict
web-continue = Continue

# The rules at a glance
web-glance-goal = Goal
web-glance-goal-text = Every colour has a limit. Catch others who go over it, and don't get caught.
web-glance-turn = Your turn
web-glance-turn-text = Play a card and draw one, or accuse. A hidden card raises the limit of its colour by one.
web-glance-score = Score
web-glance-score-text = If you're right, you get a point and they take the limit card. If not, it's the other way round. Limit cards cost 2 points each; showing four of a colour earns one.

# The scorer
web-score-points-of = Points of { $name }
web-score-limits-of = Limit cards of { $name }
web-score-plus = { $what }: one more
web-score-minus = { $what }: one less
web-score-judge = Judge an accusation
web-score-accuser = Who accuses?
web-score-accused = Who is accused?
web-score-hidden-add = Hidden: { $colour }
web-score-pile = The pile, from the first card on
web-score-laid-by = Next card by
web-score-pile-add = { $name } played { $colour }
web-score-take-away = Take away: { $colour }
web-score-settle = Add to the scores
