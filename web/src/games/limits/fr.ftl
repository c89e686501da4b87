web-limit-is = { $colour } { $most }
web-limit-none = { $colour } : pas de limite
web-limit-raised = { $cards ->
    [one] vous avez caché une carte
   *[other] vous avez caché { $cards } cartes
  }
web-lay = Poser : { $colour }
web-hide = Cacher : { $colour }
web-hide-now = { $cards ->
    [one] Cachez une carte pour relever la limite de sa couleur.
   *[other] Cachez { $cards } cartes pour relever les limites de leurs couleurs.
  }
web-lay-now = Posez une carte, ou accusez un joueur.
web-lay-first = Posez une carte.
web-accuse-now = Vous n'avez plus de carte : accusez quelqu'un.
web-secret = cachée
web-your-secret = Cachée par vous, les autres ne la voient pas : { $colour }
web-four = Montrer 4 : { $colour }
web-accuse = Accuser
web-accuse-whom = Accuser { $name }
web-accuse-sure = Accuser { $name } ?
web-accuse-text = Selon vous, { $name } a dépassé la limite avec sa dernière carte. Toutes les cartes cachées sont retournées et l'on compte les cartes de cette couleur. Si vous avez raison, { $name } prend la carte limite (−{ $penalty }) et vous recevez un point. Sinon, vous la prenez et { $name } reçoit le point.
web-draw-pile = Pioche
web-pile-by = { $you ->
    [seat] posée par vous
   *[nobody] posée par { $seat }
  }
web-pile-none = pas encore de carte
web-reveal = L'accusation
web-step-limit = Limite
web-step-raiser = Cartes cachées
web-step-card = Cartes
web-step-verdict = Verdict
web-accusation = { $you ->
    [seat] Vous accusez { $other } d'avoir posé trop de
    [other] { $seat } vous accuse d'avoir posé trop de
   *[nobody] { $seat } accuse { $other } d'avoir posé trop de
  }
web-allowed = Total permis ({ $colour })
web-no-limit = pas de limite
web-cards-upto = { $you ->
    [other] Cartes jusqu'à votre dernière
   *[nobody] Cartes jusqu'à la dernière posée par { $other }
  }
web-too-many = trop
web-at-stake = L'enjeu
web-stake = { $you ->
    [seat] Au-delà de { $most }, la carte limite est pour { $other }. Sinon, elle est pour vous.
    [other] Au-delà de { $most }, la carte limite est pour vous. Sinon, elle est pour { $seat }.
   *[nobody] Au-delà de { $most }, la carte limite est pour { $other }. Sinon, elle est pour { $seat }.
  }
web-stake-none = { $you ->
    [seat] Cette couleur n'a pas de limite : la carte limite est pour vous.
   *[nobody] Cette couleur n'a pas de limite : la carte limite est pour { $seat }.
  }
web-so-far = pour l'instant
web-hold = Pause
web-show-verdict = Voir le verdict
web-continue = Continuer

# Les règles en un coup d'œil
web-glance-goal = But
web-glance-goal-text = Chaque couleur a une limite. Démasquez qui la dépasse, et ne vous faites pas prendre.
web-glance-turn = À votre tour
web-glance-turn-text = Posez une carte et piochez, ou accusez. Une carte cachée relève d'un cran la limite de sa couleur.
web-glance-score = Score
web-glance-score-text = Si vous avez raison, un point pour vous et la carte limite pour l'autre ; sinon, l'inverse. Une carte limite coûte 2 points, montrer quatre cartes d'une couleur en rapporte un.

# Le compteur
web-score-points-of = Points ({ $name })
web-score-limits-of = Cartes limite ({ $name })
web-score-plus = { $what } : un de plus
web-score-minus = { $what } : un de moins
web-score-judge = Juger une accusation
web-score-accuser = Qui accuse ?
web-score-accused = Qui est accusé ?
web-score-hidden-add = Carte cachée : { $colour }
web-score-pile = La pile, depuis la première carte
web-score-laid-by = Carte suivante posée par
web-score-pile-add = { $name } a posé : { $colour }
web-score-take-away = Retirer : { $colour }
web-score-settle = Inscrire au score
