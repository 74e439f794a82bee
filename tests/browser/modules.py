"""The browser's modules as files: those of the shell and those of the families."""

from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "cruces"
STATIC = SOURCE / "client" / "static"
FAMILIES = SOURCE / "games"


def sources() -> dict[str, str]:
    """Every module by where it is."""
    folders = ("js/*.js", "pages/*.js")
    files = [file for folder in folders for file in STATIC.glob(folder)]
    files += FAMILIES.glob("*/web/**/*.js")
    return {str(file.relative_to(SOURCE)): file.read_text("utf-8") for file in sorted(files)}
