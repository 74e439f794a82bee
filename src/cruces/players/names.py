"""The names of computer players as people read them."""

from cruces.locales import catalogue, text


def bot_name(bot: str, lang: str) -> str:
    """The display name of a computer player.

    >>> bot_name("level-3", "en")
    'Robot (casual)'
    """
    return text("web.bot", lang, level=catalogue(lang).get(f"bot.{bot}", bot))
