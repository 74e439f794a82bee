"""`cruces solve`: exact answers, game by game."""
