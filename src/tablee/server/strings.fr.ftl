# Ce que disent les pages du serveur lui-même : voir pages.py.
page-home = Vers les jeux
page-not-found = Il n'y a rien à cette adresse.
page-unknown-host = Ce serveur ne répond pas à l'adresse « { $host } ».
page-allow-host = S'il est à vous, lancez-le avec --allow-host { $host }.
