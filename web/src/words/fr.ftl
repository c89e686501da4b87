# Ce que seul le client web dit. Les phrases de la table et des jeux viennent du serveur.
web-tagline = Des jeux de société à partager : entre amis, chacun sur son téléphone, ou contre des robots.
web-tagline-site = Des jeux de société sur cet appareil : contre des robots, ou à plusieurs en se le passant.
web-games = Jeux
web-your-name = Votre nom
web-guest = Invité
web-for = { $least } à { $most } joueurs
web-play-bots = Jouer
web-play-friends = Entre amis
web-play-here = Sur cet appareil
web-player-number = Joueur { $number }
web-names-here = Qui d'autre joue sur cet appareil ?
web-pass-to = Passez l'appareil à { $name }
web-pass-text = Personne d'autre ne doit regarder. La partie est en pause.
web-i-am = C'est moi, { $name }
web-more = Options
web-change = Modifier
web-save = Enregistrer
web-changed = L'hôte a modifié : { $what }
web-listed = Dans la liste des tables ouvertes
web-turn-time = Temps par tour
web-no-limit-set = sans limite
web-rules = Règles
web-open-tables = Tables ouvertes
web-free = { $free ->
    [0] complet
    [one] 1 place libre
   *[other] { $free } places libres
  }
web-watch-behind = Vous regardez avec une demi-minute de retard, pour que personne ne souffle aux joueurs ce qui est caché. La table apparaît dans un instant.
web-watch = Regarder
web-watch-table = Regarder { $game }, { $names }
web-sit-table = Rejoindre { $game }, { $names }
web-watching = Spectateur
web-sit = Rejoindre
web-tables-all = Afficher les { $tables } tables
web-last = Mes parties
web-go-on = Reprendre
web-go-on-with = Reprendre { $game }
web-with = avec { $names }
web-others = { $count } autres
web-not-started = Pas encore commencée
web-menu = Plus d'options pour { $game }
web-replay = Revoir
web-replay-file = Revoir un fichier de partie
web-independent = Indépendant des éditeurs des jeux et sans lien avec eux. Toutes les illustrations sont les nôtres.
web-box = Avec la boîte
web-settings = Réglages
web-language = Langue
web-letters = Taille du texte
web-look = Apparence
web-look-auto = Auto
web-look-light = Clair
web-look-dark = Sombre
web-sounds = Sons
web-volume = Volume
web-mute = Couper les sons
web-unmute = Remettre les sons
web-close = Fermer
web-cancel = Annuler
web-ok = OK
web-home = Accueil
web-retry = Réessayer
web-yes = oui
web-no = non
web-outdated = Tablée a été mise à jour. Rechargez la page pour continuer ; votre place est gardée.
web-reload = Recharger

# Ouvrir une table
web-people = Personnes
web-bots = Robots
web-bots-of = { $count } robots ({ $level })
web-each = Détailler
web-less = Réduire
web-level = Niveau des robots
web-level-of = Niveau : { $name }
web-level-mean = Environ { $mean } { $count ->
    [one] point
   *[other] points
  }
web-level-against = Moyennes d'un robot contre deux robots de niveau « { $level } ».
web-pace = Vitesse des robots
web-pace-calm = Calme
web-pace-normal = Normal
web-pace-quick = Rapide
web-fast-forward = Accélérer quand seuls les robots jouent
web-reactions = Réactions
web-reactions-show = Afficher les réactions et pouvoir en envoyer
web-sure-taps = Coups
web-sure-confirm = Demander avant chaque coup
web-sure-take-back = Pouvoir annuler pendant deux secondes
web-sure-clock = Sauf dans les jeux à minuteur caché : attendre vous y ferait perdre du temps.
web-tap-again = Touchez encore pour confirmer.
web-tap-sending = Envoi dans un instant…
web-confirm = Confirmer
web-take-back = Annuler
web-hints = Permettre les indices à qui joue seul
web-series = Nombre de parties
web-timer = Secondes par tour (0 : sans limite)
web-seconds = { $seconds } s
web-public = Montrer cette table dans la liste des tables ouvertes
web-open-table = Ouvrir la table
web-invited = On vous invite à jouer à { $game }
web-join = Prendre place
web-table-full = Toutes les places sont prises.
web-players = Joueurs
web-you = Vous
web-host = Hôte
web-away = hors ligne
web-bot = { $name } (robot)
web-bot-plays = un robot joue
web-open-seat = Place libre
web-remove = Exclure { $name }
web-revoke = Révoquer les liens vers cette place : { $name }
web-put-bot = Robot
web-fill-bots = Compléter avec des robots
web-close-seat = Retirer la place { $number }
web-seats-taken = { $taken ->
    [one] { $taken } place prise
   *[other] { $taken } places prises
  } sur { $seats }
web-start = Commencer
web-start-text = Vous pouvez commencer : les places libres seront retirées.
web-too-few = Il faut au moins { $least } joueurs pour commencer.
web-wait-host = On attend que l'hôte lance la partie.
web-invite = Inviter
web-invite-text = Envoyez le lien, ou faites scanner le code par les autres avec leur téléphone.
web-link = Lien de cette table
web-qr = Code QR de { $link }
web-elsewhere = Votre place sur un autre appareil
web-elsewhere-text = Ouvrez ce lien sur un autre de vos appareils, ou donnez-le à quelqu'un qui partage votre place.
web-elsewhere-link = Lien de votre place
web-shared-text = Ce lien ouvre une place déjà prise. Vous pouvez la partager (chacun la voit, chacun peut jouer), ou ouvrir votre propre place sur cet appareil.
web-join-pair = Partager cette place
web-join-own = C'est ma propre place
web-copy = Copier le lien
web-copied = Copié
web-share = Partager…
web-only-here = Ce lien ne marche que sur cette machine. Pour inviter d'autres personnes, ouvrez cette page par son adresse sur le réseau, que le serveur affiche au démarrage.

# À table
web-your-turn = À vous
web-practice = Entraînement
web-show-me-how = Apprendre à jouer
web-start-here = Commencez ici
web-count = { $chosen } sur { $of } { $chosen ->
    [one] a choisi
   *[other] ont choisi
  }
web-crowd = { $here ->
    [one] { $here } joueur présent
   *[other] { $here } joueurs présents
  } sur { $seats }
web-has-chosen = { $you ->
    [seat] avez choisi
   *[nobody] a choisi
  }
web-to-act = { $you ->
    [seat] devez jouer
   *[nobody] doit jouer
  }
web-actions = Vos coups
web-actions-from = { $first } … { $last }
web-score = Score
web-your-score = Votre score
web-no-points = Aucun point.
web-rows-all = Voir toutes les lignes
web-rows-less = Voir seulement les lignes qui comptent
web-news = À l'instant
web-over = La partie est finie
web-won = Vous avez gagné !
web-winner = { $winners ->
    [one] Victoire : { $names }
   *[other] Victoire partagée : { $names }
  }
web-review = Analyse
web-leave = Quitter
web-leave-text = Un robot prend votre place, et vous ne pourrez pas y revenir.

# La liaison avec le serveur
web-offline = Le serveur est injoignable.
web-engine-loading = Téléchargement des jeux sur cet appareil : { $loaded } Mo sur { $total }
web-engine-starting = Mise en place de la table…
web-engine-progress = Téléchargement
web-engine-failed = Impossible de charger les jeux. Vérifiez votre connexion, puis réessayez.
web-engine-elsewhere = Tablée est ouverte dans un autre onglet. Vos parties s'y poursuivent.
web-engine-here = Jouer plutôt ici
web-part-missing = Pas de connexion : une partie de cette page manque. Elle arrivera dès que la connexion sera revenue.
web-no-offline = Vous avez ouvert cette page en http. Tout fonctionne, mais seul le https permet à votre navigateur de la garder hors connexion.
web-licences = Licences
web-no-answer = La réponse du serveur est illisible.
web-line-connecting = Connexion…
web-line-open = Connexion…
web-line-reconnecting = Connexion perdue. Reconnexion…
web-line-restarting = Le serveur redémarre. Votre partie est gardée ; elle reprend dans un instant.
web-line-away = Les tables sont injoignables pour le moment. Votre partie est gardée. Nouvel essai…
web-line-offline = Pas de connexion. Nouvel essai…
web-line-full = Cette place est ouverte sur trop d'appareils. Fermez-la ailleurs et elle s'ouvrira ici.
web-gone-match = Cette table n'existe pas
web-gone-match-text = Le lien est peut-être incomplet, ou la partie a été effacée.
web-gone-damaged = Cette partie est abîmée
web-gone-damaged-text = Vos autres parties sont intactes.
web-gone-token = Cette place n'est plus la vôtre
web-gone-token-text = Vous l'avez quittée, ou l'hôte l'a donnée à quelqu'un d'autre. Vous pouvez encore regarder.
web-gone-removed = L'hôte vous a fait quitter la table
web-gone-removed-text = Vous pouvez encore regarder, ou jouer ailleurs.
web-gone-closed = L'hôte a fermé la table
web-gone-closed-text = Ouvrez la vôtre, ou rejoignez-en une autre.
web-gone-left = Vous avez quitté la table
web-gone-left-text = Un robot a pris votre place.
web-gone-refused = Le serveur a refusé la connexion
web-gone-refused-text = Revenez à l'accueil et réessayez ; rechargez la page si cela ne suffit pas.

# Plateaux et tuiles
web-empty = vide
web-sun = soleil
web-moon = lune
web-gold = or
web-silver = argent
web-bag-left = Encore dans le sac
web-called = Tuile annoncée
web-your-board = Votre plateau
web-board-of = Plateau : { $name }
web-rivals = Les autres joueurs
web-rivals-more = Voir d'autres joueurs
web-calls-left = { $calls ->
    [0] dernière tuile
    [one] 1 tuile restante
   *[other] { $calls } tuiles restantes
  }
web-enlarge = Agrandir le plateau : { $name }

# Parties revues
web-replay-of = Revoir { $game }, { $date }
web-replay-drop = Déposez un fichier de partie ici
web-replay-drop-text = Un fichier .match contient une partie entière : chaque action et chaque tirage. Déposez-le, collez-le ou choisissez-le.
web-replay-choose = Choisir un fichier
web-replay-paste = Ou collez son texte
web-replay-show = Montrer la partie
web-replay-cannot = Cette partie ne peut pas être montrée :
web-replay-big = C'est trop gros pour un fichier de partie.
web-replay-another = Ouvrir un autre fichier
web-to-table = Aller à la table
web-replay-view = Vue
web-replay-all = Tout visible
web-replay-at = Étape { $step } sur { $steps }, { $time }.
web-replay-share = Partager
web-replay-link = Lien pour revoir cette partie
web-replay-from-here = Commencer à l'étape { $step }, avec cette vue
web-replay-download = Télécharger le fichier de la partie
web-play-on = Jouer la suite

# Pauses, séries et scores des autres
web-pause = Mettre la partie en pause
web-resume = Reprendre
web-paused = En pause
web-paused-text = L'hôte relancera la partie.
web-series-standing = Classement
web-series-last = Dernière partie
web-series-total = Total provisoire
web-score-of = Score de

# Le décompte et la fin
web-count-on = Continuer
web-bot-of = Robot { $level }
web-picture = Partager l'image
web-picture-saved = Image enregistrée
web-picture-wins = { $name } gagne avec
web-picture-scores = { $name } marque
web-picture-more = et { $count ->
    [one] { $count } autre
   *[other] { $count } autres
  }
web-picture-text = { $name } : { $score } à { $game }
web-series-sum = Total
web-end-your-score = Votre score
web-again = Rejouer
web-hint = Indice
web-hints-used = { $turns ->
    [one] Avec un indice pour { $turns } coup
   *[other] Avec des indices pour { $turns } coups
  }
