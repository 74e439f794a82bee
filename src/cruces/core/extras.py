"""What an installation may lack: the packages of an extra, and how to install them.

``pip install cruces`` is small. Stronger players, the server and so on need packages that are
listed in ``pyproject.toml`` as extras. Whatever needs one names it in an error, instead of a
traceback about a module that nobody has heard of.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from cruces.core.errors import CrucesError, Reason

MODULES = {
    "engine": ("llvmlite", "numba", "numpy"),
    "pictures": ("PIL", "fpdf", "resvg_py"),
    "server": (
        *("alembic", "cryptography", "httptools", "litestar", "markdown_it", "prometheus_client"),
        *("psycopg", "redis", "segno", "sqlalchemy", "uvicorn", "uvloop"),
    ),
    "tui": ("textual", "websockets"),
    "rl": ("gymnasium", "openskill", "pettingzoo", "pyarrow", "pyspiel"),
    "cluster": ("ray",),
    "gpu": ("cuda",),
}
"""The modules that come with each extra."""
EXTRA_OF = {module: extra for extra, modules in MODULES.items() for module in modules}


class MissingExtraError(CrucesError):
    """Something needs packages that are not installed; ``extra`` has them."""

    code = "missing-extra"

    def __init__(self, extra: str) -> None:
        super().__init__(Reason("missing-extra", {"extra": extra}))
        self.extra = extra


def missing_extra(error: BaseException) -> MissingExtraError | None:
    """The error that names the extra, if this one is about a module of an extra."""
    if not isinstance(error, ModuleNotFoundError):
        return None
    extra = EXTRA_OF.get((error.name or "").partition(".")[0])
    return None if extra is None else MissingExtraError(extra)


@contextmanager
def naming_extras() -> Iterator[None]:
    """Whatever is imported inside is there, or the error names the extra that has it."""
    try:
        yield
    except ModuleNotFoundError as error:
        better = missing_extra(error)
        raise (error if better is None else better) from error
