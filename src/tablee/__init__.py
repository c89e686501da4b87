"""Tablée: a table for five games, and everything needed to play, check and study them."""

__version__ = "0.1.0"
