"""Quixo for two, and for four in two teams."""

from cruces import locales

locales.add_family(__name__)
