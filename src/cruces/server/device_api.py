"""The devices of a player over HTTP: new ones, a list of them, and moving to another one."""

import asyncio
from typing import Annotated

from litestar import Router, get, post
from litestar.params import Parameter
from msgspec import Meta, Struct

from cruces.core import Reason
from cruces.match.names import LONGEST_NAME, visible
from cruces.server.api import Ask, check_address, context, limit, token_of
from cruces.server.errors import NotFoundError, ProtocolError, refusals
from cruces.server.invitations import Invitation, invitation
from cruces.server.limits import DEVICES, JOINS
from cruces.server.live_match import now
from cruces.server.tokens import Token, new_token, table_code, typed_code
from cruces.storage.devices import DAY

CODE_LIFE = 10 * 60 * 1000
"""How long a code to add a device is valid, in milliseconds."""
MOST_DEVICES = 20
"""The most devices of a player."""
DeviceId = Annotated[str, Parameter(pattern=r"^[\w-]{1,40}$", description="The id of a device.")]
Label = Annotated[str, Meta(max_length=60)]


class Device(Struct, frozen=True):
    """A device and its token, the only proof of who the player is: keep it secret."""

    player: str
    device: str
    token: str


class KnownDevice(Struct, frozen=True):
    """A device of the player. Times are in milliseconds since 1970; ``used`` is a day's beginning.

    ``here`` is true for the device that asks.
    """

    id: str
    label: str
    created: int
    used: int
    here: bool


class DeviceCode(Struct, frozen=True):
    """A code that adds a device to the player, once, within ``seconds``; and the page with it."""

    code: str
    seconds: int
    page: Invitation


class CodeClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of another device, as typed, and a name for this one."""

    code: Annotated[str, Meta(min_length=1, max_length=20)]
    label: Label = ""


class DeviceLabel(Struct, frozen=True, forbid_unknown_fields=True):
    """A name for a device; it may be empty."""

    label: Label


class Done(Struct, frozen=True):
    """It has been done."""

    ok: bool = True


def written(request: Ask, token: Token) -> Device:
    text = context(request).known_devices.signer.write(token)
    return Device(token.player, token.device, text)


async def changing(request: Ask) -> Token:
    """The token of a request that changes devices, of which there may be a few a minute."""
    token = token_of(request)
    await limit(request, JOINS, token.player)
    return token


def checked(label: str) -> str:
    """A label as it is stored."""
    return visible(label, LONGEST_NAME) if label.strip() else ""


@post("/", responses=refusals(), summary="A new player with one device, and its token")
async def new_device(request: Ask) -> Device:
    await limit(request, DEVICES)
    return written(request, new_token())


@get("/", responses=refusals(401), summary="The devices of the player")
async def list_devices(request: Ask) -> list[KnownDevice]:
    token = token_of(request)
    return [
        KnownDevice(one.id, one.label, one.created, one.used * DAY, one.id == token.device)
        for one in await context(request).known_devices.of_player(token.player)
    ]


@post(
    "/{device:str}/label",
    responses=refusals(401, 404, 409),
    summary="Name a device of the player",
    status_code=200,
)
async def rename(request: Ask, device: DeviceId, data: DeviceLabel) -> Done:
    token = await changing(request)
    label = checked(data.label)
    if not await context(request).known_devices.rename(token.player, device, label):
        raise NotFoundError(Reason("no-device"))
    return Done()


@post(
    "/{device:str}/revoke",
    responses=refusals(401, 404),
    summary="Refuse every token of a device of the player from now on, and disconnect it",
    status_code=200,
)
async def revoke(request: Ask, device: DeviceId) -> Done:
    token = await changing(request)
    if not await context(request).known_devices.revoke(token.player, device):
        raise NotFoundError(Reason("no-device"))
    return Done()


@post(
    "/token",
    responses=refusals(401),
    summary="A new token for this device; its first use makes the present one invalid",
    status_code=200,
)
async def rotate(request: Ask) -> Device:
    return written(request, (await changing(request)).next())


@post("/code", responses=refusals(401), summary="A code that adds one device to the player")
async def new_code(request: Ask) -> DeviceCode:
    token, devices = await changing(request), context(request).known_devices
    if len(await devices.of_player(token.player)) >= MOST_DEVICES:
        raise ProtocolError(Reason("too-many-devices", {"most": MOST_DEVICES}))
    code, moment = table_code(), now()
    digest = devices.signer.digest(code)
    await asyncio.to_thread(
        devices.store.put_code, token.player, digest, moment + CODE_LIFE, moment
    )
    page = invitation(str(request.base_url), f"#device={code}")
    return DeviceCode(code, CODE_LIFE // 1000, page)


@post(
    "/claim",
    responses=refusals(404, 409),
    summary="Become a device of the player whose code it is",
)
async def claim(request: Ask, data: CodeClaim) -> Device:
    ctx = context(request)
    await limit(request, JOINS)
    devices, label = ctx.known_devices, checked(data.label)
    digest = devices.signer.digest(typed_code(data.code))
    player = await asyncio.to_thread(devices.store.take_code, digest, now())
    if player is None:
        raise NotFoundError(Reason("no-device-code"))
    return written(request, await devices.add(player, label))


device_api = Router(
    "/api/devices",
    before_request=check_address,
    route_handlers=[new_device, list_devices, rename, revoke, rotate, new_code, claim],
)
