# Le coach : les indices pendant la partie et l'analyse après. Chargés avec eux.
web-hint-noted = de { $level }, noté dans le résultat
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
