# Mes parties : ce que disent toutes les parties terminées sur cet appareil, et comment les transférer. Chargées avec la page.
web-history-title = Mes parties
web-history-back = Accueil
web-history-count = { $count ->
    [one] { $count } partie sur cet appareil
   *[other] { $count } parties sur cet appareil
  }
web-history-none = Les parties que vous terminez sur cet appareil apparaîtront ici, avec votre moyenne, votre record et vos progrès.
web-history-few = { $count ->
    [one] Une partie pour l'instant. À partir de dix, cette page montre l'évolution de vos scores.
   *[other] { $count } parties pour l'instant. À partir de dix, cette page montre l'évolution de vos scores.
  }
web-history-few-filtered = { $count ->
    [0] Aucune partie ne correspond à ce choix.
    [one] Une partie correspond à ce choix. Il en faut dix pour les graphiques.
   *[other] { $count } parties correspondent à ce choix. Il en faut dix pour les graphiques.
  }
web-history-left-out = { $count ->
    [one] Une partie figure dans la liste sans compter : pour s'entraîner, avec des conseils ou à plusieurs sur cet appareil.
   *[other] { $count } parties figurent dans la liste sans compter : pour s'entraîner, avec des conseils ou à plusieurs sur cet appareil.
  }
web-history-filters = Choisir les parties
web-history-game = Jeu
web-history-options = Options
web-history-opponent = Adversaire
web-history-any-options = Toutes les options
web-history-default-options = Options habituelles
web-history-unknown-options = Options inconnues
web-history-any-opponent = Tout adversaire
web-history-alone = En solo
web-history-choice = { $what } ({ $count })

web-history-average = Moyenne des { $count } dernières
web-history-average-all = Moyenne
web-history-change = { $change } sur les { $count } précédentes
web-history-best = Record
web-history-replay = Revoir
web-history-replay-of = Revoir : { $what }
web-history-won = Gagnées
web-history-won-of = { $count ->
    [one] sur { $count } partie
   *[other] sur { $count } parties
  }
web-history-games = Parties
web-history-since = depuis le { $date }

web-history-scores = Scores
web-history-scores-about = ligne : moyenne de { $count } parties
web-history-scores-click = ligne : moyenne de { $count } parties · chaque point ouvre sa partie
web-history-last-game = partie { $number }
web-history-often = Répartition
web-history-often-about = parties par score
web-history-often-mark = { $level } { $mean }
web-history-against = Gagné contre
web-history-against-of = { $won } sur { $of }
web-history-against-none = Vous avez toujours joué en solo.
web-history-lost = Points perdus par décision
web-history-lost-about = Plus c'est bas, mieux c'est
web-history-lost-first = { $count ->
    [one] première partie
   *[other] { $count } premières parties
  }
web-history-lost-last = { $count ->
    [one] dernière
   *[other] { $count } dernières
  }
web-history-reviews-few = { $count ->
    [0] Connus dès que vous aurez consulté l'analyse d'une partie.
    [one] Une partie analysée pour l'instant. À partir de dix, une courbe apparaît.
   *[other] { $count } parties analysées pour l'instant. À partir de dix, une courbe apparaît.
  }
web-history-luck = Chance
web-history-luck-about = Sur beaucoup de parties, elle s'équilibre
web-history-luck-within = points par partie, dans les limites habituelles de ± { $usual }
web-history-luck-beyond = points par partie ; le hasard seul reste à ± { $usual } dans 95 cas sur 100
web-history-records = Records
web-history-record-best = Meilleur score
web-history-record-widest = Plus large victoire
web-history-record-fewest = Le moins de points perdus par décision
web-history-record-streak = Victoires d'affilée
web-history-record-game = partie { $number }
web-history-record-with = partie { $number }, avec { $names }

web-history-table = Afficher en tableau
web-history-more = En afficher { $count } de plus
web-history-col-date = Date
web-history-col-with = Avec
web-history-col-score = Score
web-history-col-place = Place
web-history-col-scores = Scores
web-history-col-games = Parties
web-history-col-opponent = Adversaire
web-history-col-won = Gagnées
web-history-col-lost = Perdus par décision
web-history-col-luck = Chance par partie
web-history-place = { $place } sur { $of }
web-history-range = { $from } à { $to }
web-history-list = Parties
web-history-mark-practice = entraînement
web-history-mark-hints = avec conseils
web-history-mark-shared = à plusieurs ici
web-history-mark-daily = donne du jour

web-history-full = Ce navigateur n'a plus de place : vos dernières parties ne sont connues que tant que cette page est ouverte. Libérez de l'espace sur cet appareil, ou exportez-les maintenant.
web-history-denied = Ce navigateur n'enregistre rien ici, peut-être parce que la fenêtre est privée. Vos parties ne sont connues que tant que cette page est ouverte : exportez-les pour les garder.

web-history-data = Exporter, autres appareils
web-history-export = Exporter
web-history-export-about = Enregistre toutes les parties de cette page dans un fichier.
web-history-import = Importer
web-history-import-about = Ajoute les parties d'un tel fichier. L'importer deux fois ne change rien.
web-history-device = Vers un autre appareil
web-history-device-about = Crée un lien qui ajoute ces parties à un autre appareil, chiffrées d'un appareil à l'autre. Il sert une fois, dans les dix minutes.
web-history-device-link = Lien pour l'autre appareil
web-history-device-open = Ouvrez ce lien sur votre autre appareil, ou scannez-y le code. Il sert une fois, dans les dix minutes.
web-history-device-make = Créer un lien
web-history-device-new = Créer un nouveau lien
web-history-device-insecure = Un lien demande un serveur en https. Ici, utilisez un fichier.
web-history-device-site = Un lien demande un serveur, et ce site n'en a pas. Ici, utilisez un fichier.
web-history-making = Chiffrement…
web-history-delete = Tout supprimer
web-history-delete-sure = Tout supprimer ?
web-history-delete-about = Supprime de ce navigateur vos parties, vos places aux tables ouvertes, les plateaux et soirées, les exercices, votre nom et vos réglages. Les parties d'un serveur y restent. C'est définitif.
web-history-delete-first = Exporter d'abord
web-history-file-name = tablee-parties

web-history-receive = Parties d'un autre appareil
web-history-receive-about = Ce lien ajoute les parties d'un autre appareil à celles de celui-ci. Rien d'ici n'est perdu.
web-history-receive-yes = Les ajouter
web-history-receive-no = Pas maintenant
web-history-receiving = Réception et déchiffrement…
web-history-added = { $added ->
    [0] Les { $known } parties étaient déjà ici.
    [one] Une partie a été ajoutée.
   *[other] { $added } parties ont été ajoutées.
  }
web-history-known = { $known ->
    [0] { "" }
    [one] Une était déjà ici.
   *[other] { $known } étaient déjà ici.
  }
web-history-bad-file = Ce n'est pas un fichier de parties de Tablée. Rien n'a été modifié.
web-history-bad-version = Une version plus récente de Tablée l'a créé. Rechargez cette page et réessayez.
web-history-bad-link = Ce lien est incomplet. Créez-en un nouveau sur l'autre appareil.
web-history-bad-gone = Ce lien a déjà servi, ou date de plus de dix minutes. Créez-en un nouveau sur l'autre appareil.
web-history-bad-changed = Ce que le serveur a transmis n'est pas ce que l'autre appareil a envoyé. Rien n'a été modifié.
web-history-bad-size = C'est trop pour un lien. Utilisez plutôt un fichier.
