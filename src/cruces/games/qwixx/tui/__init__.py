"""Qwixx and Big Points in the terminal app."""
