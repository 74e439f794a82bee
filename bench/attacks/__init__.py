"""Attacks on a server of our own, on loopback, and what an honest player notices of them."""
