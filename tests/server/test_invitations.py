"""Who can open an address, and which one others get."""

import pytest
import segno

from cruces.server import invitations
from cruces.server.invitations import NETWORK_PORT, Reach, invitation


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "network_host", lambda: "192.168.1.20")
    monkeypatch.delenv(NETWORK_PORT, raising=False)


PAGES: list[tuple[str, Reach]] = [
    ("http://127.0.0.1:8000/", "here"),
    ("http://localhost:8000/", "here"),
    ("http://cruces.localhost/", "here"),
    ("http://[::1]:8000/", "here"),
    ("http://192.168.1.20:8000/", "network"),
    ("http://10.0.0.7/", "network"),
    ("http://[fd00::7]:8000/", "network"),
    ("http://laptop.local:8000/", "network"),
    ("http://laptop:8000/", "network"),
    ("https://play.example/", "anyone"),
    ("http://203.0.114.9/", "anyone"),
]


@pytest.mark.parametrize(("page", "reach"), PAGES)
def test_who_can_open_the_page_that_somebody_sees(page: str, reach: Reach) -> None:
    found = invitation(page, "#join=ABCD")
    assert (found.address, found.reach) == (f"{page}#join=ABCD", reach)
    assert found.qr == segno.make(found.address, micro=False).svg_inline(scale=6, border=2)


def test_others_in_the_network_get_the_address_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NETWORK_PORT, "8123")
    found = invitation("http://127.0.0.1:8123/", "#join=ABCD")
    assert (found.address, found.reach) == ("http://192.168.1.20:8123/#join=ABCD", "network")
    public = invitation("https://play.example/", "#join=ABCD")
    assert (public.address, public.reach) == ("https://play.example/#join=ABCD", "anyone")
    monkeypatch.setattr(invitations, "network_host", lambda: None)
    assert invitation("http://127.0.0.1:8123/", "").reach == "here"


def test_the_address_in_the_network_is_none_of_this_computer_alone() -> None:
    host = invitations.network_host()
    assert host is None or not host.startswith("127.")
