web-limit-is = { $colour } { $most }
web-limit-none = { $colour } without limit
web-limit-raised = { $cards ->
    [one] one card hidden by you
   *[other] { $cards } cards hidden by you
  }
web-lay = Lay { $colour }
web-hide = Hide { $colour }
web-hide-now = { $cards ->
    [one] Hide a card: the limit of its colour rises.
   *[other] Hide { $cards } cards: the limits of these colours rise.
  }
web-lay-now = Lay a card, or accuse a player.
web-lay-first = Lay a card.
web-accuse-now = You have no card left: accuse somebody.
web-secret = hidden
web-your-secret = Hidden by you, only you see it: { $colour }
web-four = Show four { $colour }
web-accuse = Accuse
web-accuse-whom = Accuse { $name }
web-accuse-sure = Accuse { $name }?
web-accuse-text = You say that { $name } went over the limit with the last card. All hidden cards are turned up, and the cards of that colour are counted. If you are right, { $name } takes the limit card (−{ $penalty }) and you get a point. If not, you take it and { $name } gets the point.
web-draw-pile = Draw pile
web-pile-by = laid by { $name }
web-pile-none = nothing laid
web-reveal = The accusation
