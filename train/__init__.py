"""Makes the weights of the champions anew."""
