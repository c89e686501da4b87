# Ce que disent les compteurs : les plateaux d'une vraie table, saisis et comptés.
web-score-round = Partie { $round }
web-score-round-back = Précédent
web-score-round-on = Suivant
web-score-next = Partie suivante
web-score-round-number = Manche { $round }
web-score-round-next = Manche suivante
web-score-next-player = Au suivant : { $name }
web-score-undo = Annuler
web-score-setup = Joueurs et règles
web-score-wipe = Changer de plateau ?
web-score-wipe-text = { $rounds ->
    [one] Ce qui est saisi ne va pas sur l'autre plateau et sera effacé. Annuler le fait revenir.
   *[other] Ce qui est saisi pour { $rounds } parties ne va pas sur l'autre plateau et sera effacé. Annuler le fait revenir.
  }
web-score-wipe-yes = Changer et effacer
web-score-name = Nom du joueur { $number }
web-score-player = Joueur { $number }
web-score-add = Ajouter un joueur
web-score-kept = Scores sur cet appareil
web-score-kept-none = Rien pour l'instant. Ce que vous saisissez est gardé ici jusqu'à ce que vous l'effaciez.
web-score-new = Nouveau score
web-score-full = Il n'y a plus de place : effacez d'abord un score.
web-score-unkept = Ce score ne peut pas être gardé sur cet appareil. Pour faire de la place, effacez-en d'anciens, ici ou dans d'autres jeux.
web-score-delete = Effacer
web-score-delete-one = Effacer le score du { $date }
web-score-delete-ask = Effacer le score du { $date } ?
web-score-palette = Tuiles
web-score-tops = Nombre du haut
web-score-which = Quelle tuile est ici ?
web-score-change = Choisissez une case à modifier
web-score-clear = Vider la case
web-score-left = { $count ->
    [one] { $count } restante
   *[other] { $count } restantes
  }
web-score-lies = { $tile }, en { $cell }
web-score-laid = { $laid ->
    [one] { $laid } tuile
   *[other] { $laid } tuiles
  } sur { $of }. Case suivante : { $cell }
web-score-laid-count = { $laid ->
    [one] { $laid } tuile sur { $of }
   *[other] { $laid } tuiles sur { $of }
  }
