"""The static site in three engines: the first visit, cut off at any moment; bots without a network; storage that fails."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from tablee.core import registry
from tablee.replay import verify
from tests.conftest import missing
from tests.e2e.engines import ALL_ENGINES, Engine, lacks, patiently
from tests.e2e.hands import OPTIONS
from tests.e2e.said import WEB, say
from tests.e2e.test_engines import LISTEN, Player
from tests.static_site.hosts import FOLDER, StaticHost
from tests.static_site.stored import compare_bots, stored_records

Start = Callable[..., StaticHost]
EASY = "take-it-easy"
SOURCES = Path(__file__).parents[2] / "src" / "tablee"
LOADING = 120  # seconds; machines are sometimes busy
KEPT = "return document.querySelector('[data-offline=kept]') !== null"
TEXT = "return document.body?.innerText ?? ''"
PLAY = f"""
    const play = document.querySelector("article:has([data-game='{EASY}']) button.play:not([disabled])");
    play?.click();
    return play !== null;
"""
CELL = "[data-asked] [data-cell=c3][data-action]"
PLACE = """document.querySelector("[data-cell=c3]").dispatchEvent(new MouseEvent("click", {bubbles: true}))"""
PLACED = "[data-cell=c3][aria-label*='-']"
CHOSEN = "[data-asked] [data-cell=c4][data-action]"  # the next tile is called: the bots have placed theirs, too


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if what := lacks(request.param):
        missing(f"{what} is not installed")
    engine = ALL_ENGINES[request.param]()
    yield engine
    engine.close()


def engines(*always: str) -> pytest.MarkDecorator:
    """In these engines always, and in the others in soak."""
    names = [pytest.param(name, marks=pytest.mark.soak if name not in always else (), id=name) for name in ALL_ENGINES]
    return pytest.mark.parametrize("engine", names, indirect=True)


@pytest.fixture
def visited(root: Path) -> Iterator[Start]:
    """A host with an address of its own: for browsers, each visit is the first."""
    hosts: list[StaticHost] = []

    def start(**more: object) -> StaticHost:
        hosts.append(StaticHost(more.pop("root", root), **more))  # type: ignore[arg-type]
        return hosts[-1]

    yield start
    for host in hosts:
        with suppress(OSError):
            host.stop()


def sees(engine: Engine, marks: str) -> bool:
    return bool(engine.run("return document.querySelector(arguments[0]) !== null", marks))


def wait_for(engine: Engine, marks: str) -> None:
    patiently(lambda: sees(engine, marks), RuntimeError, seconds=LOADING)


def play_one(engine: Engine) -> None:
    """From home to the second turn: the bots have played."""
    patiently(lambda: engine.run(PLAY), seconds=LOADING)
    wait_for(engine, CELL)
    engine.run(PLACE)
    wait_for(engine, CHOSEN)


@cache
def ids() -> frozenset[str]:
    """Of all sentences; those of one word could be words."""
    files = [*WEB.rglob("*.ftl"), *SOURCES.rglob("*.ftl")]
    return frozenset(id for file in files for id in re.findall(r"^([a-z]+(?:-[a-z0-9]+)+) =", file.read_text("utf-8"), re.M))


def check_text(text: str) -> None:
    assert text.strip(), "a blank page"
    assert not ids() & set(re.findall(r"[a-z0-9-]+", text)), text


# what a page says that waits for its host
WAITING = [
    *("web-part-missing", "web-line-offline", "web-engine-failed", "web-storage-denied", "web-engine-jobless"),
    *("web-line-connecting", "web-engine-starting"),
]
BEGINNING = "Loading Tablée"  # before there is a language


def cut(engine: Engine, host: StaticHost) -> None:
    """A visitor whose host goes away taps on Play, and is shown a table, or why there is none; never a raw or an empty page."""
    with suppress(RuntimeError, TimeoutError):  # not even the page arrives
        engine.open(host.base)
    patiently(lambda: engine.run(TEXT).strip(), RuntimeError)
    with suppress(TimeoutError):
        patiently(lambda: engine.run(PLAY), seconds=5)

    def settled() -> bool:
        text = engine.run(TEXT)
        check_text(text)
        said = BEGINNING in text or any(say(id) in text for id in WAITING[:5])
        return sees(engine, CELL) or (said and host.answered > host.most)

    patiently(settled, RuntimeError, seconds=LOADING)
    assert sees(engine, CELL) or host.answered > host.most
    check_text(engine.run(TEXT))


@pytest.mark.parametrize("most", [12, 60, 225])
@pytest.mark.parametrize("engine", ["chromium"], indirect=True)
def test_a_first_visit_that_is_cut_off_says_what_is_missing(engine: Engine, visited: Start, most: int) -> None:
    cut(engine, visited(most=most))


@pytest.mark.soak
@pytest.mark.parametrize("no_store", [False, True])
@pytest.mark.parametrize("engine", ALL_ENGINES, indirect=True)
def test_first_visits_that_are_cut_off_at_ten_random_moments(engine: Engine, visited: Start, no_store: bool) -> None:
    chance = random.Random(f"{no_store}")
    for most in [chance.randrange(8, 240) for _ in range(10)]:
        cut(engine, visited(most=most, no_store=no_store))


@engines("chromium")
def test_a_page_that_says_so_works_without_its_host_in_the_first_visit(engine: Engine, visited: Start) -> None:
    """And where the host forbids caches."""
    host = visited(no_store=True)
    engine.open(host.base)
    patiently(lambda: engine.run(KEPT), seconds=LOADING)
    host.stop()
    play_one(engine)
    table = engine.run("return location.href")
    engine.open("about:blank")
    engine.open(table)
    wait_for(engine, CHOSEN)
    assert not sees(engine, "[data-trouble]")


@engines("chromium")
def test_python_starts_without_a_snapshot_that_cannot_be_had(engine: Engine, visited: Start, root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "host")
    for snapshot in (tmp_path / "host").rglob("*.snapshot"):
        snapshot.unlink()
    engine.open(visited(root=tmp_path / "host").base)
    play_one(engine)


@pytest.mark.parametrize(
    ("engine", "game"),
    [
        pytest.param(engine, game, marks=pytest.mark.soak if (engine, game) != ("webkit", EASY) else (), id=f"{engine}-{game}")
        for engine in ("webkit", "firefox")
        for game in registry.names()
    ],
    indirect=["engine"],
)
def test_bots_play_as_well_without_a_network(engine: Engine, visited: Start, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole match: no bot is missing, the record is right, and bots choose what they choose in CPython."""
    monkeypatch.setitem(OPTIONS, "ultim-limit", {"glass_from": "6", "glass_to": "7", "roll_gap": "0.1"})  # they have time for it
    host = visited()
    engine.open(host.base)
    patiently(lambda: engine.run(KEPT), seconds=LOADING)
    host.stop()
    player = Player(engine, host.base)
    player.sit_down(game, LOADING)
    engine.run(LISTEN)
    player.play_on(1200)
    assert not player.sees("[data-trouble]")
    player.leave()
    ((lines, seed),) = patiently(lambda: stored_records(engine))
    verify([f"{line}\n".encode() for line in lines])
    same, other = compare_bots(lines, seed)
    assert same > 0
    assert other == []


# a worker that cannot store anything, as where storage is blocked, or full after some writes
DENIED = 'Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("denied", "SecurityError"); } });\n'
FULL = """{
    const add = IDBObjectStore.prototype.add;
    let adds = 0;
    IDBObjectStore.prototype.add = function (...args) {
        if (++adds > 4) throw new DOMException("no room", "QuotaExceededError");
        return add.apply(this, args);
    };
}
"""


def with_worker(root: Path, folder: Path, before: str) -> Path:
    """A site whose workers run this first."""
    shutil.copytree(root, folder)
    (worker,) = (folder / FOLDER / "assets").glob("worker-*.js")
    worker.write_text(before + worker.read_text("utf-8"), "utf-8")
    return folder


@engines("chromium")
def test_denied_storage_is_told_and_one_can_play_without(engine: Engine, visited: Start, root: Path, tmp_path: Path) -> None:
    engine.open(visited(root=with_worker(root, tmp_path / "host", DENIED)).base)
    patiently(lambda: engine.run(PLAY), seconds=LOADING)
    wait_for(engine, "[data-trouble=denied]")
    assert say("web-storage-denied") in engine.run(TEXT)
    engine.run("document.querySelector('[data-trouble=denied] .primary').click()")
    wait_for(engine, CELL)
    engine.run(PLACE)
    wait_for(engine, CHOSEN)
    assert say("web-storage-unsaved-text") in engine.run(TEXT)


@engines("chromium")
def test_full_storage_is_told_and_nothing_is_lost(engine: Engine, visited: Start, root: Path, tmp_path: Path) -> None:
    engine.open(visited(root=with_worker(root, tmp_path / "host", FULL)).base)
    patiently(lambda: engine.run(PLAY), seconds=LOADING)

    def placed() -> bool:
        if sees(engine, CELL):
            engine.run(PLACE)
        return sees(engine, "[data-trouble=full]")

    patiently(placed, seconds=LOADING)
    text = engine.run(TEXT)
    assert say("web-storage-full") in text
    assert say("web-line-reconnecting") not in text
    assert say("web-storage-copy") in text
    engine.run("document.querySelector('[data-trouble=full] .primary').click()")
    wait_for(engine, CHOSEN)


DAMAGE = """
    window.damaging ??= new Promise((done) => {
        const opening = indexedDB.open("/some/games/ tablee", 1);
        opening.onsuccess = () => {
            const batches = opening.result.transaction(["batches"], "readwrite").objectStore("batches");
            const keys = batches.getAllKeys();
            keys.onsuccess = () => { batches.put(new Uint8Array([0xc1, 1, 2]), keys.result[arguments[0]]).onsuccess = done; };
        };
    }).then(() => { window.damaged = true; });
    return window.damaged ?? false;
"""


@engines("chromium")
def test_a_damaged_match_is_set_aside_and_others_go_on(engine: Engine, visited: Start) -> None:
    host = visited()
    engine.open(host.base)
    play_one(engine)
    first = engine.run("return location.href")
    engine.open("about:blank")
    engine.open(host.base)
    play_one(engine)
    second = engine.run("return location.href")
    engine.open("about:blank")
    engine.open(f"{host.base}#box")  # Python does not run here
    patiently(lambda: engine.run(DAMAGE, 0))  # the first match
    engine.open("about:blank")
    engine.open(second)
    wait_for(engine, CHOSEN)
    assert say("web-storage-damaged") in engine.run(TEXT)
    engine.open("about:blank")
    engine.open(first)
    patiently(lambda: say("web-gone-damaged") in engine.run(TEXT), seconds=LOADING)
