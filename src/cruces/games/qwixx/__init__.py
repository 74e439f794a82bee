"""Qwixx, and Qwixx Big Points: the same game with a longer sheet and a few more rules."""

from cruces import locales

locales.add_family(__name__)
