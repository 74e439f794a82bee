"""Quixo in the terminal app."""
