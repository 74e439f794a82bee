"""Writing in the chat of a match."""

from typing import Any

from textual.screen import Screen

from cruces.locales import text
from cruces.match import messages as m
from cruces.tui.attempts import attempt
from cruces.tui.dialogs import Choice, Prompt
from cruces.tui.session import LONGEST, Session


def ask_and_say(screen: Screen[Any], session: Session, lang: str) -> None:
    """Ask for a message, and to whom if one may choose; say why nothing can be written."""
    value, seat = session.value, next(iter(session.own), None)
    if seat is None or not value["channels"]:
        why = value["no_chat"] or text("tui.no-chat", lang)
        screen.notify(why, severity="warning", markup=False)
        return
    channels = value["channels"]

    def ask(channel: m.Channel) -> None:
        def answered(line: str | None) -> None:
            if line:
                attempt(screen, lang, lambda: session.do(m.Say(seat, channel, line)))

        screen.app.push_screen(Prompt(text("web.line", lang), lang, LONGEST), answered)

    def chosen(index: int | None) -> None:
        if index is not None:
            ask(channels[index])

    if len(channels) == 1:
        ask(channels[0])
        return
    names = [text("web.all" if one == "match" else "web.team", lang) for one in channels]
    screen.app.push_screen(Choice(text("web.channel", lang), names, lang), chosen)
