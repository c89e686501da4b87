# Le coach : les indices pendant la partie et l'analyse après. Chargés avec eux.
web-hint-noted = selon { $level }, noté dans le résultat
web-hint-thinks = un instant…
web-hint-along = Regardez de { $first } à { $last }
web-hint-look = Regardez : { $what }
web-hint-lit = C'est en lumière sur la table
web-hint-nowhere = Comparez toutes les places
web-hint-nowhere-detail = Aucune ligne ni carte ne décide à elle seule
web-hint-compare = { $count ->
    [one] Un choix se détache : { $actions }
    [2] Deux choix se détachent : { $actions }
    [3] Trois choix se détachent : { $actions }
   *[other] { $count } choix se détachent : { $actions }
  }
web-hint-gain = { $gain ->
    [one] L'un d'eux rapporte tout de suite { $gain } point
   *[other] L'un d'eux rapporte tout de suite { $gain } points
  }
web-hint-best = Le meilleur : { $action }
web-hint-got-it = Compris
web-hint-which = Ce qui se détache
web-hint-why = Lequel, et pourquoi
web-coach-reasons = Raisons

# L'analyse : comment le résultat s'est fait
web-coach-title = Analyse
web-coach-won = Bien joué, { $name } !
web-coach-over = Belle partie, { $name } !
web-coach-alone = { $score ->
    [one] { $score } point.
   *[other] { $score } points.
  }
web-coach-against = { $score } à { $other } contre { $name }.
web-coach-place = { $score } points, place { $place } sur { $players }.
web-coach-found = Vous avez trouvé le meilleur choix, ou un aussi bon, <b>{ $found } fois sur { $of }</b>.
web-coach-found-all = Vous avez trouvé le meilleur choix, ou un aussi bon, <b>à chaque fois</b>.
web-coach-sum = D'où viennent les { $score }
web-coach-sum-round = D'où vient le résultat
web-coach-margin = Points d'avance sur la moyenne des autres, par manche.
web-coach-luck-kind = { $game ->
    [tiles] De bonnes tuiles ont rapporté { $points }.
   *[other] La chance a rapporté { $points }.
  }
web-coach-luck-unkind = { $game ->
    [tiles] Les tuiles ont coûté { $points }.
   *[other] La malchance a coûté { $points }.
  }
web-coach-luck-even = La chance s'est équilibrée.
web-coach-others-more = Le jeu des autres a rapporté { $points }.
web-coach-others-less = Le jeu des autres a coûté { $points }.
web-coach-play-cost = { $choices ->
    [one] { $choices } choix a coûté { $points }.
   *[other] { $choices } choix ont coûté { $points }.
  }
web-coach-play-nothing = Vos choix n'ont rien coûté.
web-coach-forecast-high = La prévision était trop haute de { $points }.
web-coach-forecast-low = La prévision était trop basse de { $points }.
web-coach-row-start = Départ
web-coach-row-start-about = première prévision du juge
web-coach-row-start-round = personne n'a encore d'avance
web-coach-row-luck = Chance
web-coach-row-luck-about = { $game ->
    [tiles] les tuiles tirées
    [clock] les dés et le temps caché
   *[other] les tirages et la donne
  }
web-coach-row-others = Les autres
web-coach-row-others-about = ce qu'ont fait les autres joueurs
web-coach-row-play = Votre jeu
web-coach-row-play-about = face aux meilleurs choix
web-coach-row-correction = Correction
web-coach-row-correction-about = la prévision s'est ajustée
web-coach-row-result = Résultat
web-coach-part-game = Partie { $number }
web-coach-part-round = Manche { $number }
web-coach-so-far = { $kind ->
    [tile] Tuile { $done } sur { $of }
   *[other] Tour { $done } sur { $of }
  }
web-coach-working = Calcul de ce que valait chaque choix…
web-coach-curve = Résultat attendu
web-coach-curve-margin = Avance attendue dans la manche
web-coach-curve-after = après chaque choix
web-coach-curve-click = après chaque choix · cliquez pour y aller
web-coach-table = Afficher en tableau
web-coach-table-choice = Votre choix
web-coach-table-value = Valeur
web-coach-table-lost = Perdu

# Les moments
web-coach-moments = { $count ->
    [one] Le moment qui a compté
    [2] Deux moments qui ont compté
   *[other] Trois moments qui ont compté
  }
web-coach-no-moments = Rien à améliorer ici
web-coach-no-moments-about = À aucun moment un autre choix n'était sûrement meilleur.
web-coach-number = { $kind ->
    [tile] Tuile { $number }
   *[other] Décision { $number }
  }
web-coach-number-of = { $kind ->
    [tile] Tuile { $number } sur { $of }
   *[other] Décision { $number } sur { $of }
  }
web-coach-question = { $number } : { $yours } ou { $better } ?
web-coach-worth-more = { $action } valait <b>{ $points }</b> de plus
web-coach-moment-said = { $kind ->
    [tile] Tuile { $number }, { $tile }. Vous l'avez posée en { $yours }. { $better } valait { $points } de plus
   *[other] Décision { $number }. Votre choix : { $yours }. { $better } valait { $points } de plus
  }
web-coach-best = Votre meilleur choix
web-coach-best-text = <b>{ $number }.</b> Vous avez choisi { $yours }. Le choix suivant, { $other }, valait <b>{ $points } de moins</b>.
web-coach-share = Partager
web-coach-link = Lien vers cette analyse
web-coach-share-here = Commencer à la décision { $number }
web-coach-see = Voir les moments
web-coach-see-all = Voir tous les choix
web-coach-moment = Moment { $number } sur { $of }
web-coach-you = Vous : { $action }
web-coach-better = Mieux : { $action }
web-coach-best-is = Le meilleur : { $action }
web-coach-next-best = Juste après : { $action }
web-coach-apart = { $points } ± { $margin }
web-coach-apart-exact = { $points }, exact
web-coach-you-here = vous
web-coach-found-it = Vous avez trouvé le meilleur choix.
web-coach-equal = Les deux se valent, autant qu'on puisse le dire.
web-coach-only = Il n'y avait rien à choisir.
web-coach-why = { $kind ->
    [cell] Pourquoi { $action }
   *[other] Pourquoi « { $action } »
  }
web-coach-peek = { $action } : { $value }, soit { $less } de moins que le meilleur
web-coach-peek-best = { $action } : { $value }, le meilleur
web-coach-peek-about = Choisissez un autre coup pour voir ce qu'il valait.
web-coach-afterwards = Après coup : { $text }
web-coach-previous = Moment précédent
web-coach-next = Moment suivant
web-coach-previous-decision = Décision précédente
web-coach-next-decision = Décision suivante
web-coach-strip = Toutes les décisions
web-coach-strip-tiles = Les { $count } tuiles
web-coach-keys = touches ← →
web-coach-strip-said = Décision { $number } sur { $of }, { $points } perdus
web-coach-strip-none = Décision { $number } sur { $of }, rien de perdu

# En comparaison
web-coach-scale = Points perdus par décision
web-coach-scale-about = en moyenne, dans cette partie
web-coach-scale-you = Vous
web-coach-how = Comment est-ce mesuré ?
web-coach-how-text = { $judge } { $depth ->
    [0] { "" }
    [one] Le juge regarde { $depth } tirage plus loin.
   *[other] Le juge regarde { $depth } tirages plus loin.
  } Il ne voit que ce que vous pouviez voir à ce moment-là, et juge chaque choix de la même façon pendant toute la partie. Ce qu'un choix a perdu est l'écart avec le meilleur ; la moyenne ne compte que les décisions où quelque chose se jouait.
web-coach-how-exact = La chance est exacte : ce qui est venu, comparé à tout ce qui pouvait venir.
web-coach-how-sampled = Les valeurs viennent de mains et de tirages imaginés, avec une marge d'erreur ; les choix qui y restent comptent comme équivalents. Quand peu de mains sont possibles, toutes sont examinées.
web-coach-how-scale = Les chiffres des robots viennent d'au moins { $games } parties chacun, selon le même juge. Un robot qui joue selon les valeurs du juge ne perd presque rien, par construction. Une seule partie en dit peu sur un joueur.
web-coach-back = Retour
