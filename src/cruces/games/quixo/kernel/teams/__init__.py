"""Quixo in teams as four masks: for each player, the cubes whose dot points at them."""
