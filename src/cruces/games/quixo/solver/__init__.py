"""Exact values of Quixo: won, lost or drawn, and on small boards the distance to the end."""

DEVICES = ("cpu", "cuda")
"""The devices that can solve; listed here so that naming them does not load a compiler."""
