# Revoir une partie. Chargé avec sa page.
web-log = Déroulement
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
web-replay-play = Lire
web-replay-pause = Pause
web-replay-step-back = Étape précédente
web-replay-step-on = Étape suivante
web-replay-back = Manche ou tour précédent
web-replay-forth = Manche ou tour suivant
web-replay-speed = Vitesse
web-verified = Vérifiée
web-verified-practice = { $draws ->
    [0] Aucun tirage de cette partie n'était fixé
    [one] Seul le premier tirage de cette partie était fixé
   *[other] Seuls les { $draws } premiers tirages de cette partie étaient fixés
  } avant le début : ensuite, quelqu'un a joué la suite pour s'entraîner.
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
web-note-paused = L'hôte a mis la partie en pause.
web-note-resumed = L'hôte a relancé la partie.
web-replay-link = Lien pour revoir cette partie
web-replay-from-here = Commencer à l'étape { $step }, avec cette vue
