"""Adapters for Gymnasium, PettingZoo and OpenSpiel. Each module needs its library; importing this package needs none."""
