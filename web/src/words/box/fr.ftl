# À côté de la boîte : les annonces, le sablier, le minuteur. Chargé avec leurs pages.
web-box-about = Vous jouez avec le vrai jeu. Votre téléphone annonce les tuiles, gère le temps caché et compte les points.
web-box-back = Retour
web-box-caller = Annonces
web-box-caller-about = Tire les tuiles et les annonce
web-box-glass = Sablier
web-box-glass-about = Coule à l'abri des regards, puis sonne
web-box-bell = Minuteur
web-box-bell-about = Sonne quand personne ne s'y attend
web-box-scorer = Décompte
web-box-scorer-about = Compte vos points

# Les annonces
web-box-value = { $value ->
    [1] un
    [2] deux
    [3] trois
    [4] quatre
    [5] cinq
    [6] six
    [7] sept
    [8] huit
    [9] neuf
    [10] dix
    [11] onze
    [12] douze
   *[other] { $value }
  }
web-box-quoted = « { $text } »
web-box-count = Tuile { $at } sur { $of }
web-box-announced = Tuile { $at } sur { $of } : { $text }
web-box-before = Précédentes
web-box-all = Toutes les annonces
web-box-undo = Annuler la dernière annonce
web-box-options = Options
web-box-repeat = Répéter
web-box-fingerprint = Empreinte
web-box-first = Annoncer la première tuile
web-box-next = Tuile suivante
web-box-seconds = { $seconds } s
web-box-every = Une annonce toutes les { $seconds } secondes
web-box-aloud = Annoncer à voix haute
web-box-no-voice = Cet appareil n'a pas de voix française : un son accompagne chaque tuile.
web-box-again = Nouvelle partie
web-box-again-text = Une nouvelle partie suit un nouvel ordre. La fin de celle-ci sera perdue.
web-box-variant = À quoi jouez-vous ?
web-box-plan-nexus-standard = Nexus avec déchetteries
web-box-plan-nexus-none = Nexus sans déchetterie
web-box-plan-orchid-suns = Orchidée, soleils
web-box-plan-orchid-moons = Orchidée, lunes
web-box-plan-orchid-both = Orchidée, soleils et lunes
web-box-tiles = { $calls } des { $tiles } tuiles seront annoncées
web-box-how-fair = Pourquoi est-ce équitable ?
web-box-fair = L'ordre est déjà fixé : cette empreinte en fait foi. Après la dernière tuile, la graine est révélée, et vous pourrez vérifier que rien n'a changé.
web-box-fair-end = Cette graine a fixé l'ordre avant la première annonce. Chacun peut le vérifier.
web-box-commit = Empreinte :
web-box-seed = Graine :
web-box-check = Pour vérifier :
web-box-screens = Montrer sur un autre écran
web-box-screens-text = Ouvrez ce lien sur un autre téléphone ou une télé : chaque tuile y paraît dès qu'elle est annoncée.
web-box-unshare = Ne plus montrer
web-box-not-shown = Les autres écrans sont injoignables pour le moment.
web-box-waiting = En attente de la première annonce…
web-box-no-lock = Sans HTTPS, le navigateur ne sait pas garder l'écran allumé. Une vidéo muette s'en charge, si le navigateur le permet.

# Le sablier et le minuteur
web-box-glass-ready = Regardez la rangée de cartes, puis lancez le sablier.
web-box-glass-go = Go !
web-box-glass-stop = Stop
web-box-glass-turn = Retourner le sablier
web-box-glass-runs = Le sablier coule.
web-box-glass-turned = Le sablier est retourné : il reste autant de temps qu'il s'en est écoulé.
web-box-glass-stopped = Arrêté à temps, au bout de { $seconds } s.
web-box-glass-over = C'est fini !
web-box-glass-is-over = Le sablier s'est vidé à { $at }.
web-box-glass-was-over = Le sablier s'est vidé il y a { $ago }, à { $at }.
web-box-bell-ready = Quand tout le monde a vu sa carte, remontez le minuteur.
web-box-bell-go = Remonter le minuteur
web-box-bell-stop = Plus de jetons : arrêter le minuteur
web-box-bell-runs = Le minuteur va sonner. Personne ne sait quand.
web-box-bell-stopped = Le minuteur est arrêté.
web-box-bell-over = Ça sonne !
web-box-bell-is-over = Le minuteur a sonné à { $at }.
web-box-bell-was-over = Le minuteur a sonné il y a { $ago }, à { $at }.
web-box-ago = { $minutes ->
    [0] { $seconds } s
   *[other] { $minutes } min { $seconds } s
  }
web-box-unloaded = Une partie de cette page n'a pas pu être chargée. Vérifiez votre connexion, puis réessayez.
web-box-range = Entre { $from } et { $to } secondes
web-box-range-from = Au moins, en secondes
web-box-range-to = Au plus, en secondes
web-box-open = Jeunes joueurs : tout le monde voit le temps
web-box-usual = Comme dans la règle
web-box-silent = Les sons sont coupés : personne n'entendra la fin.

# Une soirée jeux : toute la soirée sur une page.
web-night = Soirée jeux
web-night-link = Annonces, temps et scores de toute la soirée sur une page
web-night-about = Tout pour une soirée avec vos boîtes, sur une seule page : elle annonce les tuiles ou gère le temps, compte les points et les garde.
web-night-who = Qui joue ?
web-night-player = Joueur { $number }
web-night-add = Ajouter un joueur
web-night-what = Par quoi commencer ?
web-night-begin = Commencer
web-night-view = Ce qui est affiché
web-night-scores = Scores
web-night-game = Partie { $number }
web-night-round = Manche { $number }
web-night-another = Autre jeu
web-night-enter = Saisir les plateaux
web-night-possible = Qu'est-ce qui était possible ?
web-night-possible-title = Avec ces tuiles
web-night-looking = Recherche…
web-night-unknown = Personne ne peut le dire pour cette variante.
web-night-no-bot = Aucun bot ne peut jouer ici.
web-night-best-board = Meilleur plateau
web-night-best-found = Meilleur plateau trouvé
web-night-phones = Téléphones des joueurs
web-night-phones-text = Scannez ce code avec votre téléphone, choisissez votre nom et saisissez-y votre plateau. Il s'affiche ici pour être confirmé.
web-night-sent = { $name } envoie un plateau : { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
web-night-use = Accepter
web-night-use-of = Accepter le plateau : { $name }
web-night-refuse = Refuser
web-night-refuse-of = Refuser le plateau : { $name }
web-night-own = Saisir mon plateau
web-night-who-are-you = Qui êtes-vous ?
web-night-send = Envoyer
web-night-was-sent = Envoyé
web-night-sent-text = Envoyé. Il compte une fois confirmé sur l'autre appareil.
web-night-evenings = Soirées jeux
web-night-new = Nouvelle soirée
web-night-wins-of = { $wins ->
    [one] { $name } : { $wins } victoire
   *[other] { $name } : { $wins } victoires
  }
web-night-totals = Toutes les soirées
web-night-which = Quel jeu ?
web-night-all = Tous les jeux
web-night-games = Parties
web-night-wins = Victoires
web-night-points = Points
web-night-best = Record
web-night-export = Exporter en tableau
web-night-head-date = Date
web-night-head-number = Numéro
web-night-head-game = Jeu
web-night-head-player = Joueur
web-night-head-points = Points
web-night-head-won = Victoire
web-night-delete = Effacer
web-night-delete-one = Effacer la soirée du { $date }
web-night-delete-ask = Effacer la soirée du { $date } ?
