# L'échelle des adversaires à dépasser. Chargée avec sa page et sa carte sur l'accueil.
web-ladder-title = L'échelle
web-ladder-close = Fermer
web-ladder-about = Dix adversaires, de la première partie au plus fort. Battez-en un dans deux parties sur trois pour rencontrer le suivant.
web-ladder-field = Les points sont ceux d'une table avec deux bots habituels.
web-ladder-later = Numéro { $rung }
web-ladder-play = Jouer
web-ladder-play-against = Jouer contre { $name }
web-ladder-all = Montrer tout le monde
web-ladder-won = { $won } sur { $of } gagnés
web-ladder-beaten = battu
web-ladder-top = Vous avez dépassé tout le monde ici.
web-ladder-next = Prochain adversaire : { $name }, { $game }
web-ladder-go = Voir l'échelle
web-ladder-mean = environ { NUMBER($mean) } points
web-ladder-style-1 = Joue pour la première fois.
web-ladder-style-2 = Toujours pressé : la première bonne idée est la bonne.
web-ladder-style-3 = { $game ->
    [limits] Ne résiste pas à quatre cartes d'une couleur.
    [xtreme-limits] Veut ses points tout de suite.
    [ultim-limit] Prend toutes les cartes à portée.
   *[other] Aime les points assurés.
  }
web-ladder-style-4 = { $game ->
    [limits] Accuse tôt.
    [xtreme-limits] Adore échanger.
    [ultim-limit] Relance encore une fois.
   *[other] Rêve de longues lignes.
  }
web-ladder-style-5 = { $game ->
    [limits] N'accuse qu'à coup sûr.
    [xtreme-limits] Garde ses cartes.
    [ultim-limit] S'arrête tôt.
   *[other] Finit ce qui est commencé.
  }
web-ladder-style-6 = { $game ->
    [limits] Perd le fil quand la pile monte.
    [xtreme-limits] Perd le fil dans les longues manches.
   *[other] Part bien, puis fatigue.
  }
web-ladder-style-7 = { $game ->
    [limits] Lit bien la pile et accuse tôt.
    [xtreme-limits] Voit loin et adore échanger.
    [ultim-limit] Rapide, et relance encore une fois.
   *[other] A l'œil pour les longues lignes.
  }
web-ladder-style-8 = { $game ->
    [limits] Patient, difficile à piéger.
    [xtreme-limits] Économe de ses jetons.
    [ultim-limit] Rapide, et s'arrête à temps.
   *[other] Patient et prudent.
  }
web-ladder-style-9 = Calme, ne se trompe presque jamais.
web-ladder-style-10 = L'expert. Ne se trompe jamais.
