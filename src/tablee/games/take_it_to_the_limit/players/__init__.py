"""The bots of Take it to the Limit!, and what they have learnt."""
