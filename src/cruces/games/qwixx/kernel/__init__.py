"""Qwixx and Big Points on integers: sheets, what is legal, dice, and whole games at once."""
