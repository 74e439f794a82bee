"""The authority over a match, without I/O: commands in, events out."""
