game = Starter Game
about = Misez une carte pour chaque prix. La plus forte mise que personne d'autre n'a faite le remporte.
prompt = À vous : bid (miser) et une carte de votre main, par exemple bid 3
goal = Le plus de points après { $cards } prix
todo-bid = Misez une carte pour le prix { $card }
option-cards = Cartes par main
bot-steady = Régulier

# La table
panel-prize = Prix
panel-prizes-left = Prix à venir
panel-won = Points
panel-played = Cartes jouées
panel-hand = Main

# Ce qui se passe
prize = Le prix est { $card }.
shows = { $you ->
    [seat] Vous avez misé
   *[nobody] { $seat } a misé
  } { $card }.
wins = { $you ->
    [seat] Vous remportez
   *[nobody] { $seat } remporte
  } le prix { $card }.
lost = Personne ne remporte le prix { $card }.

# Ce qui n'est pas possible
not-in-hand = Vous n'avez plus cette carte.

# Feuilles de score
prize-won = Prix { $card }

# La première partie guidée
guide-bid = Misez une carte : le plus grand nombre misé par une seule personne remporte le prix.
guide-won = Regardez ici votre score : c'est la somme des prix remportés.

# Les actions, telles qu'on les lit
action-bid = Miser { $rest }
