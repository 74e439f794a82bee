"""Qwixx and Big Points on integers: sheets, legal actions, dice, and whole games at once."""
