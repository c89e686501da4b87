web-bag = Show the tiles that are still in the bag

# The rules at a glance
web-glance-goal = Goal
web-glance-goal-text = Fill lines with one number from edge to edge. The highest total after 19 tiles wins.
web-glance-turn = Your turn
web-glance-turn-text = A tile is called, and everyone places the same one on a free cell of their own board.
web-glance-score = Score
web-glance-score-text = A full line of one number is worth its length times its number. A line with two different numbers is worth nothing.
