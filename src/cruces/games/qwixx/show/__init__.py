"""How it is shown: as data for clients, as text, as a picture."""
