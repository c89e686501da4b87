game = Starter Game
about = Bid a card for every prize. The highest bid that nobody else has made wins it.
prompt = Your move: bid and a card from your hand, such as bid 3
goal = Most points after { $cards } prizes
todo-bid = Bid a card for prize { $card }
option-cards = Cards in every hand
bot-steady = Steady

# The table
panel-prize = Prize
panel-prizes-left = Prizes to come
panel-won = Points
panel-played = Played
panel-hand = Hand

# What happens
prize = The prize is { $card }.
shows = { $you ->
    [seat] You have bid
   *[nobody] { $seat } has bid
  } { $card }.
wins = { $you ->
    [seat] You win
   *[nobody] { $seat } wins
  } prize { $card }.
lost = Nobody gets prize { $card }.

# What is not possible
not-in-hand = You do not have this card any more.

# Score sheets
prize-won = Prize { $card }

# The guided first game
guide-bid = Bid a card: the highest number that only one player bids wins the prize.
guide-won = Look at your score here: it is the sum of the prizes you have won.

# Actions, as players read them
action-bid = Bid { $rest }
