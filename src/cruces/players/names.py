"""The names of computer players as people read them."""

from cruces.locales import catalogue, text


def bot_name(seat: int, lang: str) -> str:
    """The name of the computer player in a seat: no two at a table have the same.

    >>> bot_name(0, "en"), bot_name(1, "es")
    ('Robot Ana', 'Robot Leo')
    """
    names = text("web.bot.names", lang).split(", ")
    again, number = divmod(seat, len(names))
    name = f"{names[number]} {again + 1}" if again else names[number]
    return text("web.bot", lang, name=name)


def strength_name(bot: str, lang: str) -> str:
    """How strong a bot is, in words; one that has no words has its name.

    >>> strength_name("level-1", "en"), strength_name("quarry:digger", "en")
    ('very easy', 'quarry:digger')
    """
    key = f"bot.{bot}"
    return text(key, lang) if key in catalogue(lang) else bot
