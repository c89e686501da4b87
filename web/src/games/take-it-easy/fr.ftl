web-bag = Montrer les tuiles encore dans le sac

# Les règles en un coup d'œil
web-glance-goal = But
web-glance-goal-text = Remplissez des lignes d'un seul nombre, d'un bord à l'autre. Le plus haut total après 19 tuiles l'emporte.
web-glance-turn = À votre tour
web-glance-turn-text = Une tuile est annoncée, et chacun pose la même sur une case libre de son plateau.
web-glance-score = Score
web-glance-score-text = Une ligne pleine d'un seul nombre vaut sa longueur fois ce nombre. Une ligne où les nombres diffèrent ne vaut rien.
