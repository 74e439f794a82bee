"""Write the types of the server's messages for the browser's modules: ``messages.d.ts``.

They follow from the structures that the server encodes and decodes, so that what the type checker
of the browser's part accepts is what travels. A test fails when the file is out of date.
"""

import inspect
import types
from collections.abc import Iterable
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec

from cruces.analysis import analysis_dto, review_dto
from cruces.client import STATIC
from cruces.core.record import Event as GameEvent
from cruces.learning import practice
from cruces.match import frames, match_view, messages, past
from cruces.server import (
    device_api,
    invitations,
    pad_api,
    position_api,
    review_api,
    sheet_api,
)
from cruces.storage import listing

FILE = "js/messages.d.ts"
HEAD = """// What travels between server and browser. Written by tools/client_types.py from the
// server's own structures: do not edit it, run `make types`.
"""
UNIONS: dict[str, Any] = {
    "FromClient": frames.FromClient,
    "FromServer": frames.ToClient,
    "Command": messages.Command,
    "Happening": messages.Event,
    "GameEvent": GameEvent,
    "ReportLine": review_api.Told,
}
NAMES: dict[Any, str] = {
    match_view.SeatView: "Seat",
    match_view.ClockView: "Clock",
    match_view.OfferView: "StandingOffer",
    match_view.ResultView: "Result",
    match_view.FairView: "Fair",
    messages.Clock: "Bank",
    messages.Ready: "BeReady",
    messages.BecameReady: "BecameReady",
    messages.Unready: "BeUnready",
    review_api.Ready: "ReportReady",
}
"""Names in the browser's part, where they are not those of the classes."""
ROOTS: tuple[Any, ...] = (
    match_view.FullMatchView,
    past.PastGame,
    analysis_dto.Advice,
    review_dto.Report,
    listing.Lobby,
    device_api.Device,
    device_api.KnownDevice,
    device_api.DeviceCode,
    invitations.Invitation,
    practice.Learning,
    practice.StepView,
    practice.ExerciseView,
    position_api.PositionView,
    pad_api.PadView,
    sheet_api.Printable,
)
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


class Writer:
    """Collects declarations, each once, in the order in which they are asked for."""

    def __init__(self) -> None:
        self.unions = {frozenset(get_args(union)): name for name, union in UNIONS.items()}
        self.declared: dict[Any, str] = {}

    def text(self) -> str:
        """The whole file."""
        unions = [
            f"export type {name} =\n"
            + "\n".join(f"  | {self.name(one)}" for one in get_args(kind))
            + ";\n"
            for name, kind in UNIONS.items()
        ]
        for root in ROOTS:
            self.name(root)
        return "\n".join([HEAD, *unions, *self.declared.values()])

    def name(self, kind: Any) -> str:
        """The name of a structure, which is declared if it is not yet."""
        name = NAMES.get(kind) or str(kind.__name__)
        if kind not in self.declared:
            self.declared[kind] = ""  # it may contain itself
            self.declared[kind] = self.declaration(name, kind)
        return name

    def declaration(self, name: str, kind: Any) -> str:
        """An interface."""
        base, fields = "", self.fields(kind)
        if kind is match_view.FullMatchView:
            base = f" extends {self.name(match_view.MatchView)}"
            fields = [one for one in fields if one not in self.fields(match_view.MatchView)]
        document = inspect.getdoc(kind) or ""
        lines = [f"/** {document.splitlines()[0]} */" if document else ""]
        lines += [f"export interface {name}{base} {{", *fields, "}", ""]
        return "\n".join(lines)

    def fields(self, kind: Any) -> list[str]:
        """What an interface has."""
        hints = get_type_hints(kind, include_extras=True)
        if is_typeddict(kind):
            return [f"  {field}: {self.type(hint)};" for field, hint in hints.items()]
        config = kind.__struct_config__
        tag = [f'  {config.tag_field}: "{config.tag}";'] if config.tag is not None else []
        fields = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
        defaults = {
            field.encode_name for field in msgspec.structs.fields(kind) if not field.required
        }
        return tag + [
            f"  {written}{'?' if written in defaults else ''}: {self.type(hints[field])};"
            for field, written in fields
        ]

    def type(self, hint: Any) -> str:
        """A type as TypeScript writes it."""
        if hint in PLAIN:
            return PLAIN[hint]
        if hint is Any:
            return "any"
        origin, inside = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.type(inside[0])
        if origin is Literal:
            return " | ".join(f'"{one}"' for one in inside)
        if origin in (Union, types.UnionType):
            return self.union(inside)
        if origin in (list, tuple):
            return self.sequence(inside)
        if origin is dict:
            return f"Record<{self.type(inside[0])}, {self.type(inside[1])}>"
        return self.name(hint)

    def union(self, members: Iterable[Any]) -> str:
        """A union; an unset value is not a member."""
        kept = [one for one in members if one is not msgspec.UnsetType]
        known = self.unions.get(frozenset(one for one in kept if one is not type(None)))
        if known is None:
            return " | ".join(dict.fromkeys(self.type(one) for one in kept))
        return f"{known} | null" if type(None) in kept else known

    def sequence(self, inside: tuple[Any, ...]) -> str:
        """A list, or a tuple of fixed length."""
        if len(inside) == 1 or inside[-1] is ...:
            one = self.type(inside[0])
            return f"({one})[]" if "|" in one else f"{one}[]"
        return f"[{', '.join(map(self.type, inside))}]"


def declarations() -> str:
    """The file as it should be."""
    return Writer().text()


def main() -> None:
    """Write the file."""
    (Path(str(STATIC)) / FILE).write_text(declarations(), "utf-8")


if __name__ == "__main__":
    main()
