"""Positions as data for clients, as text, and as a picture."""
