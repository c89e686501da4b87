# Ce que dit la ligne de commande en plus des phrases de la table, et son aide.
argparse-ambiguous = { $option } peut signifier { $matches }
argparse-argument = { $argument } : { $message }
argparse-help = montre cette aide et s'arrête
argparse-ignored = ne prend pas de valeur, et pourtant { $text } est donné
argparse-not-with = incompatible avec { $text }
argparse-one = il faut une valeur
argparse-options = options
argparse-positional = arguments
argparse-required = il manque { $text }
argparse-some = il faut au moins une valeur
argparse-type = { $value } n'est pas valide ({ $type })
argparse-usage = usage :{ " " }
argparse-version = montre la version et s'arrête
bad-base-path = « { $text } » n'est pas un dossier : écrivez-le comme /jeux/.
bad-choice = « { $text } » n'est pas possible. Choix : { $known }.
bad-text = Cet argument n'est pas un texte valide.
bad-number = « { $text } » n'est pas un nombre entier.
bad-setting = { $name } : « { $text } » n'est pas un nombre entier de { $least } à { $most }.
bad-data = « { $data } » n'est pas un fichier de données : donnez le chemin d'un fichier, ou postgresql://….
no-folder = Le dossier « { $folder } » n'existe pas. Créez-le, ou choisissez un autre endroit avec --data.
bad-proxy = --behind : « { $text } » n'est ni une adresse IP, ni un réseau comme 10.0.0.0/8, ni *.
bad-host-name = --allow-host : « { $text } » n'est pas un nom d'hôte, comme jeux.example.org.
commands = commandes
did-you-mean = Vouliez-vous dire « { $near } » ?
help-allow-host = accepte aussi ce nom d'hôte ; peut être répété (ou TABLEE_HOSTS)
help-arena = Organise un tournoi de robots : les mêmes donnes pour tous, à chaque place. Les compare et les cote.
help-arena-bots = les robots à comparer, deux ou plus : des niveaux, ou module:Classe
help-arena-cluster = joue sur ce cluster Dask, par exemple tcp://hôte:8786
help-arena-games = nombre de donnes ; chaque robot joue chacune (par défaut : 100)
help-arena-out = écrit results.jsonl, table.json et plot.svg dans ce dossier
help-arena-resume = reprend le tournoi du dossier --out
help-arena-seats = nombre de places par partie (par défaut : le minimum habituel du jeu)
help-arena-seed = graine du hasard ; la même graine donne les mêmes résultats (par défaut : 1)
help-arena-workers = nombre de processus (par défaut : un par cœur)
help-backup = Copie toutes les parties dans un nouveau fichier, même pendant que le serveur tourne.
help-backup-file = le nouveau fichier ; il ne doit pas exister
help-base-path = le dossier où un proxy montre ce serveur, comme /jeux/ (ou TABLEE_BASE_PATH)
help-behind = les proxys inverses dont on croit les adresses de clients (ou TABLEE_BEHIND)
help-benchmark = Fait passer le banc d'essai à un agent, ou vérifie une inscription en la rejouant.
help-benchmark-agent = un niveau, module:Classe, `strongest` ou `verify`
help-benchmark-check = joue les parties de cette version plutôt que celles qui sont publiées
help-benchmark-deals = ne joue que les N premières parties de chaque épreuve, pour essayer
help-benchmark-file = l'inscription à vérifier
help-benchmark-out = écrit l'inscription dans ce fichier
help-board-game = un jeu ; `tablee { $command } JEU --help` montre ce qu'il lui faut
help-bot = propose un robot à vous sous ce nom ; répétable (ou TABLEE_BOTS)
help-mcp = Fait jouer des modèles de langue et d'autres outils : sert le Model Context Protocol sur l'entrée standard.
help-mcp-seed = utilise cette graine pour les tirages de toutes les tables
help-calls = Recalcule les tuiles annoncées par le navigateur pour un jeu en boîte, d'après la graine montrée à la fin.
help-calls-seed = 64 chiffres hexadécimaux
help-check = Vérifie qu'un jeu, ou chaque jeu, respecte les lois du contrat.
help-check-game = un jeu, ou son module ou son dossier, comme . pour le dossier où vous êtes (par défaut : tous les jeux)
help-check-matches = nombre de parties au hasard par jeu (par défaut : 200)
help-check-seed = graine du hasard de ces parties (par défaut : 1)
help-data = le fichier de données, ou postgresql://… (ou TABLEE_DATA ; par défaut : tablee.db dans votre dossier de données)
help-daily = Montre la donne du jour : sa graine et les tuiles annoncées.
help-daily-date = la date (par défaut, celle de cette machine)
help-daily-game = ce jeu seulement (par défaut, tous ceux qui en ont une)
daily-as-it-is = Une donne du jour se joue seul, avec ses options et ses tirages : omettez --bots, --series, --seed, --option et --table.
daily-deal = Donne du { $day } : { $game }
daily-seed = Graine { $seed }
verified-daily = C'est la donne du { $day } : sa graine découle de la date, et personne n'y a rien ajouté.
help-epilog =
    Sans commande, `tablee` ouvre le serveur, comme `tablee serve`.

    exemples :
      tablee play take-it-easy                          jouer contre un robot dans le terminal
      tablee play take-it-easy --option rays=all        jouer une variante ; `tablee games` liste les options
      tablee simulate take-it-easy --games 1000 --bots greedy,random
      tablee arena take-it-easy --games 200 --bots greedy,random
      tablee score take-it-easy "9-6-3 9-6-8 9-2-4 / . . . . / . . . . . / . . . . / . . ."
      tablee solve take-it-easy                         le score maximal, et chaque plateau qui l'atteint
      tablee verify vacances.match                      vérifier que chaque tirage était honnête
      tablee site public                                écrire un site statique qui n'a pas besoin de serveur
      tablee new-game high-card                         écrire un nouveau jeu à vous
      tablee calls take-it-easy SEED                    vérifier ce que le navigateur a annoncé
help-export = Écrit l'enregistrement d'une partie finie.
help-game = un jeu, tel que `tablee games` le nomme
help-games = Liste les jeux, leurs options et leurs robots.
help-host = l'adresse où écouter (ou TABLEE_HOST ; par défaut : 0.0.0.0, tous les réseaux)
help-import = Vérifie l'enregistrement d'une partie finie et l'ajoute aux données.
help-json = écrit le résultat, ou l'erreur, en JSON
help-lang = la langue (par défaut : celle de l'environnement)
help-limit = règle une limite de docs/hosting.md ; peut être répété (ou TABLEE_LIMITS)
help-match = une partie, nommée par la fin de son lien
help-new-game = Écrit le paquet d'un nouveau jeu, complet et jouable, à vous de le changer.
help-new-game-name = son nom, comme high-card ; c'est aussi celui du nouveau dossier
help-no-browser = n'ouvre pas de navigateur
help-no-reviews = n'analyse pas les parties (ou TABLEE_NO_REVIEWS=1)
help-option = règle une option du jeu ; peut être répété
help-play = Joue dans le terminal, contre des robots ou à une table d'un serveur.
help-play-bots = les robots adverses : des niveaux, ou module:Classe (par défaut : aussi peu que le jeu en demande, à leur niveau rapide)
help-play-daily = joue en solo la donne du jour, ou celle de DATE
help-play-name = votre nom
help-play-plain = du texte seul, pour les lecteurs d'écran
help-play-save = enregistre la partie dans ce fichier
help-play-seed = la graine des tirages : 64 chiffres hexadécimaux, ou un texte quelconque
help-play-series = joue une série de N parties et additionne les scores
help-play-table = rejoint plutôt la table de ce lien (http://…/t/…)
help-port = le port où écouter (ou TABLEE_PORT ; par défaut : 8765 ; 0 en choisit un libre)
help-prune = Supprime les vieilles parties.
help-prune-days = supprime les parties finies depuis plus de DAYS jours
help-record-file = un fichier .match, ou - pour l'entrée standard
help-repeated = { $help } (peut être répété)
help-replay = Raconte une partie enregistrée, en entier ou telle qu'une place l'a vue.
help-replay-seat = ne montre que ce que cette place a vu, comptée à partir de 1 (par défaut : tout)
help-review = Dit ce que valait chaque décision d'une place dans une partie finie.
help-review-depth = tirages à anticiper (par défaut : autant que possible)
help-review-seat = la place analysée, comptée à partir de 1 (par défaut : 1)
help-score = Compte les points de plateaux d'une vraie table ; voir `tablee score JEU --help`.
help-score-json = écrit le résultat en JSON ; `--json -` lit aussi une demande en JSON (game, options, boards) sur l'entrée standard
help-serve = Ouvre le serveur pour les navigateurs de cette machine et du réseau local.
help-simulate = Joue beaucoup de parties entre robots et compare leurs scores.
help-simulate-bots = les robots, assis à tour de rôle : des niveaux, ou module:Classe (par défaut : random)
help-simulate-games = nombre de parties (par défaut : 100)
help-simulate-save = enregistre toutes les parties dans ce dossier
help-simulate-seats = nombre de places (par défaut : une par robot, ou plus si le jeu l'exige)
help-simulate-seed = graine du hasard ; la même graine joue les mêmes parties (par défaut : 1)
help-site = Écrit un site statique : l'interface web avec Python dans le navigateur, pour tout hébergeur.
help-site-folder = un dossier neuf ou vide, ou un ancien site à remplacer
help-solve = Cherche les meilleurs plateaux pour des tuiles données ; voir `tablee solve JEU --help`.
help-tablee = Héberge, joue, simule, vérifie et compte des jeux de société.
help-tls = sert en HTTPS avec ces fichiers PEM, ou `auto` pour un certificat auto-signé (ou TABLEE_TLS)
help-fsck = Cherche des dommages dans toutes les données, même pendant que le serveur tourne.
help-fsck-save = copie ce qui est intact dans ce nouveau fichier
help-transfer = Copie tout dans un fichier de données ou une base vide, tant qu'aucun serveur ne tourne.
help-transfer-to = un nouveau fichier de données, ou l'URL d'une base PostgreSQL vide
help-verify = Recalcule chaque tirage d'une partie finie, pour vérifier qu'il était honnête.
help-workers = processus pour les robots (ou TABLEE_WORKERS ; par défaut : cœurs − 1)
name-a-game = Nommez un jeu (`tablee games` les liste) ou une table (--table LIEN).
too-many-arguments = « { $text } » est de trop.
unknown-command = La commande « { $command } » n'existe pas. Commandes connues : { $known }.
unknown-flag = L'option « { $flag } » n'existe pas ici.
help-matches = Liste les parties gardées, en cherche, en montre ou en supprime une.
help-matches-text = seulement les parties dont le nom, le jeu ou les joueurs contiennent ce texte
help-matches-state = seulement les parties dans cet état
help-matches-limit = combien en lister (par défaut : 50)
help-matches-show = montre cette partie
help-matches-delete = supprime cette partie, qui doit être finie
help-keep-days = supprime les parties finies depuis plus de DAYS jours (ou TABLEE_KEEP_DAYS ; par défaut : jamais)
help-backup-every = fait une sauvegarde toutes les HOURS heures (ou TABLEE_BACKUP_EVERY ; par défaut : jamais)
help-backup-to = le dossier de ces sauvegardes, dont sept sont gardées (ou TABLEE_BACKUP_TO ; par défaut : backups, à côté du fichier de données)
help-admin-token = permet de voir /admin depuis d'autres machines avec ce jeton (ou TABLEE_ADMIN_TOKEN)
help-invite = demande ce mot de passe avant d'ouvrir une table ; les liens des tables marchent sans (ou TABLEE_INVITE)
short-secret = { $name } demande au moins { $least } caractères.
backup-needs-folder = Nommez avec --backup-to le dossier pour les sauvegardes d'une base de données.
match-in-play = « { $match } » n'est pas finie : seules les parties finies peuvent être supprimées.
match-deleted = « { $match } » est supprimée.
matches-none = Aucune partie gardée ne correspond.
match-opened = ouverte
match-changed = dernier changement
match-rows = lignes
match-players = joueurs
match-game = jeu
match-state = état
state-open = ouverte
state-play = en cours
state-over = finie
state-closed = fermée

# Ce que les commandes affichent
not-committed = { $draws ->
    [one] Le { $draws } tirage suivant relève de l'entraînement : personne ne s'y était engagé avant la partie.
   *[other] Les { $draws } tirages suivants relèvent de l'entraînement : personne ne s'y était engagé avant la partie.
}
fsck-good = { $matches ->
    [one] { $matches } partie de { $rows } lignes vérifiée ; rien n'est abîmé.
   *[other] { $matches } parties de { $rows } lignes au total vérifiées ; rien n'est abîmé.
  }
fsck-found = { $matches ->
    [one] { $matches } partie de { $rows } lignes vérifiée ; elle est abîmée.
   *[other] { $matches } parties de { $rows } lignes au total vérifiées ; { $damaged ->
        [one] une est abîmée.
       *[other] { $damaged } sont abîmées.
      }
  }
fsck-unchecked = { $matches ->
    [one] { $matches } partie n'a pas été rejouée, car son jeu n'est pas installé.
   *[other] { $matches } parties n'ont pas été rejouées, car leurs jeux ne sont pas installés.
  }
fsck-row = abîmée à partir de la ligne { NUMBER($row, useGrouping: 0) }
fsck-match = ses réglages, sa graine ou son en-tête sont abîmés
fsck-record = la ligne { NUMBER($line, useGrouping: 0) } de son enregistrement ne peut pas être rejouée
fsck-no-entry = ses lignes existent, mais son entrée est perdue
fsck-screen = le dernier écran enregistré est abîmé et sera refait
record-digest = Empreinte de l'enregistrement : { $digest }
verified = { $draws ->
    [one] Le tirage correspond
   *[other] Les { $draws } tirages correspondent
  } à la graine sur laquelle la table s'était engagée.
calls-commit = Empreinte montrée avant la première annonce : { $commit }
lawful = { $game } : { $matches ->
    [one] { $matches } partie au hasard
   *[other] { $matches } parties au hasard
  } et { $records ->
    [one] { $records } enregistrement de référence
   *[other] { $records } enregistrements de référence
  } respectent toutes les lois.
new-game-written = « { $game } » est dans le dossier { $folder }, prêt à jouer : à vous d'en faire votre jeu.
make-golden = Pour créer des enregistrements de référence : tablee simulate { $game } --games 3 --save { $folder }
simulated = { $game } : { $games ->
    [one] { $games } partie
   *[other] { $games } parties
  }, graine { $seed }
playing = en cours
arena-resume = Pour reprendre, indiquez le dossier avec --out.
benchmark-file = Nommez le fichier (FILE) à vérifier.
solved = Le maximum est de { $points } points. { $boards ->
    [one] Un plateau qui l'atteint :
   *[other] { $boards } plateaux l'atteignent :
  }
solved-bound = Le meilleur plateau trouvé vaut { $points } points ; le maximum est d'au plus { $bound }.
site-written = { $folder } est prêt : { $files } fichiers, { $size } Mo. Déposez-le chez n'importe quel hébergeur.
reviewing = Analyse en cours
review-title = Analyse : { $seat }
review-depth = Elles regardent { $depth ->
    [one] un tirage
   *[other] { $depth } tirages
  } à l'avance.
review-nothing = Rien à améliorer ici.
review-moment = Décision { $number } : { $chosen } valait { $value }. { $best } valait { $more } de plus ({ $margin ->
    [exact] exact
   *[other] ± { $margin }
  }).
review-losses = Points perdus par décision : { $loss } ({ $decisions ->
    [one] une décision
   *[other] { $decisions } décisions
  } qui comptaient)
review-start = Au départ
review-luck = Chance
review-others = Les autres
review-correction = Correction
review-loss = Jeu
review-result = Résultat
column-seat = place
column-bot = robot
column-mean = moyenne
column-interval = 95 %
column-least = min
column-most = max
column-wins = victoires
column-score = score
column-corrected = sans la chance
column-lead = avance
column-rating = cote
column-task = épreuve
column-points = points
column-choices = choix
column-evaluations = évaluations

# Ce que disent les commandes et les programmes, mais aucun navigateur
no-bot-in = Le robot « { $bot } » n'est pas disponible ici : { $why }.
no-bot-class = { $text } n'est pas un robot : il faut une classe dérivée de tablee.Bot.
own-bot-lacks = Il manque { $methods } au robot « { $bot } ».
own-bot-plays = Le robot « { $bot } » joue à { $games }, pas à { $game }.
bad-level-name = Un robot ne peut pas s'appeler « { $text } » ici : choisissez un nom libre, d'au plus 24 lettres, chiffres et traits d'union.
new-game-name = Un jeu ne peut pas s'appeler « { $name } » : utilisez des mots en minuscules reliés par des traits d'union, par exemple high-card.
new-game-taken = « { $name } » est déjà le nom d'un jeu installé ou d'un module Python.
new-game-there = « { $folder } » existe déjà.
arena-bots = Un tournoi réunit au moins deux robots, chacun nommé une seule fois.
arena-there = « { $file } » contient déjà des résultats. Ajoutez --resume pour continuer, ou choisissez un autre dossier.
arena-other = « { $file } » contient les résultats d'un autre tournoi : jeu, robots et leur code, places, options et graine doivent être les mêmes.
arena-players = La machine « { $host } » a d'autres robots sous les mêmes noms : installez partout la même version de Tablée.
arena-no-bot = Sur la machine « { $host } » : { $why }
benchmark-task = Cette série n'a pas d'épreuve « { $task } ».
benchmark-nothing = Cet agent ne joue à aucun jeu de la série.
benchmark-choices = L'inscription compte moins de choix que la partie n'en demande.
benchmark-suite = Ce n'est pas une inscription à la série { $suite }, ou elle vient d'une autre version.
benchmark-entry = Ce n'est pas une inscription au banc d'essai.
benchmark-digest = L'empreinte n'est pas celle de l'inscription : elle a été modifiée.
benchmark-figures = Les chiffres ne sont pas ceux des parties.
benchmark-deal = { $task }, partie { $number } : { $why }
benchmark-verified = { $agent } : chaque partie se déroule comme l'inscription le dit.
no-mcp = Il faut l'extra « mcp » : pip install "tablee[mcp]".
no-dask = Il faut l'extra « cluster » : pip install "tablee[cluster]".
no-cluster = Impossible de joindre le cluster « { $address } » : { $why }.
no-file = Impossible de lire « { $file } » : { $why }.
no-write = Impossible d'écrire « { $file } » : { $why }.
bad-json = Demande invalide : { $why }.
other-game = La demande concerne « { $found } », et non « { $game } ».
bad-flag = « { $text } » doit avoir la forme { $form }.
no-kernel = { $game } ne peut pas se jouer par lots : il n'a pas de noyau de calcul.
no-compiled-bot = { $game } n'a pas de bot compilé « { $level } » pour les lots ; il y a : { $levels }.
no-batch-bot = { $bot } ne peut pas jouer par lots : ils acceptent random, les bots compilés ({ $levels }) et les politiques.
serving = Tablée est en marche : { $here } – sur le même réseau : { $around }
serving-here = Tablée est en marche, sur cette machine seulement : { $here }
pruned = { $matches ->
    [one] { $matches } partie supprimée.
   *[other] { $matches } parties supprimées.
  }
no-cryptography = Il faut l'extra « tls » : pip install "tablee[tls]".
no-site-parts = Il faut l'extra « site » : pip install "tablee[site]".
no-client = L'interface web n'est pas construite : lancez « make .venv/web ».
not-a-site = « { $folder } » n'est ni vide ni un site Tablée.
transferred = Tout a été copié.
axis-corrected = score sans la chance, moyenne et intervalle à 95 %
