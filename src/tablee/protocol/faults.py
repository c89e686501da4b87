"""What is wrong with a request, in words: `seats` must have at least 1 entry."""

from __future__ import annotations

import re

KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
SIZES = {">=": "at least", "<=": "at most"}
# what msgspec says, and how it is said here; {at} is the field
PATTERNS = (
    (r"Object missing required field `(?P<field>[^`]+)`", "`{inside}{field}` is missing"),
    (r"Object contains unknown field `(?P<field>[^`]+)`", "`{inside}{field}` is not known here"),
    (r"Expected `array` of length (?P<size>[<>]=) (?P<count>\d+)", "{at} must have {size} {count} {entries}"),
    (r"Expected `str` of length (?P<size>[<>]=) (?P<count>\d+)", "{at} must have {size} {count} {characters}"),
    (r"Expected `\w+` (?P<size>[<>]=) (?P<count>-?[\d.]+)", "{at} must be {size} {count}"),
    (r"Expected `str` matching regex .*", "{at} has an invalid format"),
    (r"Expected `(?P<wanted>[^`]+)`, got `(?P<found>[^`]+)`", "{at} must be {wanted}, not {found}"),
    (r"Invalid enum value ['\"]?(?P<value>.*?)['\"]?", "{at} cannot be “{value}”"),
)


def in_words(message: str, at: str = "") -> str:
    """The sentence for a fault that msgspec found, at a field such as `seats[0].kind`; other texts stay as they are."""
    message, _, path = message.partition(" - at `$")
    at = path.rstrip("`").lstrip(".") if path else "" if at == "data" else at
    for pattern, sentence in PATTERNS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            named = {name: _word(text) for name, text in found.groupdict().items()}
            one = named.get("count") == "1"
            units = {"entries": "entry" if one else "entries", "characters": "character" if one else "characters"}
            return sentence.format(at=_place(at), inside=f"{at}." if at else "", **named, **units)
    return f"{_place(at)}: {message}" if at else message


def _place(at: str) -> str:
    """Of a mapping msgspec does not say which entry it is."""
    entry = at.endswith("[...]")
    return ("an entry of " if entry else "") + (f"`{at.removesuffix('[...]')}`" if at else "the request")


def _word(text: str) -> str:
    kinds = [KINDS[kind] for kind in text.split(" | ") if kind in KINDS]
    return SIZES.get(text) or " or ".join(filter(None, (", ".join(kinds[:-1]), *kinds[-1:]))) or text
