# Ce que seul le client web dit. Les phrases de la table et des jeux viennent du serveur.
web-tagline = Cinq jeux autour d'une table : entre amis, chacun sur son téléphone, ou contre des robots.
web-games = Jeux
web-your-name = Votre nom
web-guest = Invité
web-for = { $least ->
    [1] de 1 à { $most } joueurs
   *[other] de { $least } à { $most } joueurs
  }
web-play-bots = Jouer
web-play-friends = Entre amis
web-more = Options
web-rules = Règles
web-open-tables = Tables ouvertes
web-no-tables = Aucune table n'est ouverte pour l'instant.
web-free = { $free ->
    [0] complet
    [one] 1 place libre
   *[other] { $free } places libres
  }
web-watch = Regarder
web-last = Vos dernières parties
web-no-last = Les parties jouées sur cet appareil apparaîtront ici.
web-go-on = Continuer
web-go-on-with = Continuer { $game }
web-replay = Revoir
web-replay-file = Revoir un fichier de partie
web-independent = Indépendant des éditeurs des jeux et sans lien avec eux. Toutes les illustrations sont les nôtres.
web-settings = Réglages
web-language = Langue
web-look = Apparence
web-look-auto = Auto
web-look-light = Clair
web-look-dark = Sombre
web-sounds = Sons
web-on = Oui
web-off = Non
web-mute = Couper les sons
web-unmute = Remettre les sons
web-close = Fermer
web-cancel = Annuler
web-ok = OK
web-back = Retour
web-home = Accueil
web-retry = Réessayer
web-yes = oui
web-no = non
web-outdated = Tablée a été mise à jour. Rechargez la page pour continuer ; votre place est gardée.
web-reload = Recharger

# Ouvrir une table
web-people = Personnes
web-bots = Robots
web-level = Les robots jouent
web-level-best = de leur mieux
web-series = Parties à la suite
web-timer = Secondes par étape (0 : sans limite)
web-seconds = { $seconds } s
web-public = La montrer dans la liste des tables ouvertes
web-open-table = Ouvrir la table
web-invited = On vous invite à jouer à { $game }
web-join = Prendre place
web-table-full = Toutes les places sont prises.
web-players = Joueurs
web-you = Vous
web-host = Hôte
web-away = absent
web-bot = Robot { $number }
web-bot-plays = un robot joue
web-open-seat = Place libre
web-remove = Écarter { $name }
web-put-bot = Bot
web-fill-bots = Des bots sur les places libres
web-close-seat = Retirer la place { $number }
web-seats-taken = { $taken ->
    [one] { $taken } place prise
   *[other] { $taken } places prises
  } sur { $seats }
web-start = Commencer
web-start-text = Les places libres seront laissées de côté.
web-too-few = Il faut { $least } joueurs pour commencer.
web-wait-host = L'hôte lance la partie dès que tout le monde est là.
web-invite = Inviter
web-invite-text = Envoyez le lien, ou faites-le scanner par les autres avec leur téléphone.
web-link = Lien de cette table
web-qr = Code QR de { $link }
web-copy = Copier le lien
web-copied = Copié
web-share = Partager…
web-only-here = Ce lien ne marche que sur cette machine. Ouvrez cette page par son adresse sur le réseau (le serveur l'affiche au démarrage) et invitez de là.

# À table
web-your-turn = À vous
web-chosen = C'est choisi. Vous pouvez encore changer.
web-waiting = On attend { $names }
web-count = { $chosen } sur { $of } { $chosen ->
    [one] a choisi
   *[other] ont choisi
  }
web-crowd = { $here ->
    [one] { $here } joueur présent
   *[other] { $here } joueurs présents
  } sur { $seats }
web-has-chosen = a choisi
web-to-act = doit jouer
web-actions = Ce que vous pouvez faire
web-score = Score
web-no-points = Pas encore de points.
web-rows-all = Toutes les lignes
web-rows-less = Seulement ce qui compte
web-news = Ce qui vient de se passer
web-over = La partie est finie
web-won = Vous avez gagné !
web-winner = En tête : { $names }
web-again = Rejouer
web-rematch-join = Rejoindre la revanche
web-leave = Quitter
web-leave-text = Un robot continue à votre place, et vous ne pourrez pas y revenir.

# La liaison avec le serveur
web-offline = Le serveur est injoignable.
web-no-answer = La réponse du serveur n'a pas de sens.
web-line-connecting = Connexion…
web-line-open = Connexion…
web-line-reconnecting = La liaison est coupée. Reconnexion…
web-line-restarting = Le serveur redémarre. Votre partie est gardée ; elle reprend dans un instant.
web-line-offline = Pas de réseau. On reprend dès qu'il revient.
web-line-full = Cette place est ouverte sur trop d'appareils. Fermez-la ailleurs et elle s'ouvrira ici.
web-gone-match = Cette table n'existe pas
web-gone-match-text = Le lien est peut-être incomplet, ou la partie a été effacée.
web-gone-token = Cette place n'est plus la vôtre
web-gone-token-text = Vous l'avez quittée, ou l'hôte l'a donnée à quelqu'un d'autre. Vous pouvez encore regarder.
web-gone-removed = L'hôte vous a fait quitter la table
web-gone-removed-text = Vous pouvez encore regarder, ou jouer ailleurs.
web-gone-closed = L'hôte a fermé la table
web-gone-closed-text = Ouvrez la vôtre, ou rejoignez-en une autre.
web-gone-left = Vous avez quitté la table
web-gone-left-text = Un robot continue à votre place.
web-gone-refused = Le serveur ne nous laisse pas entrer
web-gone-refused-text = Revenez à l'accueil et réessayez ; rechargez la page si cela ne suffit pas.

# Plateaux et tuiles
web-empty = vide
web-sun = soleil
web-moon = lune
web-gold = or
web-silver = argent
web-called = Tuile annoncée
web-your-board = Votre plateau
web-board-of = Plateau de { $name }
web-rivals = Les autres
web-rivals-more = En voir d'autres
web-calls-left = { $calls ->
    [0] dernière annonce
    [one] 1 annonce restante
   *[other] { $calls } annonces restantes
  }
web-enlarge = Voir de près : { $name }
