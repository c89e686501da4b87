"""Tables as text and as drawings, and the words of what happens."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tablee
from tablee.core import registry
from tablee.core.game import Event, Refusal, say
from tablee.core.registry import Entry, UnknownGame, entry_of
from tablee.drawing import LOOK, draw_tile, marks_of
from tests.games_here import EVERY, TOY

pytestmark = pytest.mark.coverage
SVG = "{http://www.w3.org/2000/svg}"


def midway(entry: Entry) -> tablee.Table:
    seats = max(2, entry.game.usual_seats[0])
    table = tablee.Table(entry, ["bot:random"] * seats, seed="drawing")
    for _ in range(25):
        table.step()
    return table


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_game_is_drawn_as_its_seats_see_it(entry: Entry, lang: str) -> None:
    table = midway(entry)
    for shown in (table, table.match, table.match.here(), table.match.view(0)):
        drawn = ElementTree.fromstring(tablee.svg(shown, 0, lang))
        told = [text.text for text in drawn.iter(f"{SVG}text")]
        assert told
        assert tablee.text(shown, 0, lang)
    assert str(table) == str(table.match) == str(table.match.here()) == tablee.text(table)
    assert table._repr_svg_() == table.match.here()._repr_svg_() == tablee.svg(table)


def test_a_board_shows_every_tile_with_its_numbers() -> None:
    table = midway(registry.find("take-it-to-the-limit"))
    drawn = tablee.svg(table)
    boards = " ".join(str(panel.value) for panel in table.match.screen(None).public if panel.shape in ("hex", "tile"))
    tiles = re.findall(r"\d+-\d+-\d+", boards)
    assert len(tiles) > 10
    numbers = re.findall(r'class="number[^>]*>(\d+)<', drawn)
    assert sorted(numbers) == sorted("-".join(tiles).split("-"))
    assert all(band["fill"] in drawn for value, band in LOOK["bands"].items() if value in numbers)


def test_what_a_seat_does_not_know_is_not_drawn() -> None:
    table = tablee.Table("limits", ["Ada", "Bo", "Cy"], seed=3)
    table.run()
    assert "Hand" in tablee.svg(table, 0)
    assert "Hand" not in tablee.svg(table)
    assert "Hand" not in str(table)


def test_patterns_symbols_and_metals_tell_tiles_apart() -> None:
    marks = marks_of(registry.find("take-it-to-the-limit").folder)
    assert marks("1-2-3") == ("sun", "gold")
    assert LOOK["bodies"]["gold"]["fill"] in draw_tile("1-2-3", marks)
    assert LOOK["symbols"]["moon_path"] in draw_tile("12-11-10", marks)
    assert draw_tile("12-11-10").count("<line") == 3 * 2 + 3 * 2  # twin lines on all three bands
    assert draw_tile("1-2-3").count("<line") == 3 * 2
    assert marks_of(TOY.folder)("1-2-3") == ("", "plain")


def test_the_web_client_draws_tiles_from_the_same_file() -> None:
    web = Path(__file__).parents[1] / "web" / "src"
    assert 'import look from "$kit/tiles.toml"' in (web / "lib" / "tiles" / "tiles.ts").read_text("utf-8")
    face = (web / "lib" / "tiles" / "TileFace.svelte").read_text("utf-8")
    assert "#" not in re.sub(r"\{[#:/@].*?\}", "", face.partition("<style>")[2])  # no colours of its own


def test_events_and_refusals_say_themselves() -> None:
    table = tablee.Table("take-it-easy", ["Ada", "bot:greedy"], seed=7)
    event = Event(say("has-chosen", seat=0), to=(0,))
    assert table.say(event, seat=1) == table.say(event) == ""
    assert table.say(event, seat=0)
    assert "Regular 2" in table.say(Event(say("has-chosen", seat=1)))
    with pytest.raises(Refusal) as refused:
        table.act(0, "z9")
    assert table.say(refused.value, lang="fr") == refused.value.text("fr") != str(refused.value)


def test_a_value_leads_to_its_game() -> None:
    assert entry_of(TOY.game).game is TOY.game
    assert entry_of(tablee.Table("limits", ["A", "B", "C"]).match.view(0)) is registry.find("limits")
    with pytest.raises(UnknownGame, match="int"):
        entry_of(7)
