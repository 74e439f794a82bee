"""Qwixx for programs that learn: actions and positions as numbers, and many solo games at once."""
