"""The browser shell: plain ES modules, styles and icons, and where they are."""

from importlib.resources import files

STATIC = files(__package__) / "static"
