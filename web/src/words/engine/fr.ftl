# Python dans le navigateur : stockage, robots, et ce qui marche sans connexion
web-engine-jobless = Impossible de charger les robots : ils ne peuvent pas jouer, et rien ne peut être revu. Vérifiez votre connexion, puis réessayez.
web-storage-denied = Ce navigateur ne laisse pas Tablée enregistrer vos parties : fenêtre privée, ou stockage bloqué ou abîmé.
web-storage-full = Il n'y a plus de place sur cet appareil pour enregistrer votre partie. Libérez de l'espace et réessayez, ou jouez sans enregistrer.
web-storage-unsaved = Jouer sans enregistrer
web-storage-unsaved-text = Rien n'est enregistré : fermer cette page met fin à votre partie.
web-storage-copy = Enregistrer une copie
web-storage-damaged = Une partie de ce que ce navigateur a enregistré est abîmée. Les parties illisibles ont été mises de côté ; les autres sont intactes.
web-offline-nothing = Pas encore enregistrée sur cet appareil : pour l'instant, Tablée a besoin d'une connexion.
web-offline-missing = Sans connexion, vous pouvez lire les règles et utiliser les annonces, le sablier et le minuteur. Pour jouer aussi hors connexion, enregistrez les jeux sur cet appareil.
web-offline-arriving = Enregistrement des jeux sur cet appareil, pour jouer sans connexion…
web-offline-failed = Impossible d'enregistrer les jeux sur cet appareil. Sans connexion, vous pouvez lire les règles et utiliser les annonces, le sablier et le minuteur.
web-offline-kept = Enregistrée sur cet appareil : Tablée fonctionne sans connexion.
web-offline-keep = Enregistrer les jeux
