"""Where things are kept that can be computed again."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """The user's, as the XDG specification has it; it need not exist yet."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "cruces"
