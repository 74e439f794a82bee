"""`cruces play`: a game at the terminal."""
