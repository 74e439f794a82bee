"""Quixo in teams on four masks: for each player the cubes whose dot points at him."""
