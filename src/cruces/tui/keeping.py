"""What the app keeps on this computer: small files in the user's data folder, for them alone."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

MOST_BYTES = 2**24


def folder() -> Path:
    """The user's data folder by the XDG specification; it may not exist yet."""
    base = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".local" / "share") / "cruces"


def read(name: str) -> dict[str, Any]:
    """What is kept under a name; nothing if the file is missing or damaged."""
    with (
        suppress(OSError, RuntimeError, UnicodeDecodeError, msgspec.DecodeError),
        (folder() / f"{name}.json").open("rb") as file,
    ):
        kept = msgspec.json.decode(file.read(MOST_BYTES))
        if isinstance(kept, dict):
            return kept
    return {}


def write(name: str, kept: dict[str, Any]) -> None:
    """Keep something, whole or not at all. A computer that keeps nothing can be played on, too."""
    with suppress(OSError, RuntimeError):
        target = folder() / f"{name}.json"
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{name}.")  # 0600
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(kept))
            Path(draft).replace(target)
        except BaseException:
            Path(draft).unlink()
            raise


def forget(name: str) -> None:
    """Delete what is kept under a name."""
    with suppress(OSError, RuntimeError):
        (folder() / f"{name}.json").unlink(missing_ok=True)
