"""The bots of Limits, and what they have learnt."""
