game = Take or Leave
about = Everyone holds a hidden card and says take or leave before a hidden sand timer runs out.
prompt = Your move: take or leave
panel-card = Card
panel-said = Said
card = { $you ->
    [seat] Your card
   *[nobody] { $seat }'s card
  } is { $card }.
running = The sand timer is running.
shown = { $you ->
    [seat] You
   *[nobody] { $seat }
  } had { $card } and said { $said }.
asleep = { $you ->
    [seat] You
   *[nobody] { $seat }
  } had { $card } and said nothing.
sand = The sand timer has run out.
points = Points
guide-word = Say leave: that is a point for sure.
action-take = Take
action-leave = Leave
table-hint = Taking scores your card, if nobody takes with a higher one.
