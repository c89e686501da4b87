"""The bots of Take it Easy!, and what they have learnt."""
