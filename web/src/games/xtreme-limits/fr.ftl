web-hand-letter = { $hand ->
    [red] R
    [green] V
   *[blue] B
  }
web-hand-on = { $hand } en { $cell }
web-take-hand = Aiguille à avancer
web-your-card = Votre carte
web-move = { $hand } en { $cell }, { $cost ->
    [one] un jeton
   *[other] { $cost } jetons
  }
web-move-swap = { $hand } en { $cell }, { $cost ->
    [one] un jeton
   *[other] { $cost } jetons
  } ; vous pourrez échanger
web-lap = { $lap ->
    [1] Premier tour
    [2] Un tour de plus
   *[other] { $more } tours de plus
  }
web-lap-next = { web-lap }. Changer.
web-objective-order = { $card } : l'aiguille sur la case la plus haute d'abord ; 12 est la plus haute
web-objective-how = L'aiguille sur la case la plus haute est première. Un point par aiguille à sa place à la fin de la manche.
web-objective-now = En ce moment : { $ticks ->
    [0] aucune aiguille à sa place
    [one] une aiguille à sa place
   *[other] { $ticks } aiguilles à leur place
  }
web-order-now = Ordre actuel
web-cards-elsewhere = Autres cartes
web-place = Centre { $place }
web-hidden-card = une carte cachée
web-wind = Remonter le minuteur
web-wind-text = Regardez votre carte. Le minuteur part dès que vous le remontez.
web-swap = Échanger votre carte ?
web-swap-with = Échanger avec
web-keep = Garder ma carte
web-bell = Le minuteur sonne !
web-rung = tour interrompu
web-bell-covered = Le minuteur, caché : il va sonner, personne ne sait quand

# Les règles en un coup d'œil
web-glance-goal = But
web-glance-goal-text = Votre carte donne un ordre secret. Mettez les trois aiguilles dans cet ordre avant que le minuteur caché sonne.
web-glance-turn = À votre tour
web-glance-turn-text = Avancez une aiguille, un jeton par case. En 4 ou en 8, vous pouvez échanger votre carte.
web-glance-score = Score
web-glance-score-text = À la sonnerie, l'aiguille sur la case la plus haute est première. Un point par aiguille à sa place, mais rien pour la personne dont c'est le tour. Le premier à 10 points gagne.

# Le compteur
web-score-hand = Où sont les aiguilles ?
web-score-cards = Quelle carte pour { $name } ?
web-score-bell = À qui était-ce de jouer quand le minuteur a sonné ?
web-score-bell-none = pas de sonnerie
