"""A person in a terminal plays at a table on a server."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tablee import cli, client
from tablee.client.guest import play_at
from tablee.core.game import Refusal
from tablee.core.registry import find
from tablee.terminal import PLAIN, Display, LineReader, Quit
from tablee.words import Words
from tests.server.running import OPEN, running, settings

EASY = Words("en", find("take-it-easy").folder, ["Ada", "Bo"])
ADA_PLACES = re.compile(re.escape(EASY.text("placed", seat=0, tile="…", cell="…")).replace("…", ".*"))
CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]


class Typed(LineReader):
    """A LineReader with a script: one line per read."""

    def __init__(self, *lines: str) -> None:
        super().__init__(-1)
        self.lines = iter(lines)

    def read(self, seconds: float | None) -> str | None:
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line or None


async def evening(data: Path, *lines: str, plain: bool = True, display: Display = PLAIN) -> tuple[list[str], client.Player]:
    """A host that uses the Python client, and a guest at the keyboard."""
    said: list[str] = []
    async with running(settings(data)) as here, await client.create(here.base, "take-it-easy", "Ada", [OPEN, OPEN]) as host:

        async def play() -> None:
            while len(host.info.seats[1].names if host.info else ()) < 1:
                await host.news()
            await host.start()
            while not host.over:
                if host.to_move:
                    await host.act(host.legal[0])
                await host.news()

        playing = asyncio.create_task(play())
        try:
            await play_at(host.link, "Bo", find, "en", plain, Typed(*lines), said.append, display)
            await playing
        finally:
            playing.cancel()
    return said, host


def test_a_whole_match(tmp_path: Path) -> None:
    said, host = asyncio.run(evening(tmp_path / "t.db", "?", "sheet", "rules", "zz", *CELLS * 60))
    assert any(map(ADA_PLACES.fullmatch, said))
    assert host.over is not None
    assert [line for line in said if line.startswith("1. ")]
    assert any(EASY.text("panel-call") in line for line in said)
    assert (find("take-it-easy").folder / "RULES.md").read_text("utf-8") in said
    assert sum(line.startswith("Place ") for line in said) == 19  # what to do, at every turn
    assert said.count(EASY.text("prompt")) == 2  # what to type, at the first one and after "?"


def test_tiles_have_their_colours_and_boards_stand_side_by_side_where_the_terminal_can(tmp_path: Path) -> None:
    said, _ = asyncio.run(evening(tmp_path / "t.db", *CELLS * 60, plain=False, display=Display(8, 120)))
    boards = [EASY.text("labelled", label=f"{EASY.text('panel-board')} – {name}", value="").rstrip() for name in ("Ada", "Bo")]
    assert any(all(board in line for board in boards) for line in said)
    assert any("\x1b[1;38;5;" in line for line in said)


@pytest.mark.parametrize(("lines", "end"), [(("quit",), Quit), ((), EOFError)])
def test_leaving(tmp_path: Path, lines: tuple[str, ...], end: type[Exception]) -> None:
    with pytest.raises(end):
        asyncio.run(evening(tmp_path / "t.db", *lines))


def test_no_such_table(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async def knock() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            await play_at(f"{here.base}/t/nowhere", "Bo", find, "en", True, Typed(), print)

    with pytest.raises(Refusal, match="no-match"):
        asyncio.run(knock())
    monkeypatch.setattr("tablee.terminal.standard_input", Typed)
    for link in ("http://127.0.0.1:9/t/x", "nonsense", "http://[/t/x", "http://localhost:99999/t/x"):
        assert cli.main(["play", "--table", link, "--lang", "en"]) == 2
        err = capsys.readouterr().err
        assert len(err.splitlines()) == 1
        assert not err.endswith("..\n")


@pytest.mark.parametrize("answer", [b"<html>", b'"\xff"', b'{"match": 1}'])
def test_a_site_that_is_no_table(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def send(*_: object) -> bytes:
        return answer

    monkeypatch.setattr(client.Site, "send", send)
    with pytest.raises(Refusal, match="no-answer"):
        asyncio.run(play_at("http://localhost/t/x", "Bo", find, "en", True, Typed(), print))
