web-bag = Montrer les tuiles encore dans le sac
web-put-reserve = Mettre en réserve
web-discard = Envoyer à la déchetterie
web-bury = Posez cette tuile chez { $name }, sur la déchetterie
web-relocate = Déplacez des tuiles de la réserve vers les trous A, B et C : une tuile, puis un trou.
web-relocate-tile = Tuile { $number } de la réserve : { $tile }
web-relocate-worth = Votre score : { $total }
web-relocate-change = Votre score : { $total } ({ $more })
web-relocate-done = Terminé
web-relocate-keep = Ne rien déplacer
web-relocate-again = Recommencer
web-scrapyard-of = Déchetterie : { $name }
web-your-scrapyard = Votre déchetterie
web-your-reserve = Votre réserve
web-count-part = { $what ->
    [line] { $count ->
        [one] 1 ligne
       *[other] { $count } lignes
      }
    [bonus] { $count ->
        [one] 1 tuile bonus
       *[other] { $count } tuiles bonus
      }
   *[ray] Le plus long rayon
  }
web-count-stays = Cette valeur ne s'ajoute pas : votre score reste à { $score }.

# Les règles en un coup d'œil
web-glance-goal = But
web-glance-goal-text = Remplissez des lignes de votre Nexus d'un seul nombre, d'un bord à l'autre. Le plus haut total l'emporte.
web-glance-turn = À votre tour
web-glance-turn-text = Chacun pose la tuile annoncée : sur le Nexus ou, si elle gêne, sur la déchetterie.
web-glance-score = Score
web-glance-score-text = Une ligne pleine vaut sa longueur fois son nombre. L'or, l'argent et le plus long rayon rapportent en plus. Une déchetterie de moins de 60 coûte 60 points.

# Le compteur
web-score-reserve = Réserve
web-score-best-move = Déplacer les tuiles de la réserve vers les meilleurs trous
