game = Take it Easy!
about = Chacun pose la même tuile annoncée sur son plateau ; les lignes d'un seul nombre rapportent des points.
brief = Mêmes tuiles, plus belles lignes
option-placement = Placement
option-placement-free = N'importe où
option-placement-adjacent = À côté d'une de ses tuiles
option-placement-symbol = Soleil à côté de soleil, lune à côté de lune
option-rays = Rayons
option-rays-none = Ne comptent pas
option-rays-all = Chaque rayon compte
option-rays-best = Seuls les meilleurs rayons comptent
panel-call = Tuile annoncée
panel-calls-left = Tuiles restantes
panel-board = Plateau
panel-placed = Posée en
call = La tuile { $tile } est annoncée.
placed = { $you ->
    [seat] Vous posez
   *[nobody] { $seat } pose
  } { $tile } en { $cell }.
place-the-tile = Posez la tuile annoncée { $tile } sur une case.
cell-taken = La case { $cell } est occupée.
cell-apart = { $symbol ->
    [sun] La case { $cell } ne touche aucun de vos soleils.
    [moon] La case { $cell } ne touche aucune de vos lunes.
   *[none] La case { $cell } ne touche aucune de vos tuiles.
  }
line = { $direction ->
    [rising] Ligne montante
    [falling] Ligne descendante
   *[vertical] Ligne verticale
  } : { $length } × { $value }
line-broken = { $direction ->
    [rising] Ligne montante
    [falling] Ligne descendante
   *[vertical] Ligne verticale
  } de { $length } : rompue
line-open = { $direction ->
    [rising] Ligne montante
    [falling] Ligne descendante
   *[vertical] Ligne verticale
  } de { $length } : incomplète
ray = Rayon de { $symbol ->
    [sun] soleil
   *[moon] lune
  } : { $length } × { $value }
best-ray = Meilleur rayon de { $symbol ->
    [sun] soleil
   *[moon] lune
  }{ $players ->
    [1] {""}
   *[other] , partagé entre { $players } joueurs
  }
prompt = À vous : une case, par exemple c3
todo-place = Posez { $tile } { $where ->
    [near] à côté d'une de vos tuiles
    [sun] à côté d'un de vos soleils
    [moon] à côté d'une de vos lunes
   *[free] sur une case libre
  }
paper-board = le plateau : colonnes séparées par /, cases par des espaces, . pour une case vide
puzzle-calls = les tuiles annoncées, par exemple « 9-7-3 1-2-8 … », au moins 19 ; sans elles, les 27 tuiles : le maximum, et tous les plateaux qui l'atteignent

# The guided first game
guide-place = Posez la tuile annoncée sur une case : tout le monde pose la même.
guide-line = Posez celle-ci dans la même colonne : une ligne pleine d'un seul nombre rapporte.
guide-cross = Posez-la dans l'alignement du même nombre : une tuile compte dans trois lignes.
guide-break = Jouez plus loin : un autre nombre briserait ces lignes.
guide-rivals = Regardez les autres : ils ont la même tuile, et chacun son plateau.
guide-score = Remplissez votre plateau : après 19 tuiles, le plus haut total gagne. Une ligne pleine vaut sa longueur fois son nombre.

# Les actions, telles qu'on les lit
action-cell = Poser en { $cell }
