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
web-last = Vos dernières parties
web-no-last = Les parties jouées sur cet appareil apparaîtront ici.
web-go-on = Reprendre
web-go-on-with = Reprendre { $game }
web-with = avec { $names }
web-not-started = Pas encore commencée
web-menu = Plus d'options pour { $game }
web-replay = Revoir
web-replay-file = Revoir un fichier de partie
web-independent = Indépendant des éditeurs des jeux et sans lien avec eux. Toutes les illustrations sont les nôtres.
web-box = Avec la boîte
web-settings = Réglages
web-language = Langue
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
web-react = Réagir
web-shows = { $seat } : { $sign }
web-sign-hello = Bonjour !
web-sign-bravo = Bravo !
web-sign-laugh = Ha ha !
web-sign-wow = Ouah !
web-sign-ouch = Aïe !
web-sign-think = Hum…
web-sure-taps = Coups
web-sure-confirm = Demander avant chaque coup
web-sure-take-back = Pouvoir annuler pendant deux secondes
web-sure-clock = Sauf dans les jeux à minuteur caché : attendre vous y ferait perdre du temps.
web-tap-again = Touchez encore pour confirmer.
web-tap-sending = Envoi dans un instant…
web-confirm = Confirmer
web-take-back = Annuler
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
web-guide = Guide
web-guide-step = { $step } sur { $of }
web-guide-skip = Passer
web-show-me-how = Apprendre à jouer
web-start-here = Commencez ici
web-chosen = { $where ->
    [cell] Posée. Vous pouvez encore la déplacer.
   *[elsewhere] C'est fait. Vous pouvez encore changer d'avis.
  }
web-waiting = On attend { $names }
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
web-no-points = Aucun point.
web-rows-all = Voir toutes les lignes
web-rows-less = Voir seulement les lignes qui comptent
web-log = Déroulement
web-news = À l'instant
web-over = La partie est finie
web-won = Vous avez gagné !
web-winner = { $winners ->
    [one] Victoire : { $names }
   *[other] Victoire partagée : { $names }
  }
web-again = Rejouer
web-rematch-join = Jouer la revanche
web-follow = Les joueurs lancent une revanche. Vous allez les suivre dans un instant.
web-follow-stay = Rester ici
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
web-replay-as = Voir comme { $name }
web-replay-hands = Ce que chacun voyait
web-replay-common = Pour tout le monde
web-replay-choice = Choisi
web-replay-chose = { $where ->
    [cell] { $name } choisit { $cell }.
   *[elsewhere] { $name } choisit : { $text }.
  }
web-replay-only = (vu seulement par { $names })
web-replay-alarm = Le minuteur caché arrive à zéro à { $time } : il reste { $left ->
    [one] { $left } seconde
   *[other] { $left } secondes
  }.
web-replay-controls = Commandes de lecture
web-replay-step = Étape
web-replay-at = Étape { $step } sur { $steps }, { $time }.
web-replay-play = Lire
web-replay-pause = Pause
web-replay-step-back = Étape précédente
web-replay-step-on = Étape suivante
web-replay-back = Manche ou tour précédent
web-replay-forth = Manche ou tour suivant
web-replay-speed = Vitesse
web-replay-share = Partager
web-replay-link = Lien pour revoir cette partie
web-replay-from-here = Commencer à l'étape { $step }, avec cette vue
web-replay-download = Télécharger le fichier de la partie
web-verified = Vérifiée
web-verified-text = { $draws ->
    [one] Le tirage de cette partie a été vérifié : il vient
   *[other] Les { $draws } tirages de cette partie ont été vérifiés : ils viennent
  } de la graine sur laquelle la table s'était engagée avant le début. Personne n'a choisi ni changé ce qui a été tiré.
web-verified-how = Avant une partie, la table montre l'empreinte de sa graine secrète, et les joueurs ajoutent leurs propres nombres ; ensemble, ils décident de chaque tirage. Après la partie, la graine est révélée. Chacun peut vérifier : tablee verify FICHIER.
web-verified-details = Graine et empreinte
web-verified-commit = Empreinte, montrée avant la partie (SHA-256)
web-verified-seed = Graine, révélée après la partie
web-verified-nonces = Nombres aléatoires des joueurs
web-verified-digest = Empreinte de l'enregistrement
web-verified-yours = Identique à la vôtre
web-verified-yours-text = C'est bien la partie que vous avez jouée : son enregistrement a l'empreinte que cet appareil a reçue à la fin de la partie. Chaque joueur peut le vérifier sur son propre appareil.
web-not-yours = Pas ce que vous avez joué
web-not-yours-text = Ce n'est pas l'enregistrement de la partie que vous avez jouée : à la fin de la partie, cet appareil a reçu une autre empreinte. Quelqu'un a modifié l'enregistrement depuis.
web-unverified = Non vérifiée
web-unverified-text = Les tirages ne viennent pas de la graine sur laquelle la table s'était engagée. Le fichier a été changé, ou la table n'a pas joué franc jeu. La partie est montrée telle que le fichier la raconte.
web-unverified-unknown = Personne ne peut donc dire si les tirages étaient équitables. La partie est montrée telle que le fichier la raconte.
web-note-bot-took-over = Un robot remplace { $name }.
web-note-bot-failed = { $name } joue au hasard : le robot n'a pas répondu.
web-note-stand-in = Un autre robot ({ $text }) choisit pour { $name }.
web-note-back = { $name } est de retour.
web-note-left = { $seated ->
    [no] Tout le monde a quitté la partie ; le reste est joué au hasard.
   *[yes] { $name } a quitté la partie ; un robot prend le relais.
  }
web-note-removed = L'hôte a exclu { $name } ; un robot prend le relais.
web-note-closed = L'hôte a terminé la partie ; le reste est joué au hasard.
web-note-abandoned = Personne n'est revenu ; le reste est joué au hasard.
web-note-time-is-up = Le temps de ce tour est écoulé ; des robots choisissent pour ceux qui manquent.
web-note-too-late = { $name } arrive trop tard : ce coup ne compte pas.
web-note-no-nonce = { $name } n'a pas fourni de nombre aléatoire pour les tirages.

# Pauses, séries et scores des autres
web-pause = Mettre la partie en pause
web-resume = Reprendre
web-paused = En pause
web-paused-text = L'hôte relancera la partie.
web-note-paused = L'hôte a mis la partie en pause.
web-note-resumed = L'hôte a relancé la partie.
web-series-game = Partie { $game } sur { $games }
web-series-over = Partie { $game } sur { $games } terminée
web-series-wait = En attente de la partie suivante
web-series-next = Partie suivante
web-series-soon = La partie suivante commence automatiquement après 30 secondes.
web-series-standing = Classement
web-series-last = Dernière partie
web-series-total = Total provisoire
web-score-of = Score de

# Le décompte et la fin
web-count-title = Le décompte
web-count-at = { $at } sur { $of }
web-count-line = { $direction ->
    [rising] Ligne montante
    [falling] Ligne descendante
   *[vertical] Ligne verticale
  }, { $length } tuiles
web-count-said = { $what }, { $points } ; total { $total }
web-count-pause = Pause
web-count-on = Continuer
web-count-end = Voir le résultat
web-end = Le résultat
web-end-wins = { $winners ->
    [one] { $names } gagne
   *[other] { $names } se partagent la victoire
  }
web-end-shared = Victoire partagée
web-end-game-won = Vous gagnez la partie { $game } !
web-end-game-shared = Partie { $game } : égalité
web-end-game-wins = { $winners ->
    [one] { $names } gagne la partie { $game }
   *[other] { $names } terminent la partie { $game } à égalité en tête
  }
web-end-best = Votre plus belle partie !
web-end-great = Une partie remarquable !
web-end-good = Une très belle partie
web-end-played = Bien joué
web-end-your-score = Votre score
web-end-score-of = { $name } a marqué
web-best-new = Nouveau record personnel : +{ $more }
web-best-kept = Votre record personnel : { $score }
web-best-first = Votre premier score à battre
web-best-line = Votre plus belle ligne : { $line } = { $points }
web-best-row = Votre plus beau gain : +{ $points }
web-better = Mieux que { $percent } %
web-better-of = des { $games } parties du robot { $level }
web-possible = Maximum avec ces tuiles : { $points }
web-possible-found = Meilleur score trouvé avec ces tuiles : { $points }
web-possible-best = Meilleur plateau
web-same-tiles = Les mêmes tuiles chez les autres
web-bot-of = Robot { $level }
web-insights-failed = Impossible de calculer ce qui était possible.
web-insight-failed-best = Impossible de calculer le meilleur plateau.
web-insight-failed-bot = Impossible de calculer le résultat d'un robot avec les mêmes tuiles.
web-insight-failed-percentiles = Impossible de comparer ce score à d'autres.
web-picture = Partager l'image
web-picture-saved = Image enregistrée
web-picture-wins = { $name } gagne avec
web-picture-scores = { $name } marque
web-picture-more = et { $count ->
    [one] { $count } autre
   *[other] { $count } autres
  }
web-picture-best = Record personnel
web-picture-text = { $name } : { $score } à { $game }
web-series-number = Partie { $game }
web-series-sum = Total
web-players-more = +{ $count }
