"""The browser's modules as they are served: the same code on the same lines, without comments."""

import re
from pathlib import Path

from cruces.client import STATIC
from cruces.server.assets import load, without_comments

MODULE = """// What it is for.

/**
 * Twice.
 * @param {number} one
 */
export const twice = (one) => 2 * one; // kept
/** @type {string} */
const path = "a//b";
const star = /** @type {any} */ (path);
/* short */ const more = 1;
"""
BARE = """





export const twice = (one) => 2 * one; // kept

const path = "a//b";
const star = /** @type {any} */ (path);
/* short */ const more = 1;
"""


def test_lines_of_comment_become_empty() -> None:
    assert without_comments(MODULE) == BARE


def test_a_text_of_several_lines_stays() -> None:
    text = "const text = `\n// not a comment\n`;\n// a comment\n"
    assert without_comments(text) == text


def test_what_is_served_is_the_code_as_it_was_written() -> None:
    assets, compared = load(), 0
    for file in Path(str(STATIC)).glob("*/*.js"):
        served = assets[f"/static/{file.parent.name}/{file.name}"].body.decode().split("\n")
        written = file.read_text("utf-8").split("\n")
        assert len(served) == len(written), "an error names the line as it was written"
        for said, meant in zip(served, written, strict=True):
            assert said in (meant, "")
            if said != meant:
                assert re.match(r" *(//|/?\*)", meant), "that was no comment"
                compared += 1
    assert compared > 500
