"""A whole evening in the scorers: four players one after the other, slips of the finger that are put right, and two games."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, Page, expect

import tablee
from tablee.calls import plan
from tablee.core.registry import find
from tests.e2e.conftest import DESK, People
from tests.e2e.said import like, say
from tests.e2e.test_scorers import EASY, LIMIT, LIMITS, ULTIM, XTREME, points, scorer

NEXUS = "nexus"
COLUMNS = {EASY: (3, 4, 5, 4, 3), NEXUS: (4, 5, 6, 7, 6, 5, 4)}
PLAYERS = 4


def button(page: Page, id: str, lang: str = "en", game: str = "", /, **args: str | int) -> Locator:
    return page.get_by_role("button", name=say(id, lang, game, **args), exact=True)


def put(page: Page, tile: str) -> None:
    page.locator(f"[data-tile='{tile}']").click()


def text(columns: tuple[int, ...], tiles: list[str]) -> str:
    """A board with these tiles from its first cell on."""
    left = iter(tiles)
    return " / ".join(" ".join(next(left, ".") for _ in range(size)) for size in columns)


def undo(page: Page) -> None:
    button(page, "web-score-undo").click()


def with_slips(page: Page, tiles: list[str], wrong: str, other: str) -> None:
    """Enters these from the first free cell on. A wrong tile is taken back; another one is found later and changed."""
    for n, tile in enumerate(tiles):
        if n == 4:
            put(page, wrong)
            undo(page)
        put(page, other if n == 1 else tile)
    page.locator("[data-cell=a2]").click()
    put(page, tiles[1])


def totals(page: Page) -> Locator:
    return page.locator(".players b")


@pytest.mark.parametrize("board", [EASY, NEXUS])
def test_boards_begin_at_their_first_cell_whatever_came_before(people: People, board: str) -> None:
    game = EASY if board == EASY else LIMIT
    page = scorer(people, game, DESK)
    columns = COLUMNS[board]
    number = sum(columns) if board == EASY else 12  # a Nexus need not be full to be counted
    every = plan(find(game).game, find(game).game.options()).tiles
    draw, sums = random.Random(7), [0] * PLAYERS
    for round in range(2):
        boards = [draw.sample(every, number + 2) for _ in range(PLAYERS)]
        for player, (wrong, spare, *tiles) in enumerate(boards):
            if player and not round:
                button(page, "web-score-add").click()
            elif player:
                page.locator(".steps .tonal").click()
            laid = like("web-score-laid", laid=0, of=sum(columns) if board == EASY else sum(columns) + 7, cell="a1")
            expect(page.locator(".palette [role=status]")).to_have_text(laid)
            with_slips(page, tiles, wrong, spare)
            (one,) = tablee.score(game, text(columns, tiles))
            expect(points(page)).to_have_text(str(one))
            sums[player] += one
        # the first player's board is looked at again, and one tile of the third is changed
        page.locator(".players button").first.click()
        page.locator(".players button").nth(2).click()
        _, spare, *tiles = boards[2]
        page.locator("[data-cell=a1]").click()
        put(page, spare)
        (new,) = tablee.score(game, text(columns, [spare, *tiles[1:]]))
        sums[2] += new - tablee.score(game, text(columns, tiles))[0]
        expect(totals(page)).to_have_text([str(total).replace("-", "−") for total in sums])
        page.reload()
        expect(totals(page)).to_have_text([str(total).replace("-", "−") for total in sums])
        if not round:
            button(page, "web-score-next").click()


def test_a_full_board_is_changed_only_where_somebody_chose_a_cell(people: People) -> None:
    page = scorer(people, EASY, DESK)
    every = plan(find(EASY).game, find(EASY).game.options()).tiles
    for tile in every[:19]:
        put(page, tile)
    (full,) = tablee.score(EASY, text(COLUMNS[EASY], list(every[:19])))
    expect(points(page)).to_have_text(str(full))
    page.reload()
    expect(page.locator(".palette h2")).to_have_text(say("web-score-change"))
    put(page, every[20])
    expect(page.locator(f"[data-tile='{every[20]}']")).not_to_have_class("used")
    expect(points(page)).to_have_text(str(full))


def test_undo_shows_what_it_takes_back(people: People) -> None:
    page = scorer(people, EASY, DESK)
    put(page, "9-7-3")
    button(page, "web-score-add").click()
    put(page, "9-7-8")
    page.locator(".players button").first.click()
    undo(page)
    expect(page.locator(".players button").nth(1)).to_have_attribute("aria-pressed", "true")
    put(page, "9-6-3")
    expect(page.locator("[data-cell=a1]")).to_have_accessible_name("a1: 9-6-3")


def test_piles_of_four_players_in_two_rounds(people: People) -> None:
    page = scorer(people, ULTIM, DESK)
    draw, sums = random.Random(3), [0] * PLAYERS
    for round in range(2):
        for player in range(PLAYERS):
            if player and not round:
                button(page, "web-score-add").click()
            elif player:
                page.locator(".steps .tonal").click()
            piles = page.locator(".pile")
            for pile in draw.sample(range(piles.count()), 3):
                for _ in range(2):
                    piles.nth(pile).locator(".card-button").click()
                piles.nth(pile).locator(".less").click()
            sums[player] += 3
            expect(points(page)).to_have_text("3")
        expect(totals(page)).to_have_text([str(total) for total in sums])
        if not round:
            button(page, "web-score-round-next").click()


def test_a_player_who_joins_in_the_last_round_keeps_nothing_either(people: People) -> None:
    page = scorer(people, ULTIM, DESK)
    button(page, "web-score-setup").click()
    page.locator("dialog select[name=scoring]").select_option("super")
    page.locator("dialog .primary").click()
    last = page.get_by_label(say("web-score-last", "en", ULTIM), exact=True)
    last.check()
    button(page, "web-score-add").click()
    expect(last).to_be_checked()


def test_hands_cards_and_the_bell_of_four_players(people: People) -> None:
    page = scorer(people, XTREME, DESK)
    sums = [0] * PLAYERS
    cards = ["red-green-blue", "red-blue-green", "green-red-blue", "blue-green-red"]
    for round, hands in enumerate([(11, 7, 5), (3, 9, 12)]):
        for player in range(PLAYERS):
            if player and not round:
                button(page, "web-score-add").click()
            elif player:
                page.locator(".steps .tonal").click()
            if not player:
                for cell in hands:
                    page.locator(f".face [data-cell='{cell}']").click(force=True)
            page.locator(".cards button").nth(ORDER.index(cards[player])).click()
        page.locator(".bell button").nth(1 + round).click()
        page.locator(".bell button").nth(3).click()  # it was the third player's turn
        where = "red {}, green {}, blue {}".format(*hands)
        boards = [{"hands": where, "card": (card,), "bell": player == 2} for player, card in enumerate(cards)]
        found = tablee.score(XTREME, *boards)
        sums = [before + one for before, one in zip(sums, found, strict=True)]
        expect(totals(page)).to_have_text([str(total).replace("-", "−") for total in sums])
        if not round:
            button(page, "web-score-round-next").click()


ORDER = ["red-green-blue", "red-blue-green", "green-red-blue", "green-blue-red", "blue-red-green", "blue-green-red"]


def test_points_and_limit_cards_of_four_players(people: People) -> None:
    page = scorer(people, LIMITS, DESK)
    for _ in range(PLAYERS - 1):
        button(page, "web-score-add").click()
    sums = [0] * PLAYERS
    for round in range(2):
        for player in range(PLAYERS):
            name = say("web-score-player", number=player + 1)
            won, taken = (say(f"web-score-{what}-of", "en", LIMITS, name=name) for what in ("points", "limits"))
            for _ in range(player + 2):
                button(page, "web-score-plus", "en", LIMITS, what=won).click()
            button(page, "web-score-minus", "en", LIMITS, what=won).click()
            button(page, "web-score-plus", "en", LIMITS, what=taken).click()
            (one,) = tablee.score(LIMITS, {"points": str(player + 1), "limits": 1})
            sums[player] += one
        expect(totals(page)).to_have_text([str(total).replace("-", "−") for total in sums])
        if not round:
            button(page, "web-score-next").click()


def test_dates_are_written_as_where_the_players_live(people: People) -> None:
    dates = {"en-GB": "2 Jan 2026, 15:04", "en-US": "Jan 2, 2026, 3:04", "fr-FR": "2 janv. 2026"}
    for locale, date in dates.items():
        page = people.come(DESK, locale, "about:blank", timezone_id="UTC")
        page.clock.install(time="2026-01-02T15:04:00Z")
        page.goto(f"/#box/{EASY}/scorer")
        put(page, "9-7-3")
        button(page, "web-score-kept", locale[:2]).click()
        expect(page.locator("dialog li b")).to_contain_text(date)
