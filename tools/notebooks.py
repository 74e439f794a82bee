"""Run the notebooks of the documentation, and write them with what they show.

usage: notebooks.py
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def load(file: Path) -> Any:
    """The notebook as it is stored."""
    return nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]


def run(file: Path, folder: str, parameters: str | None = None) -> Any:
    """The notebook after running it in a folder; an exception if a cell fails.

    ``parameters`` replace its cell with this tag: with others it may take less time.
    """
    notebook = load(file)
    if parameters is not None:
        (cell,) = (one for one in notebook.cells if "parameters" in one.metadata.get("tags", ()))
        cell.source = parameters
    resources = {"metadata": {"path": folder}}
    NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        coalesce_streams=True,  # what one cell prints may come in several pieces
        record_timing=False,
        resources=resources,
    ).execute()
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
    }
    for output in outputs(notebook):
        if "text/html" in output.get("data", {}):  # which has the picture, too
            output.data.pop("image/svg+xml", None)
    return notebook


def outputs(notebook: Any) -> list[Any]:
    """All that the cells show."""
    cells = (cell for cell in notebook.cells if cell.cell_type == "code")
    return [output for cell in cells for output in cell.outputs]


def main() -> None:
    for file in sorted(FOLDER.glob("*.ipynb")):
        with TemporaryDirectory() as folder:
            notebook = run(file, folder)
        text = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True)
        file.write_text(text + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    main()
