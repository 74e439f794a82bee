"""Quixo as two bit masks: the cubes of the player to move, and those of the opponent."""
