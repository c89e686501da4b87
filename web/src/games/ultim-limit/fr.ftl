web-round = Manche { $round } sur { $rounds }
web-turns = { $turns ->
    [one] { $turns } tour joué
   *[other] { $turns } tours joués
  } sur { $of }
web-card = { $number } { web-colour }
web-colour = { $colour ->
    [blue] bleu
    [green] vert
    [yellow] jaune
    [purple] violet
    [silver] argent
    [red] rouge
    [orange] orange
    [pink] rose
   *[black] noir
  }
web-take = Prendre le { $card } avec { $dice }
web-do-go = Go !
web-do-roll = Lancer
web-stop = Stop
web-taken = ce tour
web-in-loot = { $cards } de cette couleur dans votre butin
web-sums = Sommes
web-go-first = Regardez la rangée. Go ! lance le sablier.
web-roll-first = Lancez les dés
web-turn-of = C'est à { $name }
web-glass-runs = coule
web-glass-waits = prêt
web-ultim = Carte Ultim'
web-ultim-ready = avec un double
web-ultim-used = utilisée
web-ultim-glass = Retourner le sablier
web-ultim-cards = Nouvelle rangée
web-last-banked = { $you ->
    [seat] Vous avez dit stop
   *[nobody] { $seat } a dit stop
  } après { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s.
web-last-lost = { $you ->
    [seat] Votre sablier s'est vidé
   *[nobody] Pour { $seat }, le sablier s'est vidé
  } en { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s.
web-your-loot = Votre butin
web-loot-of = Butin : { $name }
web-cards = { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
  }
web-pile = { web-colour } : { web-cards }
web-row-count = Ces piles comptent
web-row-keep = Gardées pour la manche suivante
web-row-subtract = Ces piles coûtent des points
web-group-count = Comptent
web-group-keep = Gardées
web-group-subtract = Coûtent
web-keep-ask = Piles égales : lesquelles gardez-vous ?
web-keep-how = Choisissez une pile fléchée pour l'échanger avec une pile égale.
web-exchange = Échanger { $pile }
web-keep = Garder { $colours }
web-aids = Mettre en valeur les cartes à prendre et afficher les sommes des dés

# Les règles en un coup d'œil
web-glance-goal = But
web-glance-goal-text = Prenez un maximum de cartes, et arrêtez-vous avant la fin du sablier caché.
web-glance-turn = À votre tour
web-glance-turn-text = Appuyez sur Go, puis lancez et relancez les dés. Prenez une carte quand la somme de certains dés donne son nombre. Une fois par tour, un double permet de retourner le sablier ou de changer les cartes.
web-glance-score = Score
web-glance-score-text = Arrêtez-vous à temps : chaque carte vaut un point. Trop tard : celles du tour sont perdues. Trois manches de trois tours.

# Le compteur
web-score-more = { $colour }, une carte de plus ({ $cards } pour l'instant)
web-score-less = { $colour }, une carte de moins ({ $cards } pour l'instant)
web-score-last = Dernière manche : on ne garde rien
web-score-numbers = Égalité : la somme des nombres des cartes départage
