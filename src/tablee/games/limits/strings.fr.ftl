game = Limits
about = Posez des cartes de couleur, retenez ce qu'il y a dans la pile et accusez qui dépasse la limite.
brief = Poser, retenir, accuser
prompt = À vous : posez une carte (red), montrez-en quatre d'une couleur (four red) ou accusez par numéro de place (accuse 2). Avant une manche, cachez une carte (hide red) ou, à deux joueurs, deux cartes (hide red blue).
goal = { $left ->
    [0] Dernière carte limite : ensuite, le plus haut total l'emporte
    [one] Encore { $left } carte limite, puis le plus haut total l'emporte
   *[other] Encore { $left } cartes limite, puis le plus haut total l'emporte
  }
todo-hide = Cachez { $cards ->
    [one] une carte
   *[other] { $cards } cartes
  } de votre main
todo-lay = { $can ->
    [accuse] Accusez quelqu'un : votre main est vide
    [lay-accuse] Posez une carte, ou accusez quelqu'un
    [lay-four] Posez une carte, ou montrez-en quatre d'une couleur
    [lay-four-accuse] Posez une carte, montrez-en quatre, ou accusez
   *[lay] Posez une carte
  }
option-memory_aid = Aide-mémoire
bot-memory = Mémoire parfaite
bot-forgetful = Distrait
bot-forgetful-easy = Débutant (très distrait)
paper-points = les points gagnés, en nombre (7) ou en cartes point (5+1+1)
paper-limits = le nombre de cartes limite prises
paper-card = pour juger une accusation : la carte limite de la manche, par exemple 1-4-X-2-9 (rouge, jaune, vert, bleu, violet)
paper-raisers = pour juger une accusation : la couleur d'une carte cachée
paper-pile = pour juger une accusation : la pile dans l'ordre des poses, en joueur:couleur, par exemple « anne:red bruno:blue »
paper-accused = pour juger une accusation : le joueur accusé, celui dont on compte les points
paper-accuser = pour juger une accusation : c'est ce joueur qui accuse ; l'accusé est sur une autre feuille
panel-limit = Carte limite
panel-limits-left = Cartes limite restantes
panel-pile = Dessus de la pile
panel-draw-pile-empty = Pioche vide
panel-bank = Points en banque
panel-points = Points
panel-limit-cards = Cartes limite
panel-cards = Cartes en main
panel-hidden = Cartes cachées
panel-hand = Main
panel-raisers = Couleurs cachées
panel-aid-pile = Aide-mémoire : la pile (posée par)
panel-aid-top = Aide-mémoire : cartes connues sur la pioche
panel-aid-unknown = Aide-mémoire : cartes inconnues en dessous
panel-aid-bottom = Aide-mémoire : cartes connues au fond de la pioche
panel-aid-known = Aide-mémoire : cartes connues

colour-name = { $colour ->
    [red] rouge
    [yellow] jaune
    [green] vert
    [blue] bleu
    [purple] violet
   *[other] { $colour }
  }
limit-turned = Carte limite { $number } sur { $rounds } : { $card }.
all-hidden = Toutes les cartes sont cachées. { $you ->
    [seat] Vous commencez.
   *[nobody] { $seat } commence.
  }
you-draw = { $you ->
    [seat] Vous piochez
   *[nobody] { $seat } pioche
  } : { colour-name }.
lays = { $you ->
    [seat] Vous posez
   *[nobody] { $seat } pose
  } : { colour-name }.
shows-four = { $you ->
    [seat] Vous montrez
   *[nobody] { $seat } montre
  } quatre cartes d'une couleur ({ colour-name }) : deux vont sur la pile, deux sur la pioche{ $won ->
    [0] . La banque est vide.
   *[other] , et cela rapporte un point.
  }
accuses = { $you ->
    [seat] Vous accusez { $other }
    [other] { $seat } vous accuse
   *[nobody] { $seat } accuse { $other }
  } d'avoir dépassé la limite ({ colour-name }).
raiser = { $you ->
    [seat] Vous aviez caché
   *[nobody] { $seat } avait caché
  } : { colour-name }.
finding = { $most ->
    [X] Pas de limite pour cette couleur : { colour-name } ({ $laid } dans la pile).
   *[other] Cartes dans la pile ({ colour-name }) : { $laid } ; { $allowed } au plus (limite { $most }, relevée de { $raised }).
  }
guilty = { $you ->
    [other] Vous aviez dépassé la limite et prenez la carte limite.
   *[nobody] { $other } avait dépassé la limite et prend la carte limite.
  } { $won ->
    [0] { $you ->
        [seat] La banque est vide : vous ne recevez rien.
       *[nobody] La banque est vide : { $seat } ne reçoit rien.
      }
   *[other] { $you ->
        [seat] Vous recevez un point.
       *[nobody] { $seat } reçoit un point.
      }
  }
innocent = { $you ->
    [seat] { $other } n'avait pas dépassé la limite : vous prenez la carte limite.
    [other] Vous n'aviez pas dépassé la limite : { $seat } prend la carte limite.
   *[nobody] { $other } n'avait pas dépassé la limite : { $seat } prend la carte limite.
  } { $won ->
    [0] { $you ->
        [other] La banque est vide : vous ne recevez rien.
       *[nobody] La banque est vide : { $other } ne reçoit rien.
      }
   *[other] { $you ->
        [other] Vous recevez un point.
       *[nobody] { $other } reçoit un point.
      }
  }

hide-first = Cachez d'abord { $cards ->
    [one] une carte
   *[other] { $cards } cartes
  } de votre main.
lay-or-accuse = Posez une carte, montrez-en quatre d'une couleur ou accusez quelqu'un.
not-in-hand = { $cards ->
    [0] Vous n'avez pas cette couleur en main : { colour-name }.
   *[other] Vous n'avez pas assez de cartes de cette couleur en main : { colour-name } × { $cards }.
  }
not-four = Il faut quatre cartes de cette couleur en main ({ colour-name }) ; vous en avez { $cards }.
accuse-yourself = On ne s'accuse pas soi-même.
accuse-too-early = { $other } n'a rien posé pendant cette manche.
no-such-action = Action inconnue : « { $text } ». Tapez une couleur, « four » et une couleur, « hide » et des couleurs, ou « accuse » et un numéro de place.
no-such-colour = La couleur « { $colour } » n'existe pas. Couleurs connues : { $known }.
no-such-limit = La carte limite « { $card } » n'existe pas.

points-won = Points gagnés : { $points }
limit-cards-taken = Cartes limite prises : { $cards } × −{ $each }
case = Manche { $round } : { $guilty ->
    [0] { $you ->
        [seat] vous accusez { $other } à tort
        [other] { $seat } vous accuse à tort
       *[nobody] { $seat } accuse { $other } à tort
      }
   *[other] { $you ->
        [seat] vous démasquez { $other }
        [other] { $seat } vous démasque
       *[nobody] { $seat } démasque { $other }
      }
  }
highlight-accusations = Accusations : { $right } à raison, { $wrong } à tort.
highlight-all-right = { $times ->
    [one] Une accusation, et elle était fondée.
   *[other] { $times } accusations, toutes fondées.
  }
highlight-all-wrong = { $times ->
    [one] Une accusation, et elle était à tort.
   *[other] { $times } accusations, toutes à tort.
  }
highlight-no-accusation = { $you ->
    [seat] Vous n'avez accusé personne.
   *[nobody] { $seat } n'a accusé personne.
  }
highlight-own-overruns = { $you ->
    [seat] { $times ->
        [one] Vous avez dépassé la limite une fois sans que personne le remarque.
       *[other] Vous avez dépassé la limite { $times } fois sans que personne le remarque.
      }
   *[nobody] { $times ->
        [one] { $seat } a dépassé la limite une fois sans que personne le remarque.
       *[other] { $seat } a dépassé la limite { $times } fois sans que personne le remarque.
      }
  }
highlight-overruns = { $times ->
    [one] Personne n'a remarqué un dépassement d'un autre joueur.
   *[other] Personne n'a remarqué { $times } dépassements des autres joueurs.
  }
fours-shown = Quatre cartes d'une couleur montrées { $times ->
    [one] une fois
   *[other] { $times } fois
  }
found-guilty = { $name } a dépassé la limite et prend la carte limite ; qui accuse reçoit un point
found-innocent = { $name } n'a pas dépassé la limite et reçoit un point ; qui accuse prend la carte limite
accuser-right = L'accusation était juste : un point
accuser-wrong = L'accusation était fausse : une carte limite
no-points = « { $text } » n'est ni un nombre de points ni des cartes point (5+1+1).
too-many-points = Il n'y a que { $ones } cartes de 1 point et { $fives } de 5, soit { $bank } points.
limits-below-none = { $found } cartes limite, c'est impossible.
too-many-limits = { $found } cartes limite, c'est trop : une partie en a { $most } au plus.
case-lacks = Pour juger une accusation, il faut aussi « { $field } ».
pile-card = « { $text } » n'est pas une carte de la pile : écrivez joueur:couleur.
too-many-cards = { $found } cartes de cette couleur ({ colour-name }) dans la pile et parmi les cartes cachées : le jeu n'en a que { $most }.
accused-laid-nothing = « { $name } » n'a rien posé sur cette pile.
one-accusation = Pour juger une accusation, il faut un seul joueur qui accuse et un autre qui est accusé.

deck-unreadable = Le fichier { $file } ne peut pas être lu : { $why }
deck-lacks = Il manque « { $field } » dans le fichier, ou sa forme n'est pas la bonne.
deck-number = « { $field } » vaut { $found } ; il faut { $least } ou plus.
deck-count = « { $field } » annonce { $found }, mais on compte { $expected }.
deck-colours = Il faut au moins deux couleurs, chacune un mot différent en minuscules (ni four, ni hide, ni accuse) : { $found }.
deck-limit-length = La carte limite { $number } a { $found } valeurs au lieu de { $expected }.
deck-limit-value = Carte limite { $number } : « { $found } » n'est ni un nombre entier ni un X.
deck-no-round = À { $seats } joueurs, on écarte { $removed } cartes limite sur { $cards } : il ne reste aucune manche.
deck-too-small = { $seats } joueurs ont besoin de { $needed } cartes en main ; le jeu en a { $cards }.

# The guided first game
guide-hide = Cachez deux cartes : chacune relève en secret d'un cran la limite de sa couleur.
guide-four = Montrez quatre cartes d'une couleur : c'est un point pour vous.
guide-lay = Posez une carte, et mémorisez la pile : personne ne peut la feuilleter.
guide-rivals = Observez votre rival : vous jouez à tour de rôle, et au lieu de jouer, chacun peut accuser l'autre.
guide-accuse = Accusez votre rival si vous pensez qu'il a dépassé la limite.
guide-verdict = Regardez le verdict : qui a tort prend la carte limite, qui coûte 2 points. Après la dernière carte limite, le plus haut total gagne.

# Les actions, telles qu'on les lit
action-word = { $word ->
    [red] rouge
    [yellow] jaune
    [green] vert
    [blue] bleu
    [purple] violet
   *[other] { $word }
  }
action = Poser : { $rest }
action-four = Montrer quatre cartes : { $rest }
action-hide = Cacher : { $rest }
action-accuse = Accuser { $seat }
judge = Les valeurs viennent de manches jouées jusqu'au bout dans des mondes imaginés. Ce sont les points gagnés dans la manche, moins ceux des autres en moyenne.

# Les raisons d'un coup, chacune avec un titre, et une ligne avec les nombres
reason-hide-x = Pas de limite à relever : { colour-name }
reason-hide-x-detail = La carte limite montre { $most } ; il vous en resterait { $left } à poser
reason-hide = Limite de { $allowed } au lieu de { $most } : { colour-name }
reason-hide-detail = { $left ->
    [0] Il ne vous en reste aucune à poser
   *[other] Il vous en reste { $left } à poser
  }
reason-hide-keeps = Vous en gardez { $cards } en main : { colour-name }
reason-hide-keeps-detail = Vous n'avez que { $held } de ce que vous cachez ; quatre d'une couleur donnent { $award }
reason-accuse = { $other } : limite { $certain ->
    [1] dépassée
   *[other] peut-être dépassée
  } ({ colour-name })
reason-accuse-detail = { $laid } dans la pile, { $allowed } permises à coup sûr ; d'après les cartes : { $chance } % ; +{ $award }, sinon −{ $penalty }
reason-needed = { $needed ->
    [one] Innocence avec 1 cachée
   *[other] Innocence avec { $needed } cachées
  } ({ colour-name })
reason-needed-detail = Cachées par les autres : { $places } ; face cachée ailleurs ({ colour-name }) : { $unseen }
reason-accuse-risk = { $other } : peut-être dans la limite
reason-accuse-risk-detail = { $laid } dans la pile, { $allowed } permises à coup sûr ; fondée d'après les cartes : { $chance } % ; sinon −{ $penalty }
reason-accuse-wrong = { $other } reste dans la limite
reason-accuse-wrong-detail = { $most ->
    [X] Pas de limite ({ colour-name }) ; l'accusation coûterait { $penalty }
   *[other] { $laid } dans la pile ({ colour-name }), { $allowed } permises à coup sûr ; l'accusation coûterait { $penalty }
  }
reason-four = Quatre cartes donnent un point : { colour-name }
reason-four-detail = { $award } de la banque ; deux d'entre elles vont sur la pile
reason-over = Limite { $certain ->
    [1] dépassée
   *[other] peut-être dépassée
  } : { colour-name }
reason-over-detail = { $laid } avec elle, { $allowed } permises à coup sûr ; dépassée d'après les cartes : { $chance } %
reason-within = Dans la limite : { colour-name }
reason-within-detail = { $most ->
    [X] Pas de limite pour cette couleur ({ colour-name })
   *[other] { $laid } avec elle, { $allowed } permises à coup sûr (limite { $most }, cachées par vous { $own })
  }
reason-next = La suivante { $certain ->
    [1] dépassera
   *[other] peut dépasser
  } : { colour-name }
reason-next-detail = Elle ferait { $laid }, { $allowed } permises à coup sûr ; dépassée d'après les cartes : { $chance } %
reason-leaves = La suivante risque davantage : { colour-name }
reason-leaves-detail = Limite dépassée d'après les cartes : { $now } % avec celle-ci, { $chance } % avec une de plus
reason-room = Il reste moins de place : { colour-name }
reason-room-detail = Permises ensuite à coup sûr : { $left } ; { $more ->
    [X] sans limite
   *[other] { $more }
  } avec l'autre choix
reason-keeps = Vos cartes restent ensemble : { colour-name }
reason-keeps-detail = Vous en avez { $cards } ; avec une de plus, quatre d'une couleur donnent { $award }
afterwards-raisers = En { colour-name }, les autres avaient caché { $cards ->
    [0] zéro carte
    [one] une carte
   *[other] { $cards } cartes
  }.
