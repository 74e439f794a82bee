"""SVG pictures: ``picture`` draws any position of any game."""

from cruces.render.document import Picture
from cruces.render.picture import picture
from cruces.render.theme import Theme

__all__ = ["Picture", "Theme", "picture"]
