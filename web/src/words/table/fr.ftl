# Le décompte et la fin d'une partie. Chargé avec la table.
web-series-soon = Partie suivante dans { $seconds } s
web-series-lead = { $you ->
    [seat] Vous menez de
   *[nobody] { $seat } mène de
  } { $points ->
    [one] un point
   *[other] { $points } points
  }
web-series-level = { $you ->
    [seat] Vous êtes à égalité en tête
   *[nobody] { $names } sont à égalité
  }
web-series-after = Total après la partie { $game } sur { $games }
web-series-score = Partie { $game } : { $score }
web-series-margin = avec { $points ->
    [one] un point
   *[other] { $points } points
  } d'avance
web-series-over = Partie { $game } sur { $games } terminée
web-series-next = Partie suivante
web-count-title = Le décompte
web-count-at = { $at } sur { $of }
web-count-line = { $direction ->
    [rising] Ligne montante
    [falling] Ligne descendante
   *[vertical] Ligne verticale
  }, { $length } tuiles
web-count-said = { $what }, { $points } ; total { $total }
web-count-pause = Pause
web-count-end = Voir le résultat
web-end = Le résultat
web-end-wins = { $winners ->
    [one] { $names } gagne
   *[other] { $names } se partagent la victoire
  }
web-end-shared = Victoire partagée
web-end-best = Votre plus belle partie !
web-end-great = Une partie remarquable !
web-end-good = Une très belle partie
web-end-played = Bien joué
web-end-score-of = { $name } a marqué
web-best-new = Nouveau record personnel : +{ $more }
web-best-kept = Votre record personnel : { $score }
web-best-first = Votre premier score à battre
web-best-line = Votre plus belle ligne : { $line } = { $points }
web-best-row = Votre plus beau gain : +{ $points }
web-better = Mieux que { $percent } %
web-better-of = des { $games } parties du robot { $level }
web-level-beaten = Vous battez le niveau { $level } ({ $mean } en moyenne)
web-level-next = Le niveau { $level } est à { $points ->
    [one] un point
   *[other] { $points } points
  }
web-your-play = Votre jeu
web-play-of = Comment { $name } a joué
web-possible = Maximum avec ces tuiles : { $points }
web-possible-found = Meilleur score trouvé avec ces tuiles : { $points }
web-possible-best = Meilleur plateau
web-same-tiles = Les mêmes tuiles chez les autres
web-insights-failed = Impossible de calculer ce qui était possible.
web-insight-failed-best = Impossible de calculer le meilleur plateau.
web-insight-failed-bot = Impossible de calculer le résultat d'un robot avec les mêmes tuiles.
web-insight-failed-percentiles = Impossible de comparer ce score à d'autres.
web-insight-failed-levels = Impossible de comparer ce score aux niveaux.
web-insight-failed-highlights = Impossible de dire comment chacun a joué.
web-picture-best = Record personnel
web-series-number = Partie { $game }
web-players-more = +{ $count }

# Après une partie guidée
web-guide-done = Vous savez jouer.
web-guide-finish = Finir cette partie
web-guide-real = Jouer une vraie partie

# À qui le tour, réactions, guides et revanches
web-react = Réagir
web-shows = { $seat } : { $sign }
web-sign-hello = Bonjour !
web-sign-bravo = Bravo !
web-sign-laugh = Ha ha !
web-sign-wow = Ouah !
web-sign-ouch = Aïe !
web-sign-think = Hum…
web-guide = Guide
web-guide-step = { $step } sur { $of }
web-guide-skip = Passer
web-chosen = { $where ->
    [cell] Posée. Vous pouvez encore la déplacer.
   *[elsewhere] C'est fait. Vous pouvez encore changer d'avis.
  }
web-waiting = On attend { $names }
web-rematch-join = Jouer la revanche
web-follow = Les joueurs lancent une revanche. Vous allez les suivre dans un instant.
web-follow-stay = Rester ici
web-series-game = Partie { $game } sur { $games }
web-series-wait = En attente de la partie suivante
web-goal-series = { $goal } ; le total des { $games } parties décide
web-rank = { $ordinal ->
    [one] { $place }er
   *[other] { $place }e
  } sur { $of }
web-keys = ou utilisez les flèches et
web-key-enter = Entrée
