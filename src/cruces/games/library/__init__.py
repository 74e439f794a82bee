"""What ``import cruces`` offers, typed for our own games.

It is on top of everything, with the families, because its annotations know them; only its
annotations do. ``docs/library.md`` describes it.
"""
