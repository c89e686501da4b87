# La donne du jour. Chargée avec sa page, sa carte de l'accueil et son résultat.
web-daily = Donne du jour
web-daily-on = Donne du jour · { $date }
web-daily-same = Les mêmes tuiles pour tous
web-daily-par = Par { $par } ({ $level })
web-daily-play = Jouer la donne du jour
web-daily-play-day = Jouer cette donne
web-daily-resume = Reprendre
web-daily-practise = S'entraîner
web-daily-practice = Entraînement · { $date }
web-daily-tries = { $tries ->
    [0] {""}
    [one] 1 partie d'entraînement
   *[other] { $tries } parties d'entraînement
  }
web-daily-also = Aujourd'hui aussi : { $deals }
web-daily-played = Jouée : { $score }
web-daily-result = Résultat
web-daily-all = Tous les jours
web-daily-honour = Un essai compte, le reste est de l'entraînement. Les tuiles ne sont pas secrètes et personne ne vérifie : vous jouez sur l'honneur, contre vous-même.
web-daily-over = { $points } au-dessus du par
web-daily-below = { $points } en dessous du par
web-daily-at = Exactement le par
web-daily-expert = ({ $level } { $par })
web-daily-par-soon = Calcul du par : { $done } parties sur { $of }
web-daily-par-none = Le par n'a pas pu être calculé.
web-daily-better = Mieux que { $percent } %
web-daily-runs = de { $runs } essais de cette donne
web-daily-model = Un modèle de bons joueurs (le robot { $level }), pas des personnes
web-daily-beat = Vous battez { $level } : { $mean } en moyenne avec cette donne
web-daily-next = { $level } marque { $mean } en moyenne avec cette donne
web-daily-mean = { $level } { $mean }
web-daily-table = Scores de { $level }
web-daily-from = de { $from } à { $to } points
web-daily-count = { $percent } %
web-daily-you = Vous
web-daily-best = Idéal
web-daily-best-board = Meilleur plateau
web-daily-days = { $days ->
    [one] { $days } jour
   *[other] { $days } jours
  }
web-daily-rest = un jour de repos par semaine est offert
web-daily-state-played = jouée
web-daily-state-rest = repos
web-daily-state-open = à jouer
web-daily-state-ahead = à venir
web-daily-today = aujourd'hui
web-daily-share-title = Texte à partager, sans rien révéler
web-daily-share-line = Tablée { $date } · { $game } · { $score }
web-daily-share-par = (par { $par })
web-daily-share = Partager
web-daily-copied = Copié
web-daily-picture = Image
web-daily-mattered = La décision qui a compté
web-daily-looking = Recherche de la décision qui a compté…
web-daily-earlier = Semaines précédentes
web-daily-later = Semaines suivantes
web-daily-practice-about = Entraînement : cette partie ne change rien à vos jours ni à vos scores.
web-daily-expert-board = Battez le par
web-daily-first = Voir d'abord la tuile de l'expert
web-daily-show = Montrer le plateau de l'expert
web-daily-none = Il n'y a pas de donne à cette adresse.
web-daily-none-about = La première est celle du { $date } ; la prochaine arrive demain.
