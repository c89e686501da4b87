game = Take it to the Limit!
about = Chacun pose la même tuile annoncée sur son plateau ; les lignes d'un seul nombre, les tuiles bonus et le plus long rayon rapportent des points.
brief = Deux plateaux, des tuiles bonus
prompt = À vous : une case comme c3 ou s:a1, « discard » ou « reserve ». À la fin, « keep » ou des tuiles de la réserve vers les trous, par exemple A=2,C=1.
goal = { $players ->
    [1] Le plus de points possible avec { $tiles } tuiles
   *[other] Le plus haut total après { $tiles } tuiles
  }
todo-place = { $where ->
    [discard] Défaussez { $tile }
    [reserve] Mettez { $tile } en réserve
    [yard] Posez { $tile } sur votre déchetterie
    [board-yard] Posez { $tile } sur votre Nexus ou votre déchetterie
    [board-discard] Posez { $tile } sur votre Nexus, ou défaussez-la
    [board-reserve] Posez { $tile } sur votre Orchidée ou en réserve
   *[board] Posez { $tile } sur une case libre
  }
todo-bury = Posez { $tile } chez { $other }, sur la déchetterie
todo-relocate = Déplacez des tuiles de la réserve vers les trous, ou gardez-les

option-board = Plateau
option-board-nexus = Nexus (37 cases)
option-board-orchid = Orchidée (22 cases, partie plus courte)
option-scrapyard = Déchetterie (Nexus seulement)
option-scrapyard-standard = Coûte 60 si elle vaut moins de 60
option-scrapyard-lowest = La plus faible coûte 60
option-scrapyard-pass = Confiée au voisin ; la plus élevée coûte 60
option-scrapyard-none = Aucune
option-tiles = Tuiles (Orchidée seulement)
option-tiles-suns = Soleils
option-tiles-moons = Lunes
option-tiles-both = Les deux, et les rayons comptent

paper-nexus = le plateau : colonnes de gauche à droite séparées par « / », cases de haut en bas, « . » pour une case vide
paper-scrapyard = la déchetterie, de la même façon ; sans elle, aucune pénalité n'est comptée
paper-orchid = une Orchidée au lieu d'un Nexus, trous (f3, c1, c4) compris
paper-reserve = une tuile de la réserve de l'Orchidée
paper-relocated = une tuile de la réserve déplacée sur un trou, comme B=1-11-10 ; « A= » seul : aucune ; sinon la meilleure solution est cherchée
puzzle-calls = les tuiles annoncées, par exemple « 4-6-5 1-11-10 … » : au moins 44, ou 37 avec scrapyard=none, 25 avec board=orchid ; sans elles, toutes les tuiles en jeu
puzzle-scrapyard = chercher seulement la meilleure déchetterie ; les points sont sa valeur
puzzle-orchid = chercher le meilleur déplacement des tuiles de la réserve vers les trous de cette Orchidée
puzzle-reserve = une tuile de la réserve de cette Orchidée
puzzle-rounds = la durée de la recherche d'un Nexus ou d'une Orchidée

panel-call = Tuile annoncée
panel-calls-left = Tuiles restantes
panel-nexus = Nexus
panel-orchid = Orchidée
panel-scrapyard = Déchetterie
panel-holder = Déchetterie confiée à la place
panel-reserve = Réserve (1, 2, 3)
panel-chosen = Choix
panel-bury = Tuile défaussée à poser sur cette déchetterie

call = La tuile { $tile } est annoncée.
placed = { $you ->
    [seat] Vous posez
   *[nobody] { $seat } pose
  } { $tile } en { $cell }.
reserved = { $you ->
    [seat] Vous mettez
   *[nobody] { $seat } met
  } { $tile } en réserve.
discarded = { $you ->
    [seat] Vous remettez { $tile } à { $other }
    [other] { $seat } vous remet { $tile }
   *[nobody] { $seat } remet { $tile } à { $other }
  } pour la déchetterie.
buried = { $you ->
    [seat] Vous posez { $tile } chez { $other }, sur la déchetterie
    [other] { $seat } pose { $tile } sur votre déchetterie
   *[nobody] { $seat } pose { $tile } chez { $other }, sur la déchetterie
  }, en { $cell }.
moved = { $you ->
    [seat] Vous déplacez
   *[nobody] { $seat } déplace
  } { $tile } sur le trou { $hole }.
kept = { $you ->
    [seat] Vous ne déplacez aucune tuile.
   *[nobody] { $seat } ne déplace aucune tuile.
  }

no-such-action = « { $text } » n'est ni une tuile, ni une case, ni un coup de ce jeu.
place-the-tile = La tuile annoncée { $tile } ne peut pas aller là dans cette partie.
cell-taken = La case { $cell } est occupée.
hole-closed = { $cell } est un trou : on n'y déplace une tuile qu'une fois toutes les tuiles annoncées.
heap-full = { $heap ->
    [reserve] La réserve est pleine ({ $room } tuiles).
   *[discard] Votre déchetterie est pleine ({ $room } tuiles).
  }
bury-the-tile = Posez la tuile défaussée { $tile } chez { $other }, sur la déchetterie : de s:a1 à s:c2.
relocate-now = Toutes les tuiles sont posées : déplacez des tuiles de la réserve sur les trous (par exemple A=2,C=1), ou gardez-les (« keep »).
needs-two = { $scrapyard ->
    [lowest] « La plus faible coûte 60 »
   *[pass] « Confiée au voisin »
  } se joue à deux au moins, chacun avec une déchetterie. En solitaire, choisissez une autre option de déchetterie (standard ou none).

step-lines = Étape 1, lignes : { $points } en tout
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
step-bonus = Étape 2, tuiles bonus : { $points } en tout
bonus = Tuile { $metal ->
    [gold] d'or
   *[silver] d'argent
  } { $tile } : { $lines ->
    [-1] rien, elle reste en réserve
    [0] rien, aucune ligne gagnante ne la traverse
    [1] rien, une seule ligne gagnante la traverse
    [2] demi-bonus, deux lignes gagnantes la traversent
   *[3] bonus entier, trois lignes gagnantes la traversent
  }
ray = Étape 3, plus long rayon : { $symbol ->
    [sun] soleils
   *[moon] lunes
  }, { $length } × { $value }
no-ray = Étape 3 : aucun rayon de soleils ou de lunes
yard-lines = Déchetterie, trois meilleures lignes : { $points }
yard-line = { $direction ->
    [rising] Ligne montante
    [falling] Ligne descendante
   *[vertical] Ligne verticale
  } de la déchetterie : { $length } × { $value }
yard-silver = Déchetterie, deux meilleures tuiles d'argent : { $points }
yard-gold = Déchetterie, meilleure tuile d'or : { $points }
yard = Étape 4, valeur de la déchetterie : { $value }{ $way ->
    [lines] , par ses lignes
    [silver] , par ses tuiles d'argent
    [gold] , par sa tuile d'or
   *[none] {""}
  }
penalty = Pénalité : { $value } est inférieur à { $enough }
no-penalty = Pas de pénalité : { $value } atteint { $enough }
penalty-lowest = { $players ->
    [0] Pas de pénalité : une autre déchetterie vaut moins que { $value }
    [1] Pénalité : aucune déchetterie ne vaut moins que { $value }
   *[other] Pénalité partagée entre { $players } joueurs : aucune déchetterie ne vaut moins que { $value }
  }
penalty-pass = { $players ->
    [0] Pas de pénalité : une autre déchetterie vaut plus que { $value }
    [1] Pénalité : aucune déchetterie ne vaut plus que { $value }
   *[other] Pénalité partagée entre { $players } joueurs : aucune déchetterie ne vaut plus que { $value }
  }
moved-row = { $tile } passe de la réserve au trou { $hole }
kept-row = Aucune tuile de la réserve n'est déplacée

both-boards = Donnez un Nexus ou une Orchidée : un joueur n'a que l'un des deux.
orchid-scrapyard = Une Orchidée n'a pas de déchetterie.
nexus-reserve = Réserve et tuiles déplacées vont avec une Orchidée, et aucune Orchidée n'est donnée.
unused-scrapyard = Une déchetterie est donnée, mais cette partie se joue sans.
yard-board-columns = La déchetterie a { $found ->
    [one] { $found } colonne
   *[other] { $found } colonnes
  } au lieu de { $expected }.
yard-board-column = La colonne { $column } de la déchetterie a { $found ->
    [one] { $found } case
   *[other] { $found } cases
  } au lieu de { $expected }.
yard-board-tile = La tuile « { $tile } » n'existe pas (en { $cell }).
yard-tile-twice = La tuile { $tile } est en { $cell } et en { $second }.
board-tile = La tuile « { $tile } » n'existe pas ({ $cell ->
    [reserve] dans la réserve
   *[other] en { $cell }
  }).
tile-twice = La tuile { $tile } est { $cell ->
    [reserve] dans la réserve
   *[other] en { $cell }
  } et { $second ->
    [reserve] dans la réserve
   *[other] en { $second }
  }.
board-symbol = { $symbol ->
    [sun] { $tile } est un soleil, mais cette partie se joue avec les lunes
   *[moon] { $tile } est une lune, mais cette partie se joue avec les soleils
  } ({ $cell ->
    [reserve] dans la réserve
   *[other] en { $cell }
  }).
reserve-many = { $found } tuiles en réserve et sur les trous : { $most } au plus.
hole-filled = Une tuile est déjà sur le trou { $cell } : donnez le plateau avec des trous vides, ou aucune tuile déplacée.
no-such-hole = Le trou « { $hole } » n'existe pas. Trous connus : { $known }.
not-in-reserve = « { $tile } » ne peut pas aller sur le trou { $hole } : elle n'est pas en réserve.
moved-twice = La tuile { $tile } ne peut pas aller sur deux trous.
solve-orchid = Une Orchidée terminée se résout seule, sans tuiles annoncées ni déchetterie.

# The guided first game
guide-place = Posez la tuile annoncée sur une case : tout le monde pose la même.
guide-line = Posez celle-ci dans la même colonne : une ligne pleine d'un seul nombre rapporte.
guide-yard = Posez celle-ci sur la déchetterie : elle prend ce qui gêne, mais doit valoir 60 à la fin.
guide-bonus = Posez la tuile suivante : l'or et l'argent rapportent en plus là où des lignes se croisent.
guide-rivals = Regardez les autres : ils ont la même tuile, et leurs propres plateaux.
guide-score = Marquez avec les lignes, les tuiles bonus et le plus long rayon. Quand toutes les tuiles sont annoncées, le plus haut total gagne.

# Les actions, telles qu'on les lit
action-cell = { $board ->
    [s] Poser sur la déchetterie, en { $cell }
   *[main] Poser en { $cell }
  }
action-discard = Envoyer à la déchetterie
action-reserve = Mettre en réserve
action-keep = Ne déplacer aucune tuile
action = Déplacer des tuiles de la réserve vers les trous : { $rest }

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
reason-ray-completes-detail = { $length } tuiles de { $first } à { $last } : { $points } points{ $instead ->
    [0] {""}
   *[other] {" "}au lieu de { $instead }
  }
reason-ray-extends = { $cell } prolonge un rayon de { $value ->
    [sun] soleils
   *[moon] lunes
  }
reason-ray-extends-detail = { $first }–{ $last }, { $points } points{ $instead ->
    [0] {""}
   *[other] {" "}au lieu de { $instead }
  } ; { $fitting ->
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
reason-yard-extends = Déchetterie : { $cell } prolonge les { $value }
reason-yard-extends-detail = Elle y vaut { $points } ; { $fitting ->
    [1] la seule tuile utile
   *[other] au moins { $need } des { $fitting } tuiles utiles
  } { $calls ->
    [1] à la dernière annonce
   *[other] sur { $calls } annonces
  } : { $chance } %
reason-yard-starts = Déchetterie : { $cell } ouvre une ligne de { $value }
reason-yard-starts-detail = { reason-yard-extends-detail }
reason-yard-breaks = Déchetterie : { $cell } rompt une ligne de { $value }
reason-yard-breaks-detail = { reason-yard-extends-detail }
reason-yard-lowers = Déchetterie : { $cell } ouvre une ligne de { $value }
reason-yard-lowers-detail = Elle vaudrait { $points } au plus, de { $first } à { $last } ; une ligne de { $best } vaudrait { $most }
reason-yard = { $cell } porte la déchetterie à { $value }
reason-yard-detail = { $variant ->
    [standard] Elle vaut { $now } pour l'instant ; à partir de { $enough }, pas de pénalité de { $penalty }
   *[lowest] Elle vaut { $now } pour l'instant ; la plus faible coûte { $penalty }
  }
reason-bury = { $other } : la déchetterie vaudrait { $value }
reason-bury-detail = Elle vaut { $now } pour l'instant ; la plus élevée coûte { $penalty } à son propriétaire
reason-bonus = { $metal ->
    [gold] L'or
   *[silver] L'argent
  } de { $tile } rapporte { $points }
reason-bonus-detail = { $lines ->
    [2] Deux lignes gagnantes la traversent : demi-bonus
   *[3] Trois lignes gagnantes la traversent : bonus entier
  }
reason-bonus-open = { $metal ->
    [gold] L'or
   *[silver] L'argent
  } de { $tile } peut valoir { $most }
reason-bonus-open-detail = { $lines } de ses lignes gagnent ou le peuvent encore ; avec l'autre choix, { $least ->
    [0] elle ne rapporte rien
   *[other] { $least } au plus
  }
reason-reserve = { $tile } peut aller sur le trou { $hole }
reason-reserve-detail = Depuis la réserve, elle y suivrait { $fits } des { $lines } lignes et n'en romprait aucune
reason-room = { $heap ->
    [reserve] { $cell } ménage la réserve
   *[yard] { $cell } ménage la déchetterie
  }
reason-room-detail = { $free ->
    [1] Une place libre au lieu d'aucune
   *[other] { $free } places libres au lieu de { $less }
  } ; { $calls ->
    [0] plus aucune annonce à venir
    [1] encore 1 annonce
   *[other] encore { $calls } annonces
  }
reason-total = Ce choix fait { $points } points
reason-total-detail = Lignes { $lines }, tuiles bonus { $bonus }, rayon { $ray } ; l'autre choix fait { $less }
reason-line = Une ligne de { $value } rapporte { $points }
reason-line-detail = { $direction ->
    [rising] Ligne montante
    [falling] Ligne descendante
   *[vertical] Ligne verticale
  } { $first }–{ $last } : { $length } × { $value } ; avec l'autre choix, { $otherwise ->
    [0] elle ne rapporte rien
   *[other] elle rapporte { $otherwise }
  }
judge = Les valeurs viennent de poids appris en jouant.
afterwards-filled = { $tile } a rempli { $cell } à la tuile { $number }.
