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
goal = { $players ->
    [1] Le plus de points possible avec { $tiles } tuiles
   *[other] Le plus haut total après { $tiles } tuiles
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

# Les raisons d'un coup, chacune avec un titre, et une ligne avec les nombres
reason-completes = { $cell } complète une ligne de { $value }
reason-completes-detail = { $direction ->
    [rising] Ligne montante
    [falling] Ligne descendante
   *[vertical] Ligne verticale
  } { $first }–{ $last } : { $length } × { $value } = { $points } points
reason-extends = { $cell } prolonge les { $value } de { $first } à { $last }
reason-extends-detail = { $points } points ; { $fitting ->
    [1] la seule tuile utile
   *[other] au moins { $need } des { $fitting } tuiles utiles
  } { $calls ->
    [1] à la dernière annonce
   *[other] sur { $calls } annonces
  } : { $chance } %
reason-starts = { $cell } ouvre une ligne de { $value }
reason-starts-detail = { reason-extends-detail }
reason-breaks = { $cell } rompt les { $value } de { $first } à { $last }
reason-breaks-detail = { reason-extends-detail }
reason-lowers = { $cell } ouvre une ligne de { $value }
reason-lowers-detail = { $points } points au plus, de { $first } à { $last } ; une ligne de { $best } en vaudrait { $most }
reason-hopeless = { $cell } ne rompt aucune ligne d'avenir
reason-hopeless-detail = Les { $value } de { $first } à { $last } : { $need ->
    [1] encore 1 tuile à trouver
   *[other] encore { $need } tuiles à trouver
  }, { $short ->
    [calls] { $calls ->
        [0] plus aucune annonce
        [1] il reste 1 annonce
       *[other] il reste { $calls } annonces
      }
   *[tiles] { $fitting ->
        [0] il n'en reste aucune
        [1] il n'en reste que 1
       *[other] il n'en reste que { $fitting }
      }
  }
reason-spares = { $cell } ne rompt aucune ligne
reason-spares-detail = { $kept ->
    [0] Toutes ses lignes étaient déjà rompues
    [1] Une de ses { $lines } lignes garde son nombre ; les autres étaient déjà rompues
    [3] Chacune de ses lignes garde son nombre
   *[other] { $kept } de ses { $lines } lignes gardent leur nombre ; l'autre était déjà rompue
  }
reason-ray-completes = { $cell } complète un rayon de { $value ->
    [sun] soleils
   *[moon] lunes
  }
reason-ray-completes-detail = { $length } tuiles de { $first } à { $last } : { $points } points
reason-ray-extends = { $cell } prolonge un rayon de { $value ->
    [sun] soleils
   *[moon] lunes
  }
reason-ray-extends-detail = { $first }–{ $last }, { $points } points ; { $fitting ->
    [1] la seule tuile utile
   *[other] au moins { $need } des { $fitting } tuiles utiles
  } { $calls ->
    [1] à la dernière annonce
   *[other] sur { $calls } annonces
  } : { $chance } %
reason-ray-starts = { $cell } ouvre un rayon de { $value ->
    [sun] soleils
   *[moon] lunes
  }
reason-ray-starts-detail = { reason-ray-extends-detail }
reason-ray-breaks = { $cell } rompt un rayon de { $value ->
    [sun] soleils
   *[moon] lunes
  }
reason-ray-breaks-detail = { reason-ray-extends-detail }
reason-best-ray = { $cell } fait le meilleur rayon de { $symbol ->
    [sun] soleils
   *[moon] lunes
  }
reason-best-ray-detail = { $length } tuiles de { $value }{ $rival ->
    [0] , et personne d'autre n'en a
   *[other]  ; le meilleur des autres a { $rival } tuiles
  } ; le meilleur rayon vaut { $points } points
judge = Les valeurs viennent de réseaux de neurones.
afterwards-filled = { $tile } a rempli { $cell } à la tuile { $number }.
