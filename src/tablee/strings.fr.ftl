# Phrases de la table elle-même. Celles d'un jeu sont dans son dossier.
# Quand une phrase nomme un $seat (ou un $other), $you dit si c'est le lecteur : seat, other ou nobody.
seat-name = Place { $number }
has-chosen = { $you ->
    [seat] Vous avez choisi.
   *[nobody] { $seat } a choisi.
  }
next-game = La partie { $number } sur { $games } commence.
too-late = Trop tard : le temps est écoulé.
no-bell-now = Aucun minuteur n'arrive à zéro maintenant.
not-your-turn = Ce n'est pas à vous de jouer.
changed-too-often = Vous avez changé d'avis trop souvent. Votre choix ne bouge plus jusqu'à votre prochain tour.
time-runs-back = Le temps ne peut pas reculer : { NUMBER($ms, useGrouping: 0) } ms vient avant { NUMBER($at, useGrouping: 0) } ms.
no-such-action = Action inconnue : « { $text } ».
no-such-draw = Ceci ne peut pas être tiré maintenant.
at-line = ligne { NUMBER($line, useGrouping: 0) } : { $why }

# Robots
bot-champion = Champion
bot-expert = Expert
bot-random = Au hasard
bot-rung-1 = Pia
bot-rung-2 = Tom
bot-rung-3 = Lou
bot-rung-4 = Max
bot-rung-5 = Rosa
bot-rung-6 = Hugo
bot-rung-7 = Nour
bot-rung-8 = Emil
bot-rung-9 = Vera
bot-rung-10 = Atlas
bot-greedy = Habitué
bot-sensible = Habitué
bot-first-game = Débutant

# Textes et options
unknown-game = Le jeu « { $game } » n'existe pas. Jeux connus : { $known }.
unknown-option = L'option « { $option } » n'existe pas. Options connues : { $known }.
bad-option-value = L'option « { $option } » ne peut pas valoir « { $value } ». Valeurs possibles : { $choices }.
level-needs = Le robot « { $bot } » a besoin du paquet « { $package } », qui n'est pas installé ici.
unknown-bot = Le robot « { $bot } » n'existe pas. Robots connus : { $known }.
long-game = À { $seats } joueurs et avec ces options, une seule partie serait déjà trop longue. Choisissez des nombres plus petits.
long-series = À { $seats } joueurs et avec ces options, une série compte au plus { $most ->
    [one] { $most } partie
   *[other] { $most } parties
  }, pas { $games }.
no-such-seat = Il n'y a pas de place { $number } à cette table : les places sont numérotées de 0 à { $last }.
bad-seats = Ce jeu se joue de { $least } à { $most } joueurs, pas à { $found }.
no-solver = Le jeu « { $game } » n'a pas de solveur.
solve-options = Le solveur ne connaît pas ces options.
solve-strange = La tuile { $tile } n'est pas en jeu avec ces options.
solve-few = { $found ->
    [one] { $found } tuile ne suffit pas
   *[other] { $found } tuiles ne suffisent pas
  } : il y en a { $expected } à poser.
no-scoring = Le jeu « { $game } » n'a pas de plateau dont on puisse compter les points.
board-field = « { $field } » ne fait pas partie d'un plateau. Champs connus : { $known }.
board-columns = Le plateau a { $found ->
    [one] { $found } colonne
   *[other] { $found } colonnes
  } au lieu de { $expected }.
board-column = La colonne { $column } a { $found ->
    [one] { $found } case
   *[other] { $found } cases
  } au lieu de { $expected }.
board-tile = La tuile « { $tile } » n'existe pas (en { $cell }).
tile-twice = La tuile { $tile } est en { $cell } et en { $second }.
no-such-tile = La tuile « { $tile } » n'existe pas.
tile-listed-twice = La tuile { $tile } figure deux fois dans la liste.
no-such-cell = La case « { $cell } » n'existe pas. Les cases vont de { $first } à { $last }.

# Enregistrements
record-not-json = ceci n'est pas une ligne d'enregistrement.
record-line = ceci n'est ni un en-tête, ni une action, ni une note, ni un résultat.
record-format = le format { $found } est inconnu ; ici, c'est le format { $known }.
record-who = « { $who } » n'est pas une place.
record-time = « { $ms } » n'est pas un temps en millisecondes.
record-header-lacks = il manque « { $field } » dans l'en-tête.
record-header-field = « { $field } » est inconnu dans l'en-tête ou n'a pas la bonne forme.
record-header-first = un enregistrement a un seul en-tête, à la première ligne.
record-after-result = il y a quelque chose après le résultat.
record-empty = l'enregistrement est vide.
record-long-line = la ligne est trop longue pour un enregistrement.
record-cut = l'enregistrement s'interrompt au milieu de cette ligne.
unknown-rules = la version { $found } des règles de { $game } est inconnue ; ici, c'est la version { $known }.
other-parts = cette partie de { $game } a été jouée avec un autre matériel ({ $found }, ici { $known }).
result-too-early = il y a un résultat, mais la partie n'est pas finie.
wrong-result = les scores sont { $expected }, et non { $found }.
bad-secret = une graine ou un nonce compte 64 chiffres hexadécimaux.
no-commit = la table ne s'était engagée sur aucune graine avant la partie : les tirages ne peuvent pas être vérifiés.
not-revealed = la graine n'est pas révélée (la partie n'est peut-être pas finie) : les tirages ne peuvent pas être vérifiés.
wrong-commit = la graine révélée n'est pas celle sur laquelle la table s'est engagée en ligne 1.
wrong-draw = le tirage { $number } aurait dû être { $expected }, et non { $found }.

# La ligne de commande
you = Joueur
total = total
labelled = { $label } : { $value }
place = { $place }. { $seat } : { $score }
seats-known = { $least } à { $most } joueurs
list-bots = robots
no-calls = Rien n'est annoncé dans « { $game } ».
not-over-yet = La partie n'est pas encore finie.
no-board = Il n'y a rien à compter : donnez au moins un plateau.
bad-count = « { $text } » est hors limites : choisissez de { $least } à { $most }.

# Le serveur
damaged = Cette partie est abîmée et ne peut plus être lue.
no-match = Cette partie n'existe pas.
no-call-secret = Pour montrer des annonces ici, envoyez le secret de la personne qui annonce.
not-your-call = Seule la personne qui annonce peut changer ce qui est montré ici.
no-call = Plus rien n'est annoncé sous ce lien.
no-transfer = Ce lien ne sert plus.
bad-token = Ce lien n'ouvre aucune place à cette table.
no-seat = Cette place n'existe pas.
no-open-seat = Aucune place n'est libre.
no-strings = Cette langue n'est pas disponible.
no-hints = Les indices sont réservés à une personne qui joue seule ou contre des robots, si la table les autorise.
no-reviews = Ce serveur n'analyse pas les parties.
no-daily = « { $game } » n'a pas de donne du jour.
daily-too-early = Il n'y a pas de donne du { $day } : la première est celle du { $first }.
bad-day = « { $text } » n'est pas une date comme 2026-11-18.
wrong-daily = Ce n'est pas la graine de la donne du { $day }.
no-guide = Ce jeu n'a pas de partie guidée.
nobody-there = Il n'y a personne à cette place.
not-host = Seul l'hôte peut le faire.
not-playing = La partie n'a pas commencé, ou elle est déjà finie.
seat-taken = La place { $number } est prise.
replay-too-long = Cette partie est trop longue pour être revue ici.
sheet-hidden = Ce score est encore secret.
slow-down = Trop de demandes à la fois. Patientez un instant.
spectator = Les spectateurs ne jouent pas.
stale = Ce tour est déjà fini.
too-many = La limite est atteinte. Réessayez plus tard.
too-many-tables = Votre réseau a déjà trop de tables ouvertes. Fermez-en une ou réessayez plus tard.
too-many-bots = Votre réseau a déjà trop de robots à ses tables. Fermez une table ou ajoutez moins de robots.
too-many-reviews = Trop d'analyses sont déjà en cours. Réessayez dans une minute.
too-many-replays = Trop de parties attendent déjà d'être revues. Réessayez dans une minute.
too-many-calls = Votre réseau montre déjà des annonces sur trop d'écrans. Réessayez plus tard.
tables-away = Les tables sont injoignables pour le moment. Réessayez dans un instant.
try-again = L'enregistrement a échoué. Réessayez.
wrong-nonce = Ce nombre ne correspond pas à votre engagement.
wrong-state = { $state ->
    [open] La partie n'a pas encore commencé.
    [play] La partie a déjà commencé.
    [over] La partie est finie.
   *[closed] La table est fermée.
  }
bad-message = Message invalide.
bad-name = Un nom compte de 1 à 24 caractères et ne commence pas par « bot: ».
unknown-host = Ce serveur ne répond pas à cette adresse.
foreign-origin = Cette demande vient d'un autre site.
no-answer = La réponse du serveur est illisible.
bad-request = Demande invalide : { $why }.
bad-method = Méthode non permise : { $why }.
too-big = C'est trop gros : { $why }.
not-found = Il n'y a rien ici : { $why }.
record-note = « { $note } » n'est pas une note connue de cette version.
paused = La partie est en pause.
no-what-if = On ne peut reprendre une partie qu'à un moment où quelqu'un doit jouer.
cannot-pause = La partie ne peut pas être mise en pause ni reprise maintenant.
no-next-game = Il n'y a pas de partie suivante à lancer.
draw-takes-time = un tirage ne prend pas de temps : il doit être à { NUMBER($at, useGrouping: 0) } ms comme la ligne précédente, et non à { NUMBER($ms, useGrouping: 0) } ms.
wrong-score = le score de la place { $number } est { $expected }, et non { $found }.
wrong-place = la place { $number } a le rang { $expected }, et non { $found }.
clock-stopped = Arrêté à temps : le minuteur caché était réglé sur { $seconds },{ $hundredths } s.
note-bot-took-over = Un robot joue pour { $seat }.
note-bot-failed = { $seat } joue au hasard : le robot n'a pas répondu.
note-stand-in = Un autre robot ({ $text }) choisit pour { $seat }.
note-back = { $seat } est de retour.
note-left = { $seat } a quitté la partie ; un robot prend le relais.
note-removed = L'hôte a exclu { $seat } ; un robot prend le relais.
note-closed = L'hôte a terminé la partie ; le reste est joué au hasard.
note-abandoned = Personne n'est revenu ; le reste est joué au hasard.
note-time-is-up = Le temps de ce tour est écoulé ; des robots choisissent pour ceux qui manquent.
note-too-late = { $seat } arrive trop tard : { $text }.
note-no-nonce = { $seat } n'a pas fourni de nombre aléatoire pour les tirages.
note-paused = L'hôte a mis la partie en pause.
note-resumed = L'hôte a relancé la partie.
note-hint = { $seat } a consulté un indice.
note-what-if = Entraînement à partir d'ici : les tirages et tout ce qui était caché pour { $seat } sont nouveaux.
note-everybody-left = Tout le monde est parti ; le reste est joué au hasard.
judge = Les valeurs viennent de parties imaginées, jouées au hasard.
invite-only = C'est réservé aux membres. Entrez le mot de passe du club sur la page d'accueil.

### À l'invite de commandes et en Python seulement : la suite n'est pas envoyée aux navigateurs
no-game-in-module = Il n'y a pas de jeu dans « { $module } » : { $why }.
other-options = Ce ne sont pas des options de { $game }.
options-twice = Donnez les options en une seule valeur ou par mots-clés, pas les deux.
bad-seat-name = Une place se donne par un nom, un tuple de noms, bot:NIVEAU ou une classe de robot, pas par { $text }.
no-game-of = { $text } n'appartient à aucun jeu.
no-evaluator = Le robot « { $bot } » n'évalue pas les coups ; `expert` le fait.
welcome = { $game } – tapez ? pour voir vos coups, sheet pour la feuille de score, rules pour les règles, quit pour partir.
saved = Enregistré dans { $file }
arena = { $game } : { $deals ->
    [one] { $deals } donne
   *[other] { $deals } donnes
  } pour tous, { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
  }, graine { $seed }
no-data = « { $file } » est inutilisable : { $why }.
newer-data = Ces données ont été mises à niveau par une version plus récente de Tablée. Installez-la pour les utiliser.
data-in-use = Un autre serveur utilise déjà « { $file } ».
no-listen = Impossible d'écouter sur { $host }:{ NUMBER($port, useGrouping: 0) } : { $why }.
no-asyncpg = Il faut l'extra « postgres » : pip install "tablee[postgres]".
not-empty = « { $file } » contient déjà des parties.
text-game = Indiquez une place de la table, ce qui suit les réponses non autorisées (random ou forfeit) et au moins un essai.
text-game-forfeit = { $tries ->
    [one] Une réponse n'était pas un coup autorisé
   *[other] { $tries } réponses de suite n'étaient pas des coups autorisés
  } : la partie est perdue par forfait.
mcp-table = Il n'y a pas de table { $table } ici ; open_table en ouvre une.
own-bot-illegal = Le robot « { $bot } » a choisi { $text }, qui ne fait pas partie de ses coups autorisés.
