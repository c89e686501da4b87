"""What the page says, by message id: tests find things by role and id, so that the words can change."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from tablee.words import HERE, strings_file
from tests.games_here import find

WEB = Path(__file__).parents[2] / "web" / "src"
ANY = "\0"  # an argument that may be anything, for `like`


# the characters of the usual level, in the order of their seats: web/src/lib/state/characters.ts
BOTS = ("Oscar", "Flora", "Basile", "Iris", "Gaston", "Salomé")


@cache
def _bundle(lang: str, game: str) -> FluentBundle:
    """The same files in the same order as web/src/lib/state/words.ts."""
    files = [WEB / "words" / f"{lang}.ftl", strings_file(HERE, lang)]
    if game:
        files += [strings_file(find(game).folder, lang), WEB / "games" / game / f"{lang}.ftl"]
    files += sorted(WEB.glob(f"words/*/{lang}.ftl"))
    bundle = FluentBundle([lang], use_isolating=False)
    for file in files:
        if file.exists():
            bundle.add_resource(FluentResource(file.read_text("utf-8")), allow_overrides=True)
    return bundle


def say(id: str, lang: str = "en", game: str = "", /, **args: str | int) -> str:
    """The sentence, which must exist, and with all its arguments. `you="seat"`: as whoever sits there reads it."""
    bundle = _bundle(lang, game)
    pattern = bundle.get_message(id).value
    assert pattern is not None
    text, errors = bundle.format_pattern(pattern, {"you": "nobody", **args})
    assert not errors, (id, errors)
    return str(text)


def like(id: str, lang: str = "en", game: str = "", /, **args: str | int) -> re.Pattern[str]:
    """The sentence as a pattern; arguments that are `ANY` match anything."""
    return re.compile(".*".join(map(re.escape, say(id, lang, game, **args).split(ANY))))
