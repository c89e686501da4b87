game = Ultim' Limit
about = Lancez, additionnez, prenez des cartes, et dites stop avant la fin d'un sablier que personne ne voit.
brief = Lancer, s'arrêter à temps
prompt = À vous : go, roll, take 2 3+3 (emplacement et dés), stop, ultim glass, ultim cards ou keep blue,red
goal = { $players ->
    [1] Le plus de points possible en { $rounds } manches de { $turns } tours
   *[other] Le plus haut total après { $rounds } manches de { $turns } tours chacun
  }
todo-go = Regardez les cartes, puis appuyez sur Go
todo-turn = { $now ->
    [roll] Lancez les dés
    [take] Prenez une carte qui va avec vos dés
   *[again] { $cards ->
        [0] Relancez les dés
       *[other] Relancez les dés, ou arrêtez-vous à temps
      }
  }
todo-keep = Choisissez les couleurs à garder
option-scoring = Décompte
option-scoring-classic = Classique : un point par carte
option-scoring-super = Super : piles par couleur
option-young = Jeunes joueurs : sablier visible, cartes jamais perdues, pas de carte Ultim'
option-glass_from = Sablier : durée la plus courte
option-glass_to = Sablier : durée la plus longue
option-roll_gap = Temps minimal entre deux lancers
paper-loot = Le butin : blue 4, yellow 4, green 3 ; ou carte par carte : blue-7 blue-3 red-12
paper-keep = Super : les couleurs gardées pour la manche suivante, quand des piles égales laissent le choix
paper-last = Super : c'est la dernière manche, où rien n'est gardé
paper-numbers = La somme des nombres des cartes, quand on ne donne que les piles ; elle départage les ex æquo

# La table
panel-round = Manche
panel-score = Score
panel-turns = Tours joués
panel-row = Rangée
panel-taken = Cartes prises ce tour
panel-dice = Dés
panel-spent = Dés utilisés
panel-ultim = Carte Ultim' disponible
panel-glass = Le sablier coule
panel-glass-ends = Fin du sablier (temps de partie, ms)
panel-banked = Dernier tour : cartes sauvées après (ms)
panel-lost = Dernier tour : cartes perdues après (ms)
panel-loot = Butin
panel-row-count = Première rangée : compte
panel-row-keep = Deuxième rangée : gardée
panel-row-subtract = Autres piles : coûtent des points

# Ce qui se passe
first = { $you ->
    [seat] Vous ouvrez
   *[nobody] { $seat } ouvre
  } chaque manche.
card = Emplacement { $slot } : { $number } { $colour ->
    [blue] bleu
    [green] vert
    [yellow] jaune
    [purple] violet
    [silver] argent
    [red] rouge
    [orange] orange
    [pink] rose
   *[black] noir
  }.
reshuffle = La défausse est mélangée et devient la pioche.
go = { $you ->
    [seat] Vous lancez
   *[nobody] { $seat } lance
  } le sablier.
glass = Le sablier coulera pendant { $seconds },{ $hundredths } s.
roll = { $you ->
    [seat] Vous lancez
   *[nobody] { $seat } lance
  } les dés.
dice = Les dés donnent { $dice }.
take = { $you ->
    [seat] Vous prenez
   *[nobody] { $seat } prend
  } le { $number } { $colour ->
    [blue] bleu
    [green] vert
    [yellow] jaune
    [purple] violet
    [silver] argent
    [red] rouge
    [orange] orange
    [pink] rose
   *[black] noir
  } avec { $dice }.
ultim-glass = { $you ->
    [seat] Vous jouez la carte Ultim' et retournez
   *[nobody] { $seat } joue la carte Ultim' et retourne
  } le sablier.
ultim-cards = { $you ->
    [seat] Vous jouez la carte Ultim' et renouvelez
   *[nobody] { $seat } joue la carte Ultim' et renouvelle
  } la rangée.
stop = { $you ->
    [seat] Vous dites stop après { $seconds },{ $hundredths } s et { $cards ->
        [0] ne mettez rien
        [one] mettez une carte
       *[other] mettez { $cards } cartes
      } dans votre butin.
   *[nobody] { $seat } dit stop après { $seconds },{ $hundredths } s et { $cards ->
        [0] ne met rien
        [one] met une carte
       *[other] met { $cards } cartes
      } dans son butin.
  }
highlight-stopped = { $you ->
    [seat] Vous avez dit stop à temps dans { $turns ->
        [one] un tour
       *[other] { $turns } tours
      } sur { $of }, avec { $cards ->
        [one] une carte
       *[other] { $cards } cartes
      }.
   *[nobody] { $seat } a dit stop à temps dans { $turns ->
        [one] un tour
       *[other] { $turns } tours
      } sur { $of }, avec { $cards ->
        [one] une carte
       *[other] { $cards } cartes
      }.
  }
highlight-lost = Le sablier s'est vidé { $turns ->
    [one] une fois
   *[other] { $turns } fois
  } : { $cards ->
    [0] aucune carte perdue.
    [one] une carte perdue.
   *[other] { $cards } cartes perdues.
  }
sand = Ultim' Limit ! Le sablier s'est vidé en { $seconds },{ $hundredths } s ; { $you ->
    [seat] { $cards ->
        [0] vous ne perdez rien
        [one] vous perdez une carte
       *[other] vous perdez { $cards } cartes
      }
   *[nobody] { $seat } { $cards ->
        [0] ne perd rien
        [one] perd une carte
       *[other] perd { $cards } cartes
      }
  }.
sand-young = Le sablier s'est vidé en { $seconds },{ $hundredths } s ; { $you ->
    [seat] { $cards ->
        [0] vous n'avez rien à garder
        [one] vous gardez une carte
       *[other] vous gardez { $cards } cartes
      }
   *[nobody] { $seat } { $cards ->
        [0] n'a rien à garder
        [one] garde une carte
       *[other] garde { $cards } cartes
      }
  }.
round-over = La manche { $round } est terminée.
count = { $you ->
    [seat] Vous avez
   *[nobody] { $seat } a
  } un butin de { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
  } : { $points ->
    [one] { $points } point
   *[other] { $points } points
  }.
keep = { $you ->
    [seat] Vous gardez vos
   *[nobody] { $seat } garde ses
  } cartes { $colour ->
    [blue] bleues
    [green] vertes
    [yellow] jaunes
    [purple] violettes
    [silver] argentées
    [red] rouges
    [orange] orange
    [pink] roses
   *[black] noires
  } pour la manche suivante.

# Ce qui n'est pas possible
go-first = Le sablier ne coule pas encore : lancez-le avec Go.
not-now = Impossible pendant un tour.
roll-too-soon = Les dés roulent encore.
slot-empty = L'emplacement { $slot } est vide.
no-such-dice = Vous n'avez plus les dés { $dice }.
wrong-sum = { $dice } ne fait pas { $number }, le nombre de l'emplacement { $slot }.
no-ultim = Les jeunes joueurs se passent de la carte Ultim'.
ultim-used = La carte Ultim' a déjà servi pendant ce tour.
no-double = La carte Ultim' demande deux dés égaux, tous deux encore disponibles.
bad-keep = Ces couleurs ne peuvent pas former la deuxième rangée : les trois plus grandes piles comptent, les trois suivantes sont gardées.
glass-range = La durée la plus courte du sablier ({ $least },{ $least_tenths } s) dépasse la plus longue ({ $most },{ $most_tenths } s).

# Feuilles de score
round-cards = { $round ->
    [0] Cartes
   *[other] Manche { $round } : cartes
  }
row-count = { $round ->
    [0] Première rangée, comptée : { $piles }
   *[other] Manche { $round }, première rangée, comptée : { $piles }
  }
row-keep = { $round ->
    [0] Deuxième rangée, gardée : { $piles }
   *[other] Manche { $round }, deuxième rangée, gardée : { $piles }
  }
row-subtract = { $round ->
    [0] Autres piles, soustraites : { $piles }
   *[other] Manche { $round }, autres piles, soustraites : { $piles }
  }
tie-break = Égalité : la somme des nombres des cartes au dernier décompte départage, { $sum } contre { $against }.
pile = { $round ->
    [0] Pile
   *[other] Manche { $round }, pile
  } { $colour ->
    [blue] bleue
    [green] verte
    [yellow] jaune
    [purple] violette
    [silver] argentée
    [red] rouge
    [orange] orange
    [pink] rose
   *[black] noire
  } : { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
  }
no-such-card = La carte « { $name } » n'existe pas.
no-such-colour = La couleur « { $name } » n'existe pas. Couleurs connues : { $known }.
colour-twice = La couleur { $colour } est nommée deux fois.
bad-pile = Une pile de la couleur { $colour } compte de 1 à { $most } cartes, et non « { $found } ».
card-twice = La carte { $card } est indiquée deux fois.
too-many-cards = Il n'y a que { $most } cartes de la couleur { $colour }, pas { $found }.
nothing-kept = On ne garde des cartes que dans la Super partie, et pas dans sa dernière manche.

# The guided first game
guide-go = Regardez les cartes, puis appuyez sur Go : un sablier caché se met à couler.
guide-roll = Lancez les dés : il vous faut des sommes qui figurent sur les cartes.
guide-take = Prenez une carte : la somme des dés doit faire son nombre.
guide-again = Relancez les dés autant de fois que vous l'osez.
guide-ultim = Profitez du double : retournez le sablier, ou changez toutes les cartes.
guide-stop = Arrêtez-vous avant la fin du sablier : alors seulement, les cartes sont à vous.
guide-rivals = Observez les autres : chacun joue son tour avec la même rangée de cartes.
guide-count = Amassez des cartes : chacune vaut un point au décompte de la manche. Après trois manches de trois tours, le plus haut total gagne.

# Les actions, telles qu'on les lit
action-word = { $word ->
    [blue] bleu
    [green] vert
    [yellow] jaune
    [purple] violet
    [silver] argent
    [red] rouge
    [orange] orange
    [pink] rose
    [black] noir
   *[other] { $word }
  }
action-go = Go
action-roll = Lancer
action-stop = Stop
action-take = Prendre la carte { $first } avec { $second }
action-ultim-glass = Carte Ultim' : retourner le sablier
action-ultim-cards = Carte Ultim' : nouvelle rangée
action-keep = Garder { $rest }
judge = Les valeurs viennent du meilleur plan d'un tour, avec les chances exactes des dés. Ce sont les points espérés à la fin.

# Les raisons d'un coup, chacune avec un titre, et une ligne avec les nombres
reason-empty = Un stop ne sauverait aucune carte
reason-empty-detail = Vous n'avez pris aucune carte ce tour
reason-safe = Continuer ne risque rien
reason-safe-detail = Le sablier finit { $left },{ $left_tenths } s après votre dernier lancer, et les cartes restent
reason-banks = Un stop sauverait { $cards ->
    [one] 1 carte
   *[other] { $cards } cartes
  }
reason-banks-detail = Sablier au dernier lancer : { $ran },{ $ran_tenths } s ; fini dans les { $step } s qui suivent : { $chance } %
reason-banks-turned = Un stop sauverait { $cards ->
    [one] 1 carte
   *[other] { $cards } cartes
  }
reason-banks-turned-detail = Le sablier retourné finit à { $end },{ $end_tenths } s ; dernier lancer à { $ran },{ $ran_tenths } s
reason-time = Votre dernier lancer était à { $ran },{ $ran_tenths } s
reason-time-detail = Sablier de { $least },{ $least_tenths } à { $most },{ $most_tenths } s ; fini dans les { $step } s suivant ce lancer : { $chance } %
reason-time-turned = Votre dernier lancer était à { $ran },{ $ran_tenths } s
reason-time-turned-detail = Le sablier retourné dure jusqu'à { $end },{ $end_tenths } s
reason-turns = Retourner le sablier donne du temps
reason-turns-detail = Jusqu'à { $until },{ $until_tenths } s au moins, au lieu de { $most },{ $most_tenths } s au plus
reason-hits = Un lancer peut donner une carte
reason-hits-detail = Au moins une carte de la rangée complétée peut être prise : { $chance } %
reason-double = Un double retournerait le sablier
reason-double-detail = Un lancer en contient un : { $chance } % ; retourné, il dure au moins jusqu'à { $until },{ $until_tenths } s
reason-new-row = De nouvelles cartes iraient mieux
reason-new-row-detail = Au moins une carte à prendre au lancer : { $there } % avec une autre rangée, { $here } % ici
reason-this-row = Cette rangée va au moins aussi bien
reason-this-row-detail = Au moins une carte à prendre au lancer : { $here } % ici, { $there } % avec une autre rangée
reason-take = { $dice } prend le { $number } { $colour ->
    [blue] bleu
    [green] vert
    [yellow] jaune
    [purple] violet
    [silver] argent
    [red] rouge
    [orange] orange
    [pink] rose
   *[black] noir
  }
reason-take-detail = { $cards ->
    [1] Votre première carte ce tour
   *[other] Cela fait { $cards } cartes ce tour
  } ; { $instead ->
    [stop] un stop la laisse dans la rangée
    [ultim-cards] une nouvelle rangée l'emporte
    [ultim-glass] retourner le sablier dépense deux dés égaux
   *[roll] un lancer abandonne ces dés
  }
reason-rarer = Le { $number } est plus rare aux dés
reason-rarer-detail = Un lancer permet un { $number } : { $mine } % ; un { $easier } : { $theirs } %
reason-stays = Le { $number } reste pour un autre lancer
reason-stays-detail = Un lancer permet un { $number } : { $chance } %
reason-more = { $dice } laisse des dés utiles
reason-more-detail = Les dés restants peuvent prendre { $more ->
    [one] 1 carte
   *[other] { $more } cartes
  } de plus ; { $less } avec l'autre choix
reason-keeps-double = { $dice } garde le double
reason-keeps-double-detail = Deux dés égaux restent libres : la carte Ultim' reste possible
reason-count = Votre butin compterait { $points }
reason-count-detail = { $less } avec l'autre choix, si la manche finissait avec ces cartes
reason-keep = Les autres en ont moins
reason-keep-detail = Leur butin a { $held } cartes de ce que seul ce choix garde, { $instead } de ce que seul l'autre garde
