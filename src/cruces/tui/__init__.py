"""The terminal app: games against robots, with people at the same keyboard, and on a server."""
