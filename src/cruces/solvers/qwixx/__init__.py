"""Qwixx for oneself, solved: the best that can be expected of every sheet, and how to get it."""
