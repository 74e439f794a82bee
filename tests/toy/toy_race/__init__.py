"""Toy Race, a game for Cruces in one small package."""
