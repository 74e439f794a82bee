"""Every page, dialog and state of a game, on screens of nine sizes, in every language.

Nothing leaves the screen, no text is cut, nothing to press lies on something else or is too small
for a finger, and one sees what one plays on. A failure says where: the language, the size, the
page, the element and its text.
"""

import pytest

from cruces.locales import languages
from tests.browser.conftest import Crowd
from tests.browser.fit import Tape
from tests.browser.walks import WALKS, Walk

LOCALES = {"en": "en-GB", "es": "es-ES"}


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
@pytest.mark.parametrize("lang", languages())
def test_everything_fits(crowd: Crowd, lang: str, walk: Walk) -> None:
    person = crowd.come(locale=LOCALES[lang])
    tape = Tape(person)
    walk(person, tape.measure)
    assert not tape.faults, f"{len(tape.faults)} faults\n" + "\n".join(tape.faults)


SPOILED = """<!doctype html>
<style>
  .far { position: absolute; left: 3000px }
  .short { width: 3em; overflow: hidden; white-space: nowrap }
  .tiny { width: 20px; height: 20px }
  .on-it { width: 60px; height: 60px; margin-left: -10px }
</style>
<p><span class="far">far</span></p>
<p class="short">a text that is much too long</p>
<p><button class="tiny">-</button><button class="on-it">on it</button></p>
"""


def test_a_fault_would_be_found(crowd: Crowd) -> None:
    """A page on which something is wrong in every way."""
    person = crowd.come()
    person.page.set_content(SPOILED)
    tape = Tape(person)
    tape.measure("spoiled")
    for fault in (
        "the page is",
        'leaves the screen: span.far "far"',
        'cuts its text: p.short "a text that is much too long"',
        'hard to hit: button.tiny "-" 20x20',
        'lie on each other: button.tiny "-", button.on-it "on it"',
    ):
        assert any(fault in found for found in tape.faults), fault
