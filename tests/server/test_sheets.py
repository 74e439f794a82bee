"""Blank sheets over HTTP: what there is, each once, and what is refused."""

from io import BytesIO

import httpx
import pytest
from pypdf import PdfReader

from tests.server.process import Server


def test_what_can_be_printed_and_a_page_of_it(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        offered = client.get("/api/sheets").json()
        assert offered["games"] == ["qwixx", "big-points"]
        assert offered["papers"] == ["a4", "letter"]
        for game in offered["games"]:
            pdf = client.get(f"/api/sheets/{game}/es/sheets.pdf?count=2&ink=black")
            assert pdf.headers["content-type"] == "application/pdf"
            (page,) = PdfReader(BytesIO(pdf.content)).pages
            assert page.extract_text().count("Nombre") == 2
            svg = client.get(f"/api/sheets/{game}/en/sheets.svg?paper=letter")
            assert svg.headers["content-type"] == "image/svg+xml; charset=utf-8"
            assert svg.text.count("<use") == 4
            same = {"If-None-Match": svg.headers["etag"]}
            assert client.get(svg.url, headers=same).status_code == 304


@pytest.mark.parametrize(
    ("place", "status"),
    [
        ("quixo/en/sheets.pdf", 404),
        ("nothing/en/sheets.pdf", 400),
        ("qwixx/en/sheets.pdf?count=9", 400),
        ("qwixx/en/sheets.svg?count=0", 400),
        ("qwixx/en/sheets.svg?paper=a0", 400),
        ("qwixx/en/sheets.svg?ink=gold", 400),
    ],
)
def test_what_is_refused(server: Server, place: str, status: int) -> None:
    answer = httpx.get(f"{server.url}/api/sheets/{place}", trust_env=False)
    assert answer.status_code == status
    assert answer.json()["message"]
