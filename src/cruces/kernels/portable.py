"""Somebody's function as the source of a module, so that its machine code can be kept.

A function can be written down if it and what it uses can: numbers and tuples of them, modules,
other such functions. What its text says is all there is to it, so equal texts are equal functions.
"""

import ast
import inspect
import textwrap
from types import FunctionType, ModuleType
from typing import Any

_CONSTANTS = (bool, int, float, str, type(None))


def portable(function: Any, decorator: str) -> str | None:
    """The source of a function and of what it uses, each function with this decorator.

    None if something cannot be written down.
    """
    parts: dict[str, str] = {}
    return "\n\n".join(parts.values()) if _add(function, decorator, parts) else None


def _add(function: Any, decorator: str, parts: dict[str, str]) -> bool:
    """Add a function, after what it uses, to the parts by name."""
    definition = _definition(function)
    if definition is None:
        return False
    used = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name)}
    known = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    own = {function.__name__, *function.__code__.co_varnames}
    for name in sorted((used & set(known)) - own):
        if not _add_value(name, known[name], decorator, parts):
            return False
    parts[function.__name__] = f"@{decorator}\n{ast.unparse(definition)}"
    return True


def _definition(function: Any) -> ast.FunctionDef | None:
    """The definition of a function without decorators, annotations and docstring."""
    if not isinstance(function, FunctionType):
        return None
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):  # typed into a shell that keeps no text
        return None
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):  # a lambda
        return None
    definition.decorator_list, definition.returns = [], None
    for argument in ast.walk(definition.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return definition


def _add_value(name: str, value: Any, decorator: str, parts: dict[str, str]) -> bool:
    """Add what a function uses under a name; False if that cannot be written down."""
    if isinstance(value, ModuleType):
        part = f"import {value.__name__} as {name}"
    elif _is_constant(value):
        part = f"{name} = {value!r}"
    else:
        function = getattr(value, "py_func", value)  # the function that was compiled
        if name in parts:
            return True
        return getattr(function, "__name__", None) == name and _add(function, decorator, parts)
    return parts.setdefault(name, part) == part  # two modules may use a name differently


def _is_constant(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_constant, value))
    return type(value) in _CONSTANTS
