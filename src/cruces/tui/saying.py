"""What is said around a board: who plays and who is to act, and what is to be done now."""

from rich.text import Text

from cruces.core.registry import family_of
from cruces.locales import text
from cruces.match.match_view import OfferView
from cruces.render.terminal.style import printable
from cruces.tui.board import Board
from cruces.tui.colours import Ink
from cruces.tui.session import Session


def players(
    session: Session, seat: int | None, board: type[Board] | None, dark: bool
) -> list[Text]:
    """Everybody, with a sign for who is to act, the clock, and what the board says of them."""
    value, lines = session.value, []
    for each, holder in enumerate(value["seats"]):
        acting = each in value["to_act"]
        sign = "▶" if acting else "✓" if holder["decided"] else " "
        label = family_of(session.game).seat_label(session.game, each, holder["label"])
        line = Text(f"{sign} {printable(label)}", "bold" if acting else "")
        remaining = session.remaining_time(each)
        if remaining is not None:
            line.append(f"  {_clock(remaining)}")
        if holder["left"] or session.is_away(each):
            key = "web.status.left" if holder["left"] else "web.status.away"
            line.append(f"  ({text(key, session.lang)})", "dim")
        strip = Text() if board is None else board.strip(session.situation(seat), each, Ink(dark))
        if strip.plain:
            line.append("\n  ").append_text(strip)
        lines.append(line)
    return lines


def _clock(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def status(session: Session, seat: int | None, told: str) -> str:
    """What is to be done now; ``told`` is what the board says of it."""
    value, lang = session.value, session.lang
    if session.trouble:
        return session.trouble
    if value["offers"]:
        return _offer(session, value["offers"][0])
    if value["result"] is not None:
        result = value["result"]
        return f"{result['text']} {result['outcome']} · {text('tui.after', lang)}"
    if seat is not None and seat in session.waiting:
        several = len(session.own) > 1
        start = text("web.turn-of", lang, name=session.names[seat]) + " " if several else ""
        return start + told
    names = [session.names[each] for each in value["to_act"]]
    return text("tui.waiting", lang, names=", ".join(names)) if names else ""


def _offer(session: Session, offer: OfferView) -> str:
    """What is offered, and by which keys one answers."""
    lang = session.lang
    if asked_of(session, offer) is None:
        what = text(f"web.offer.name.{offer['offer']}", lang)
        return text("web.offer.waiting", lang, what=what)
    said = text(f"web.offer.{offer['offer']}", lang, name=session.names[offer["seat"]])
    return f"{said} {text('tui.answer', lang)}"


def asked_of(session: Session, offer: OfferView) -> int | None:
    """Which of the own seats has not answered an offer yet."""
    return next((seat for seat in session.own if seat not in offer["agreed"]), None)


def absent(session: Session) -> list[int]:
    """The seats that the others may go on without."""
    if not session.own:
        return []
    away = [seat for seat, remaining in session.dismiss_at.items() if remaining <= 0]
    return sorted({*session.value["may_dismiss"], *away})
