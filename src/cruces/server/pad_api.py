"""Score pads that several phones share, over HTTP: a code to join, and one small sheet of each.

The server relays the sheets and knows nothing of what is on them. A device writes its own sheet
only, under its token, and is told what has changed on the others since it last asked.
"""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Router, get, post
from litestar.params import Parameter
from msgspec import Meta, Struct

from cruces.core import Reason
from cruces.core.registry import get_game
from cruces.match import messages as m
from cruces.match.names import check_name
from cruces.server.api import Ask, check_address, client_of, context, limit, token_of
from cruces.server.errors import NotFoundError, ProtocolError, refusals
from cruces.server.invitations import Invitation, invitation
from cruces.server.limits import JOINS, PADS, PADS_OPENED
from cruces.server.live_match import now
from cruces.server.tokens import match_id as new_id
from cruces.server.tokens import table_code, typed_code
from cruces.storage.pads import SEEN_EVERY, NewPad, PadMember, PadStore, SharedPad, Status

MOST_SHEET = 2048
"""The most bytes of a sheet, as JSON."""
AWAY = 45_000
"""After how many milliseconds without a word somebody counts as away."""
PadId = Annotated[str, Parameter(pattern=m.MATCH_ID, description="The id of a pad.")]
Choice = Annotated[str, Meta(pattern="^[a-z-]{1,20}$")]
Version = Annotated[int, Meta(ge=0, lt=2**31)]


class OpenPad(Struct, frozen=True, forbid_unknown_fields=True):
    """A pad to share: its game, what was chosen for everybody, and the name of who opens it."""

    game: Annotated[str, Meta(max_length=30)]
    name: m.Name
    chosen: Annotated[dict[Choice, Annotated[int, Meta(ge=0, le=10**6)]], Meta(max_length=5)] = {}


class JoinPad(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a pad, as typed, and the name of who comes."""

    code: Annotated[str, Meta(min_length=1, max_length=20)]
    name: m.Name


class WrittenSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One's own sheet, as the family's view writes it, with a number that grows."""

    version: Annotated[int, Meta(ge=1, lt=2**31)]
    sheet: dict[str, Any]


class PadNews(Struct, frozen=True, forbid_unknown_fields=True):
    """The version of the pad that is known here, and what was written since."""

    since: Version = 0
    written: WrittenSheet | None = None


class PadDeparture(Struct, frozen=True, forbid_unknown_fields=True):
    """Who leaves: oneself, or for the host anybody."""

    member: Annotated[int, Meta(ge=0, le=100)]


class MemberView(Struct, frozen=True):
    """Somebody on a pad; the sheet is null before anything is written on it."""

    member: int
    name: str
    status: Status
    version: int
    sheet: dict[str, Any] | None


class PadView(Struct, frozen=True):
    """A pad as one of its members sees it: everybody who has changed since they last asked."""

    id: str
    code: str
    game: str
    chosen: dict[str, int]
    version: int
    me: Annotated[int, Meta(description="The number of the one who asks.")]
    host: Annotated[bool, Meta(description="Whether they have opened it.")]
    present: Annotated[list[int], Meta(description="Who has been heard of lately.")]
    members: list[MemberView]


def _view(pad: SharedPad, own: PadMember, player: str, since: int) -> PadView:
    at = now()
    return PadView(
        pad.id,
        pad.code,
        pad.game,
        msgspec.json.decode(pad.chosen),
        pad.version,
        own.member,
        pad.host == player,
        [one.member for one in pad.members if one.status == "here" and at - one.seen < AWAY],
        [
            MemberView(
                one.member,
                one.name,
                one.status,
                one.version,
                msgspec.json.decode(one.sheet) if one.version else None,
            )
            for one in pad.members
            if one.changed > since
        ],
    )


def _member(pad: SharedPad | None, device: str) -> tuple[SharedPad, PadMember]:
    """The pad, for those who are on it: for all others it does not exist."""
    own = pad.member_of(device) if pad is not None else None
    if pad is None or own is None:
        raise NotFoundError(Reason("no-pad"))
    return pad, own


@post("/pads", responses=refusals(401, 409), summary="Open a score pad that several phones share")
async def open_pad(request: Ask, data: OpenPad) -> PadView:
    ctx, token = context(request), token_of(request)
    await limit(request, PADS_OPENED, token.player)
    check_name(data.name, ())
    source = ctx.known_devices.signer.source(client_of(request).address)
    chosen = msgspec.json.encode(data.chosen)
    pad = NewPad(new_id(), table_code(), get_game(data.game).id, chosen, token.player, source)

    def work() -> SharedPad | None:
        ctx.pads.open(pad, now())
        ctx.pads.join(pad.id, token.device, data.name, now())
        return ctx.pads.find(pad.id)

    return _view(*_member(await asyncio.to_thread(work), token.device), token.player, 0)


@post(
    "/pads/join",
    responses=refusals(401, 404, 409),
    summary="Keep a sheet on the pad with a code, or go on with the one that one has there",
    status_code=200,
)
async def join_pad(request: Ask, data: JoinPad) -> PadView:
    ctx, token = context(request), token_of(request)
    await limit(request, JOINS, token.player)

    def work() -> SharedPad | None:
        pad = ctx.pads.find_code(typed_code(data.code))
        if pad is None or not ctx.pads.join(pad, token.device, data.name, now()):
            raise NotFoundError(Reason("no-pad-code"))
        return ctx.pads.find(pad)

    return _view(*_member(await asyncio.to_thread(work), token.device), token.player, 0)


@post(
    "/pads/{pad:str}",
    responses=refusals(401, 404),
    summary="Write one's own sheet, and hear what is new on the others",
    status_code=200,
)
async def exchange(request: Ask, pad: PadId, data: PadNews) -> PadView:
    token = token_of(request)
    await limit(request, PADS, token.player)
    sheet = msgspec.json.encode(data.written.sheet) if data.written else b""
    if len(sheet) > MOST_SHEET:
        raise ProtocolError(Reason("too-large", {"most": MOST_SHEET}))
    store, version = context(request).pads, data.written.version if data.written else 0
    found, own = await asyncio.to_thread(_exchanged, store, pad, token.device, version, sheet)
    return _view(found, own, token.player, data.since)


def _exchanged(
    store: PadStore, pad: str, device: str, version: int, sheet: bytes
) -> tuple[SharedPad, PadMember]:
    found, own = _member(store.find(pad), device)
    if version > own.version:
        store.write(pad, own.member, version, sheet, now())
    elif now() - own.seen >= SEEN_EVERY:
        store.see(pad, own.member, now())
    else:
        return found, own
    return _member(store.find(pad), device)


@post(
    "/pads/{pad:str}/leave",
    responses=refusals(401, 404, 409),
    summary="Leave a pad, or remove somebody from one's own: the sheet stays for the others",
    status_code=200,
)
async def leave_pad(request: Ask, pad: PadId, data: PadDeparture) -> PadView:
    token = token_of(request)
    await limit(request, PADS, token.player)
    store = context(request).pads
    found, own = _member(await asyncio.to_thread(store.find, pad), token.device)
    if data.member >= len(found.members):
        raise NotFoundError(Reason("no-pad-member"))
    if data.member != own.member and found.host != token.player:
        raise ProtocolError(Reason("pad-host-only"))
    status: Status = "left" if data.member == own.member else "removed"
    await asyncio.to_thread(store.end, pad, data.member, status, now())
    again = _member(await asyncio.to_thread(store.find, pad), token.device)
    return _view(*again, token.player, 0)


@get(
    "/pads/{pad:str}/invitation",
    responses=refusals(401, 404),
    summary="The link to a pad, also as a QR code, and who can open it",
)
async def pad_invitation(request: Ask, pad: PadId) -> Invitation:
    token = token_of(request)
    found, _ = _member(await asyncio.to_thread(context(request).pads.find, pad), token.device)
    return invitation(str(request.base_url), f"#pad&code={found.code}")


pad_api = Router(
    "/api",
    before_request=check_address,
    route_handlers=[open_pad, join_pad, exchange, leave_pad, pad_invitation],
)
