"""An extension for the API pages: examples in docstrings are shown as sessions of Python."""

import re
from typing import Any

import griffe

_SESSION = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


class Sessions(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = _SESSION.sub(_fenced, obj.docstring.value)


def _fenced(session: re.Match[str]) -> str:
    return f"```pycon\n{session[0].rstrip()}\n```\n"
