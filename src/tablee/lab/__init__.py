"""Studies: many matches, compared."""
