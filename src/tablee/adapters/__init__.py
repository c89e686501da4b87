"""The games in researchers' own tools: Gymnasium, PettingZoo and OpenSpiel. Each module needs its library; this one none."""
