game = Xtreme Limits
about = Trois aiguilles sur une horloge, un ordre secret pour chacun, et une sonnerie que personne ne voit venir.
brief = Bouger avant la sonnerie
prompt = À vous : une aiguille et un nombre de cases (red 5 ; red = rouge, green = verte, blue = bleue), ou wind pour remonter le minuteur. En 4 ou en 8 : swap et un numéro de place (swap 2), swap centre 1, ou keep pour garder.
goal = { $rounds ->
    [0] Le premier à { $target ->
        [one] { $target } point
       *[other] { $target } points
      }
    [1] Le plus de points après une manche
   *[other] Le premier à { $target ->
        [one] { $target } point
       *[other] { $target } points
      }, ou le plus de points après { $rounds } manches
  }
todo-wind = Remontez le minuteur
todo-move = Avancez une aiguille : { $tokens ->
    [one] encore un jeton
   *[other] encore { $tokens } jetons
  }
todo-swap = Échangez votre carte, ou gardez-la
option-cards = Cartes objectif
option-cards-one = Une chacun, le reste au centre
option-cards-all = Toutes distribuées
option-target = Score à atteindre
option-rounds = Nombre maximal de manches
option-tokens = Jetons par joueur (0 : les 90 répartis également)
option-bell_from = Minuteur : durée la plus courte
option-bell_to = Minuteur : durée la plus longue
option-reminder = Montrer les autres cartes que vous avez vues
paper-hands = la position des aiguilles, par exemple « red 12, green 7, blue 5 »
paper-card = une carte objectif de ce joueur, par exemple red-green-blue
paper-bell = le minuteur a sonné pendant le tour de ce joueur
panel-round = Manche
panel-red = Aiguille rouge
panel-green = Aiguille verte
panel-blue = Aiguille bleue
panel-ranks = Rangs actuels (0 : aucun)
panel-points = Points
panel-tokens = Jetons
panel-centre = Emplacements au centre
panel-last-hands = Dernier décompte
panel-gained = Points du dernier décompte
panel-turned-up = Retournée au dernier décompte
panel-rung = Le minuteur a sonné pendant ce tour
panel-card = Carte
panel-known = Carte vue
panel-known-centre = Cartes vues au centre
hand-name = { $hand ->
    [red] l'aiguille rouge
    [green] l'aiguille verte
   *[blue] l'aiguille bleue
  }
card-name = { $card ->
    [red-green-blue] rouge, vert, bleu
    [red-blue-green] rouge, bleu, vert
    [green-red-blue] vert, rouge, bleu
    [green-blue-red] vert, bleu, rouge
    [blue-red-green] bleu, rouge, vert
   *[blue-green-red] bleu, vert, rouge
  }
begins = Manche { $number } : { $you ->
    [seat] vous commencez.
   *[nobody] { $seat } commence.
  }
your-card = { $you ->
    [seat] Vous regardez une de vos cartes
   *[nobody] { $seat } regarde une carte
  } : { card-name }.
winds = { $you ->
    [seat] Vous remontez
   *[nobody] { $seat } remonte
  } le minuteur.
moves = { $you ->
    [seat] Vous avancez
   *[nobody] { $seat } avance
  } { hand-name } { $cells ->
    [one] d'une case
   *[other] de { $cells } cases
  } jusqu'en { $cell } ; { $left ->
    [0] plus aucun jeton.
    [one] il reste un jeton.
   *[other] il reste { $left } jetons.
  }
swaps = { $you ->
    [seat] Vous échangez avec { $other }.
    [other] { $seat } échange avec vous.
   *[nobody] { $seat } échange avec { $other }.
  }
swaps-centre = { $you ->
    [seat] Vous échangez
   *[nobody] { $seat } échange
  } avec la carte { $spot } du centre.
keeps = { $you ->
    [seat] Vous n'échangez pas.
   *[nobody] { $seat } n'échange pas.
  }
bell-rings = Le minuteur sonne ! { $you ->
    [seat] C'est votre tour : vous ne marquez rien dans cette manche.
   *[nobody] C'est à { $seat } de jouer : { $seat } ne marque rien dans cette manche.
  }
tokens-gone = Plus personne n'a de jetons : la manche est finie.
count = Décompte : aiguille rouge en { $red }, verte en { $green }, bleue en { $blue }.
turned-up = { $you ->
    [seat] Vous retournez
   *[nobody] { $seat } retourne
  } { card-name } : { $points ->
    [one] un point
   *[other] { $points } points
  }.
bell-range = La durée la plus courte du minuteur ({ $least } s) dépasse la plus longue ({ $most } s).
wind-first = Remontez d'abord le minuteur.
move-a-hand = Déplacez une aiguille, par exemple « red 5 ».
too-few-tokens = { $cells } cases coûtent { $cells } jetons, et vous en avez { $tokens }.
cell-occupied = Une autre aiguille est en { $cell }.
swap-or-keep = Échangez votre carte ou gardez-la.
cannot-swap = Cet échange est impossible.
bad-action = Action inconnue : « { $text } ».
bad-hand = « { $text } » n'est pas une aiguille sur une case ; écrivez red 12, green 7, blue 5.
hand-twice = La position de { hand-name } est donnée deux fois.
hand-missing = La position de { hand-name } manque.
cell-shared = Plusieurs aiguilles ne peuvent se trouver ensemble qu'en 12, pas en { $cell }.
hands-differ = Les aiguilles ne sont pas au même endroit pour tous les joueurs.
bell-twice = Le minuteur ne sonne que pendant le tour d'un seul joueur.
bad-card = Il n'y a pas de carte « { $text } ». Cartes : { $known }.
card-twice = La carte { card-name } est indiquée deux fois.
too-many-cards = { $found } cartes pour un joueur, c'est trop ; au plus { $most }.
round-card = Manche { $number } : { card-name }
round-bell = Manche { $number } : tour interrompu par la sonnerie
round-nothing = Manche { $number } : aucune aiguille au bon rang
ranked = { $hand ->
    [red] Aiguille rouge
    [green] Aiguille verte
   *[blue] Aiguille bleue
  } en { $cell } : { $rank ->
    [1] première
    [2] deuxième
    [3] troisième
   *[0] sans rang
  }
card-points = { card-name }
card-bell = { card-name } : tour interrompu par la sonnerie

# The guided first game
guide-wind = Remontez le minuteur : avant qu'il sonne, mettez les aiguilles dans l'ordre de votre carte.
guide-move = Avancez une aiguille : un jeton par case, et en 4 ou en 8 on peut échanger sa carte.
guide-swap = Échangez votre carte contre une autre, ou gardez-la.
guide-order = Avancez une aiguille pour approcher de votre ordre : celle sur la case la plus haute est première, et deux aiguilles en 12 n'ont pas de rang.
guide-rivals = Observez les autres : ils avancent les mêmes aiguilles, mais chacun vers son ordre.
guide-count = Regardez le décompte : chaque aiguille à sa place rapporte, sauf à qui jouait quand ça a sonné. À 10 points, ici après deux manches, le plus haut total gagne.

# Les actions, telles qu'on les lit
action-red = Aiguille rouge +{ $rest }
action-green = Aiguille verte +{ $rest }
action-blue = Aiguille bleue +{ $rest }
action-wind = Remonter le minuteur
action-keep = Garder la carte
action-swap = Échanger avec { $seat }
action-swap-centre = Échanger avec la carte { $rest } du centre
judge = Les valeurs viennent de manches poursuivies dans des mondes imaginés. Ce sont les points gagnés dans la manche, moins ceux des autres en moyenne.

# Les raisons d'un coup, chacune avec un titre, et une ligne avec les nombres
reason-ends = La manche finit : { $points } pour vous
reason-ends-detail = Plus personne n'a de jetons ; décompte : rouge { $red }, verte { $green }, bleue { $blue }
reason-count = Un décompte donnerait { $points } alors
reason-count-detail = Rouge en { $red }, verte en { $green }, bleue en { $blue } ; { $less } avec l'autre coup
reason-tokens = { $left ->
    [0] Il ne vous reste aucun jeton
    [1] Il vous reste 1 jeton
   *[other] Il vous reste { $left } jetons
  }
reason-tokens-detail = { $less } avec l'autre coup ; les autres en ont { $rivals } ensemble
reason-exchange = En { $cell }, vous pouvez échanger
reason-exchange-detail = Un échange y compterait plus que vos { $points } : { $chance } %
reason-rival = { $other } compterait { $points }
reason-rival-detail = Vous avez vu son jeu ; il compterait { $more } avec l'autre coup
reason-strangers = Les cartes inconnues compteraient moins
reason-strangers-detail = { $cards ->
    [1] Celle que vous n'avez pas vue compte
   *[other] Les { $cards } que vous n'avez pas vues comptent
  } { $points } en tout, { $more } avec l'autre coup
reason-holds = Votre jeu compterait { $points }
reason-holds-detail = Avec les aiguilles actuelles ; { $less } avec l'autre choix
reason-sure = Votre jeu compterait { $points }
reason-sure-detail = Ce que vous n'avez pas vu compte plus : { $more } %, moins : { $less } %
reason-unseen = Une carte inconnue peut compter plus
reason-unseen-detail = Plus de { $points } avec les aiguilles actuelles : { $more } %, moins : { $less } %
reason-gives = { $other } compterait { $points }
reason-gives-detail = Votre jeu compte { $points } en ce moment, et un échange le donne
