"""Tools to study games: many matches, compared."""
