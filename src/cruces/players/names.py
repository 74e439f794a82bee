"""What players of the computer are called where people read it."""

from cruces.locales import catalogue, text


def bot_name(bot: str, lang: str) -> str:
    """A computer player at a table.

    >>> bot_name("level-3", "en")
    'Robot, casual'
    """
    return text("web.bot", lang, level=catalogue(lang).get(f"bot.{bot}", bot))
