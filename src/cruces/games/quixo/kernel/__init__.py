"""Quixo on two masks: the cubes of the one who is to move, and the other's."""
