"""Matches on a server: its lobby, its tables, and the connection to a match."""
