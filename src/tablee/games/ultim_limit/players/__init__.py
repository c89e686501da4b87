"""The bots of Ultim' Limit, and what they have learnt."""
