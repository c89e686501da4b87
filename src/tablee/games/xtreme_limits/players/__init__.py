"""The bots of Xtreme Limits, and what they have learnt."""
