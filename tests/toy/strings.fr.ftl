game = Prendre ou laisser
about = Chacun tient une carte cachée et dit prendre ou laisser avant la fin du sablier caché.
prompt = À vous : take (prendre) ou leave (laisser)
panel-card = Carte
panel-said = Réponse
card = { $you ->
    [seat] Votre carte
   *[nobody] La carte de { $seat }
  } est { $card }.
running = Le sablier coule.
shown = { $you ->
    [seat] Vous aviez { $card } et avez dit
   *[nobody] { $seat } avait { $card } et a dit
  } { $said }.
asleep = { $you ->
    [seat] Vous aviez { $card } et n'avez rien dit.
   *[nobody] { $seat } avait { $card } et n'a rien dit.
  }
sand = Le sablier est vide.
points = Points
guide-word = Dites leave : c'est un point assuré.
action-take = Prendre
action-leave = Laisser
table-hint = Prendre rapporte votre carte, si personne ne prend avec une plus forte.
