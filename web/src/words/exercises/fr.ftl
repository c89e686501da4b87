# Les exercices : trouver le meilleur coup. Chargés avec leur page et leur carte de l'accueil.
web-exercise-title = Trouvez mieux
web-exercise-close = Fermer
web-exercise-count = { $number } sur { $of }
web-exercise-where = Où va { $tile } ?
web-exercise-what = Quel est le meilleur coup ici ?
web-exercise-yours = { $game }, votre partie du { $date }, décision { $number } sur { $of }.
web-exercise-bots = { $game }, une partie de robots, décision { $number } sur { $of }.
web-exercise-tries = Deux essais.
web-exercise-try = essai { $number }
web-exercise-rank = { $rank ->
    [2] deuxième choix
    [3] troisième choix
   *[other] { $rank }e sur { $of }
  }
web-exercise-tried = <b>{ $action }</b> : { $rank }
web-exercise-less = { $points } de moins
web-exercise-again = Encore un essai.
web-exercise-wrong = { $action } : { $rank }, { $less }.
web-exercise-best = { $action }. C'est le meilleur coup.
web-exercise-as-good = { $action }. Aussi bon que le meilleur.
web-exercise-is = Le meilleur : { $action }
web-exercise-here = meilleur
web-exercise-then = joué
web-exercise-you-then = Dans la partie, vous aviez choisi { $action }.
web-exercise-bot-then = Dans la partie, le robot avait choisi { $action }.
web-exercise-next = Exercice suivant
web-exercise-finish = Fini pour aujourd'hui
web-exercise-done = C'est tout pour aujourd'hui
web-exercise-done-about = Cinq nouveaux exercices vous attendent demain. L'analyse de votre prochaine partie ajoutera ses propres moments.
web-exercise-home = Vers les jeux
web-exercise-none = Pas encore d'exercices
web-exercise-none-about = Jouez d'abord une partie : ses exercices viendront ici et, après une analyse, vos propres moments.
web-exercise-today = { $left ->
    [0] Tout est fait pour aujourd'hui
    [one] Encore un exercice aujourd'hui
   *[other] { $left } exercices aujourd'hui
  }
web-exercise-start = Commencer
web-exercise-go-on = Continuer
