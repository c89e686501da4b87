"""Who may do what: tokens, hosts, guests, partners, spectators; joining, leaving and returning."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablee import client
from tablee.bots import fast_bot
from tablee.client import Player, RefusedByServer, Site
from tablee.core.game import Refusal, total
from tablee.protocol import wire
from tablee.protocol.reasons import Close, Parting
from tablee.replay import verify
from tablee.rooms.room import Room
from tablee.storage.store import NewMatch, StoredMatch, Unavailable
from tests.games_here import find
from tests.server.running import (
    BOT,
    OPEN,
    RunningServer,
    explosive,
    find_clumsy,
    find_sleepy,
    play,
    put,
    running,
    settings,
    sit_down,
)

EASY = "take-it-easy"
CLOSED = wire.SeatWish("closed")
BLANK = ("\u3164", "\u2800\u115f", "\uffa0 ", "\u0301", "\ufe0f\u034f")


def at_a_table(test: Callable[[RunningServer], Awaitable[None]], data: Path, **more: Any) -> None:
    async def run() -> None:
        async with running(settings(data, **more)) as here, asyncio.timeout(90):
            await test(here)
            assert here.directory.meters.errors == 0

    asyncio.run(run())


async def refusal(asking: Awaitable[Any]) -> tuple[int, str]:
    with pytest.raises(RefusedByServer) as caught:
        await asking
    return caught.value.status, caught.value.code


async def close(*people: Player) -> None:
    for one in people:
        await one.close()


def test_a_score_can_be_asked_as_it_would_be(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        (me,) = await sit_down(here.base, EASY, [OPEN])
        await me.start()
        changes = 0
        for cell in ("a1", "a2", "a3", "b1", "b2", "b3", "b4"):
            while cell not in me.legal:
                await me.news(1)
            would = await me.sheet_after(cell)
            assert would is not None
            changes += me.sheet() != would
            assert (await refusal(me.sheet_after("zz")))[1] == "refused"
            await me.act(cell)
            assert me.sheet() == would == await me.ask_sheet(0)
            assert (await refusal(me.sheet_after(cell)))[1] == "refused"
            assert (await refusal(me.ask_sheet(1)))[1] == "no-seat"
        assert changes
        await close(me)

    at_a_table(test, tmp_path / "t.db")


def test_a_score_that_depends_on_what_others_hold_is_hidden(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, "toy", [OPEN, OPEN])
        me = people[0]
        await me.start()
        while not me.legal:
            await me.news(1)
        assert me.sheet() == ()
        assert total(await me.sheet_after("leave") or ()) == 1
        assert await me.sheet_after("take") is None
        assert (await refusal(me.sheet_after("card 1")))[1] == "refused"
        await close(*people)

    at_a_table(test, tmp_path / "t.db")


def test_a_score_that_was_asked_on_a_line_that_was_lost_is_asked_again(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        (me,) = await sit_down(here.base, EASY, [OPEN])
        await me.start()
        while not me.legal:
            await me.news(1)
        me.drop()
        asked = [asyncio.create_task(me.sheet_after(cell)) for cell in ("a1", "b1")]
        assert len(await asyncio.gather(*asked)) == 2
        await close(me)

    at_a_table(test, tmp_path / "t.db")


def test_what_somebody_asked_who_may_not_come_back_is_answered_too(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        host, guest = await sit_down(here.base, EASY, [OPEN, OPEN])
        await host.start()
        while not guest.legal:
            await guest.news(1)
        assert guest.running
        guest.running.cancel()
        await asyncio.wait([guest.running])
        asked = [asyncio.create_task(asking) for asking in (guest.act("a1"), guest.ask_sheet(0))]
        await host.remove(1)
        await guest.__aenter__()
        codes = [await refusal(asking) for asking in (*asked, guest.act("a1"), guest.ask_sheet(0))]
        assert codes == [(0, "removed")] * 4
        await close(host, guest)

    at_a_table(test, tmp_path / "t.db")


async def hello(base: str, match: str, token: str) -> list[Any]:
    """Every message in answer to this hello, until the socket closes or sends a snapshot; the last item is the close code."""
    said: list[Any] = []
    async with connect(f"ws{base.removeprefix('http')}/api/socket/{match}", proxy=None) as socket:
        await socket.send(wire.encode(wire.Hello("c", token)), text=True)
        try:
            while not said or not isinstance(said[-1], wire.Snapshot):
                said.append(msgspec.json.decode(await socket.recv(), type=wire.FromServer))
        except ConnectionClosed as closed:
            said.append(closed.rcvd.code if closed.rcvd else None)
    return said


def test_a_token_opens_one_seat_of_one_match_and_nothing_else(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        (mine, guest), (other,) = await sit_down(here.base, EASY, [OPEN, OPEN]), await sit_down(here.base, EASY, [OPEN])
        chance = random.Random(1)
        wrong = [other.token, "", guest.token[:-1], guest.token + "A", "é", *(chance.randbytes(16).hex() for _ in range(50))]
        for token in wrong:
            for what in ("start", "leave", "close", "seats/1", "seats/1/remove", "rematch", "devices"):
                body = msgspec.Raw(b"{}") if what in ("seats/1", "rematch", "devices") else None
                asked = mine.site.send("POST", f"/matches/{mine.match}/{what}", body, token if token.isascii() else "%")
                assert await refusal(asked) == (401, "bad-token")
            if token:
                assert (await hello(here.base, mine.match, token))[-1] == 4401
                if token.isascii():
                    assert await refusal(mine.site.send("GET", f"/matches/{mine.match}/screen", None, token)) == (
                        401,
                        "bad-token",
                    )
        assert await refusal(guest.start()) == (403, "not-host")
        assert (await hello(here.base, mine.match, guest.token))[-1].you == 1
        await close(mine, guest, other)

    at_a_table(test, tmp_path / "t.db")


def test_a_spectator_stays_one(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, "toy", [OPEN, OPEN])
        watcher = Player(Site(here.base), wire.SeatTicket(people[0].match, 0, ""))
        await watcher.__aenter__()
        assert watcher.seat is None
        await people[0].start()
        await people[0].news(1)
        for text in ("take", "leave", "card 1"):
            with pytest.raises(RefusedByServer, match="spectator"):
                await watcher.act(text, any_turn=True)
        with pytest.raises(RefusedByServer):
            await watcher.ask_sheet(0)
        assert not watcher.mine.legal
        assert not watcher.picture.public
        assert await refusal(watcher.record()) == (409, "not-over-yet")
        await close(watcher, *people)

    at_a_table(test, tmp_path / "t.db")


def test_what_is_stored_of_a_token_does_not_open_a_seat(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        (me,) = await sit_down(here.base, EASY, [OPEN])
        stored = [bytes(row[0]) for row in await here.directory.store.fetch("SELECT hash FROM tokens")]
        assert len(stored) == 1
        kept = [repr(page).encode() async for page in here.directory.store.dump()]
        assert not [page for page in [*kept, *(file.read_bytes() for file in tmp_path.iterdir())] if me.token.encode() in page]
        assert (await hello(here.base, me.match, stored[0].hex()[:40]))[-1] == 4401
        await close(me)

    at_a_table(test, tmp_path / "t.db")


def test_pairs_and_second_devices_share_a_seat(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        (me,) = await sit_down(here.base, EASY, [OPEN])
        partner, spare = await me.share("Bea"), await me.share()
        phone = await client.join(f"{me.link}#seat={spare.token}", "")
        for one in (partner, phone):
            await one.__aenter__()
        await me.start()
        for one in (me, partner, phone):
            while not one.legal:
                await one.news(1)
        assert await partner.act("a1") == 1
        while len(me.legal) != 18:
            await me.news(1)
        assert await phone.act(me.legal[0]) == 2
        assert me.info
        assert me.info.seats[0].names == ("P0", "Bea")
        await asyncio.gather(*(play(one, random.Random(2)) for one in (me, partner)))
        match = verify((await me.record()).splitlines(), find)
        assert match.header.seats == (("P0", "Bea"),)
        assert set(match.header.nonces) == {me.nonce, partner.nonce}
        await close(me, partner, spare, phone)

    at_a_table(test, tmp_path / "t.db")


def test_joining_by_link_lists_and_hosts(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        host = await client.create(here.base, EASY, "Ada", [OPEN, OPEN, CLOSED, BOT], public=True, series=2)
        hidden = await client.create(here.base, EASY, "Bob", [OPEN])
        listed = await host.site.get("/matches", list[wire.TableInfo])
        assert [table.match for table in listed] == [host.match]
        guest = await client.join(host.link, "  Cleo \U0001f469\u200d\U0001f467 ")
        info = await host.site.get(f"/matches/{host.match}", wire.TableInfo)
        assert [seat.kind for seat in info.seats] == ["person", "person", "closed", "bot"]
        assert info.seats[1].names == ("Cleo \U0001f469\u200d\U0001f467",)
        assert await refusal(client.join(host.link, "Dan")) == (409, "no-open-seat")
        assert await refusal(client.join(host.link + "x", "Dan")) == (404, "no-match")
        await host.remove(1)
        for asked in (guest.leave(), guest.start(), guest.site.send("GET", f"/matches/{guest.match}/screen", None, guest.token)):
            assert await refusal(asked) == (401, "bad-token")
        told = await hello(here.base, guest.match, guest.token)  # it was not connected back then
        assert told == [wire.Bye(Parting.REMOVED), Close.TRY_AGAIN]
        await hidden.end()
        assert await refusal(client.join(hidden.link, "Dan")) == (409, "wrong-state")
        await host.start()
        info = await host.site.get(f"/matches/{host.match}", wire.TableInfo)
        assert info.seats[0].kind == "person"
        await close(host, guest, hidden)

    at_a_table(test, tmp_path / "t.db")


def test_two_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        host = await client.create(here.base, EASY, "Ada", [OPEN] * 6)
        guests = [await client.join(host.link, name) for name in ("ADA", "Ada\u3164", "Ａｄａ", "x" * 24, "x" * 24)]
        info = await host.site.get(f"/matches/{host.match}", wire.TableInfo)
        names = [seat.names for seat in info.seats]
        assert names == [("Ada",), ("ADA 2",), ("Ada 3",), ("Ａｄａ 4",), ("x" * 24,), ("x" * 22 + " 2",)]
        await close(host, *guests)

    at_a_table(test, tmp_path / "t.db")


def test_the_host_revokes_the_links_to_a_seat(tmp_path: Path) -> None:
    """Whoever came by one is out; whoever took the seat stays."""

    async def test(here: RunningServer) -> None:
        host, guest = await sit_down(here.base, EASY, [OPEN, OPEN])
        spare, partner = await guest.share(), await guest.share("Eve")
        stolen = await client.join(f"{host.link}#seat={spare.token}", "")
        async with stolen:
            info = await host.site.get(f"/matches/{host.match}", wire.TableInfo)
            assert [seat.links for seat in info.seats] == [0, 2]
            assert await refusal(guest.revoke(1)) == (403, "not-host")
            assert await refusal(host.revoke(2)) == (404, "no-seat")
            await host.revoke(1)
            while not stolen.gone:
                await stolen.news(1)
        for token in (spare.token, partner.token):
            assert (await hello(here.base, host.match, token))[-1] == 4401
        assert (await hello(here.base, host.match, guest.token))[-1].you == 1
        info = await host.site.get(f"/matches/{host.match}", wire.TableInfo)
        assert [seat.links for seat in info.seats] == [0, 0]
        await host.start()
        again = await guest.share()  # during the match, too
        await host.revoke(1)
        assert (await hello(here.base, host.match, again.token))[-1] == 4401
        await close(host, guest, spare, partner, again)

    at_a_table(test, tmp_path / "t.db")


def test_start_is_answered_when_the_match_is_on_disk(tmp_path: Path) -> None:
    """And not before, although players may take a while to reveal their nonces; not at all if somebody leaves meanwhile."""

    async def test(here: RunningServer) -> None:
        host = await client.create(here.base, EASY, "Ada", [OPEN, OPEN])
        guest = await client.join(host.link, "Bob")  # does not connect, so its nonce is waited for
        async with host:
            starting = asyncio.create_task(host.start())
            await asyncio.sleep(0.2)
            assert not starting.done()
            await guest.leave()
            assert await refusal(starting) == (409, "wrong-state")
            last = await client.join(host.link, "Bob")
            await host.start()
            stored = await here.directory.store.match(host.match)
            assert stored is not None
            assert stored.header is not None
        await close(guest, last)

    at_a_table(test, tmp_path / "t.db", reveal=700)


def test_the_host_arranges_the_free_seats(tmp_path: Path) -> None:
    """Everybody sees the change, it is stored, and the match starts with it."""
    greedy, bot = wire.SeatWish("bot", "greedy"), wire.SeatWish("bot")

    async def test(here: RunningServer) -> None:
        host = await client.create(here.base, EASY, "Ada", [OPEN, OPEN, OPEN, CLOSED, BOT])
        guest = await client.join(host.link, "Bob")
        async with host, guest:
            for seat, wish in [(2, greedy), (3, OPEN), (4, CLOSED), (2, OPEN), (3, bot), (2, greedy), (4, OPEN)]:
                await host.arrange(seat, wish)
                for one in (host, guest):
                    while one.info is None or one.info.seats[seat].kind != wish.kind:
                        assert await one.news(5)
        while here.directory.rooms:
            await asyncio.sleep(0.02)
        site = Site(here.base)
        info = await site.post(f"/matches/{host.match}/start", None, wire.TableInfo, host.token)
        assert info.state == "play"
        assert [seat.kind for seat in info.seats] == ["person", "person", "bot", "bot"]
        assert [seat.level for seat in info.seats] == ["", "", "greedy", fast_bot(find(EASY))]
        await site.http.aclose()

    at_a_table(test, tmp_path / "t.db", doze=50, reveal=300)


def test_a_guest_says_their_name_before_the_match(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        host = await client.create(here.base, EASY, "Guest", [OPEN, OPEN])
        guest = await client.join(host.link, "Bob")
        async with host, guest:
            await host.rename("  Ada ")
            while guest.info is None or guest.info.seats[0].names != ("Ada",):
                assert await guest.news(5)
            await guest.rename("ada")
            assert (await guest.site.get(f"/matches/{host.match}", wire.TableInfo)).seats[1].names == ("ada 2",)
            assert await refusal(guest.rename("\n")) == (400, "bad-name")
            await host.start()
            assert await refusal(host.rename("Cy")) == (409, "wrong-state")

    at_a_table(test, tmp_path / "t.db", reveal=300)


def test_a_seat_that_cannot_be_arranged_so_stays_as_it_is(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        host, guest = await sit_down(here.base, "toy", [OPEN, OPEN])
        before = host.info
        assert await refusal(guest.arrange(1, BOT)) == (403, "not-host")
        assert await refusal(host.arrange(0, BOT)) == (409, "seat-taken")
        assert await refusal(host.arrange(1, CLOSED)) == (409, "seat-taken")
        for seat in (2, -1, 10**30):
            assert await refusal(host.arrange(seat, BOT)) == (404, "no-seat")
        await guest.leave()
        assert await refusal(host.arrange(1, wire.SeatWish("bot", "nobody"))) == (400, "unknown-bot")
        assert await refusal(host.arrange(1, CLOSED)) == (400, "bad-seats")
        bad = host.site.send("POST", f"/matches/{host.match}/seats/1", {"kind": "sofa"}, host.token)
        assert await refusal(bad) == (400, "bad-request")
        info = await host.site.get(f"/matches/{host.match}", wire.TableInfo)
        assert before is not None
        assert info == msgspec.structs.replace(before, seats=(before.seats[0], wire.SeatInfo("open")))
        await host.arrange(1, BOT)
        await host.start()
        assert await refusal(host.arrange(1, OPEN)) == (409, "wrong-state")
        await close(host, guest)

    at_a_table(test, tmp_path / "t.db")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (wire.Create("nothing", "A", [OPEN]), "unknown-game"),
        (wire.Create(EASY, "A", [BOT]), "no-open-seat"),
        (wire.Create(EASY, "bot:greedy", [OPEN]), "bad-name"),
        (wire.Create(EASY, " \n ", [OPEN]), "bad-name"),
        (wire.Create(EASY, "\u200d", [OPEN]), "bad-name"),
        (wire.Create(EASY, "\u202eAda", [OPEN]), "bad-name"),
        *((wire.Create(EASY, blank, [OPEN]), "bad-name") for blank in BLANK),
        (wire.Create(EASY, "A", [OPEN, wire.SeatWish("bot", "nobody")]), "unknown-bot"),
        (wire.Create(EASY, "A", [OPEN], {"rays": "none at all"}), "bad-option-value"),
        (wire.Create(EASY, "A", [OPEN] * 501), "bad-seats"),
        (wire.Create(EASY, "A", [OPEN] * 500, series=3), "long-series"),
        (wire.Create("toy", "A", [OPEN]), "bad-seats"),
        (wire.Create(EASY, "A", [OPEN], {}, 0), "bad-request"),
        ({"game": EASY, "name": "A", "seats": [OPEN], "public": 0}, "bad-request"),
        ({"game": EASY, "name": "A", "seats": [OPEN], "series": "1"}, "bad-request"),
    ],
)
def test_a_table_that_cannot_be_is_refused(tmp_path: Path, wish: Any, code: str) -> None:
    async def test(here: RunningServer) -> None:
        site = Site(here.base)
        status, found = await refusal(site.post("/matches", wish, wire.SeatTicket))
        assert found == code
        assert 400 <= status < 500
        assert await here.directory.store.unfinished_count() == 0
        await site.http.aclose()

    at_a_table(test, tmp_path / "t.db")


def test_a_rematch_brings_everybody_back_to_their_seats(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, "toy", [OPEN, OPEN, BOT])
        assert await refusal(people[0].again()) == (409, "wrong-state")
        await people[0].start()
        await asyncio.gather(*(play(one, random.Random(3)) for one in people))
        again = [await one.again() for one in reversed(people)]
        assert [one.seat for one in again] == [1, 0]
        assert again[0].match == again[1].match != people[0].match
        for one in people:
            while not one.rematch:
                await one.news(1)
            assert one.rematch == again[0].match
        for one in again:
            await one.__aenter__()
        await again[0].start()
        await asyncio.gather(*(play(one, random.Random(4)) for one in again))
        await close(*people, *again)

    at_a_table(test, tmp_path / "t.db")


def test_a_pair_and_a_second_device_share_a_seat_in_the_rematch_too(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        ada, bob = await sit_down(here.base, "toy", [OPEN, OPEN])
        bea, tablet = await ada.share("Bea"), await ada.share()
        await ada.start()
        await asyncio.gather(*(play(one, random.Random(3)) for one in (ada, bob)))
        again = [await one.again() for one in (ada, bea, tablet, bob)]
        assert [one.seat for one in again] == [0, 0, 0, 1]
        table = await ada.site.get(f"/matches/{again[0].match}", wire.TableInfo)
        assert [seat.names for seat in table.seats] == [("P0", "Bea"), ("P1",)]
        for one in again:
            await one.__aenter__()
        await again[2].start()
        await asyncio.gather(*(play(one, random.Random(4)) for one in again[2:]))
        match = verify((await again[0].record()).splitlines(), find)
        assert set(match.header.nonces) == {one.nonce for one in again[1:]}  # a person's last nonce counts
        await close(ada, bea, tablet, bob, *again)

    at_a_table(test, tmp_path / "t.db")


def test_two_who_ask_for_a_rematch_at_once_leave_no_other_table_behind(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, "toy", [OPEN, OPEN], public=True)
        await people[0].start()
        await asyncio.gather(*(play(one, random.Random(3)) for one in people))
        again = await asyncio.gather(*(one.again() for one in people))
        assert [one.seat for one in again] == [0, 1]
        listed = await people[0].site.get("/matches", list[wire.TableInfo])
        assert [table.match for table in listed] == [again[0].match] == [again[1].match]
        host = again[0] if (await again[0].site.get(f"/matches/{again[0].match}", wire.TableInfo)).host == 0 else again[1]
        await host.end()
        anew = [await one.again() for one in people]  # the first rematch was closed
        assert anew[0].match == anew[1].match != again[0].match
        await close(*people, *again, *anew)

    at_a_table(test, tmp_path / "t.db")


def test_a_rematch_of_a_table_that_falls_asleep_meanwhile(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, "toy", [OPEN, OPEN])
        await people[0].start()
        await asyncio.gather(*(play(one, random.Random(3)) for one in people))
        tokens = [wire.SeatTicket(one.match, 0, one.token) for one in people]
        await close(*people)
        while here.directory.rooms:
            await asyncio.sleep(0.02)
        back = [Player(Site(here.base), token) for token in tokens]
        again = [await one.again() for one in back]
        assert again[0].match == again[1].match
        await close(*back, *again)

    at_a_table(test, tmp_path / "t.db", doze=0)


def test_rooms_sleep_when_everybody_is_gone_and_wake_where_they_were(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, EASY, [OPEN, OPEN])
        await people[0].start()
        while not people[1].legal:
            await people[1].news(1)
        await people[1].act("c3")
        seen = people[0].screen
        tokens = [(one.match, one.seat or 0, one.token) for one in people]
        await close(*people)
        while here.directory.rooms:
            await asyncio.sleep(0.05)
        back = [Player(Site(here.base), wire.SeatTicket(*token)) for token in tokens]
        for one in back:
            await one.__aenter__()
        assert back[0].screen == seen
        assert back[1].mine.choice == "c3"
        assert back[0].picture.chosen == (1,)
        await close(*back)

    at_a_table(test, tmp_path / "t.db", doze=50)


def test_a_bot_takes_over_and_hands_back(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, EASY, [OPEN, OPEN])
        await people[0].start()
        await people[1].close()
        while not people[0].legal:
            await people[0].news(1)
        await people[0].act("c3")
        while len(people[0].legal) != 18:
            await people[0].news(1)
        back = Player(Site(here.base), wire.SeatTicket(people[1].match, 1, people[1].token))
        await back.__aenter__()
        assert back.info
        assert not back.info.seats[1].bot
        assert back.legal
        await close(people[0], back)

    at_a_table(test, tmp_path / "t.db", absence=100)


def test_a_bot_that_hangs_is_replaced_by_chance(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, EASY, [OPEN, wire.SeatWish("bot", "sleepy")])
        await people[0].start()
        while not people[0].legal or len(people[0].legal) > 18:
            if people[0].to_move:
                await people[0].act("a1")
            await people[0].news(1)
        assert here.directory.meters.late_bots > 0
        await close(*people)

    at_a_table(test, tmp_path / "t.db", budget=0.2, find=find_sleepy)


def test_a_bot_that_breaks_is_replaced_by_chance_and_tells_nobody_what_it_saw(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def test(here: RunningServer) -> None:
        (me,) = await sit_down(here.base, EASY, [OPEN, wire.SeatWish("bot", "clumsy")])
        await me.start()
        while not me.legal or len(me.legal) > 18:
            if me.to_move:
                await me.act("a1")
            await me.news(1)
        await close(me)

    at_a_table(test, tmp_path / "t.db", find=find_clumsy)
    assert capfd.readouterr().err == ""
    assert (caplog.records[0].message, vars(caplog.records[0])["error"]) == ("job failed", "ValueError")


def test_a_graceful_stop_tells_clients_to_come_back(tmp_path: Path) -> None:
    async def run() -> list[int | None]:
        async with running(settings(tmp_path / "t.db")) as here:
            (me,) = await sit_down(here.base, EASY, [OPEN])
            socket = await connect(me.address, proxy=None)
            await socket.send(wire.encode(wire.Hello("c", me.token)), text=True)
            await socket.recv()
            await me.close()
        try:
            while True:
                await asyncio.wait_for(socket.recv(), 30)
        except ConnectionClosed as closed:
            return [closed.rcvd.code if closed.rcvd else None]

    assert asyncio.run(run()) == [1012]


def test_a_client_that_does_not_read_is_dropped_and_harms_nobody(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, EASY, [OPEN, OPEN])
        reader, writer = await asyncio.open_connection("127.0.0.1", int(here.base.rpartition(":")[2]), limit=4096)
        path = f"/api/socket/{people[1].match}".encode()
        key = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" % path
        writer.write(key + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        deaf = wire.encode(wire.Hello("deaf", people[1].token))
        writer.write(bytes([0x81, 0x80 | len(deaf)]) + bytes(4) + deaf)
        live = here.directory.rooms[people[0].match]
        while len(live.room.devices) < 3:
            await asyncio.sleep(0.01)
        big = wire.encode(wire.No(None, "x" * 100_000, wire.Sentence("x")))
        while len(live.room.devices) == 3 and not here.directory.meters.slow_sockets:
            for device in live.room.devices.values():
                if device.client == "deaf":
                    here.directory.connections[device.id].send(big)
            await asyncio.sleep(0)
        await people[0].start()
        while not people[0].legal:
            await people[0].news(1)
        assert await people[0].act("a1") == 1
        writer.transport.abort()
        await close(*people)

    at_a_table(test, tmp_path / "t.db")


def test_a_match_nobody_comes_back_to_is_played_out(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        people = await sit_down(here.base, EASY, [OPEN, OPEN])
        lobby = await client.create(here.base, EASY, "Bob", [OPEN])
        await people[0].start()
        while not people[0].legal:
            await people[0].news(1)
        tables = [f"/matches/{one.match}" for one in (people[0], lobby)]
        await close(*people, lobby)
        here.directory.settings = replace(here.directory.settings, abandoned=-10, empty=-10)
        site = Site(here.base)
        for table, end in zip(tables, ("over", "closed"), strict=True):
            while (await site.get(table, wire.TableInfo)).state != end:
                await asyncio.sleep(0.05)
        verify((await site.send("GET", f"{tables[0]}/record")).splitlines(), find)
        await site.http.aclose()

    at_a_table(test, tmp_path / "t.db", doze=50, sweep=0.3)


def test_a_match_that_cannot_be_resumed_keeps_no_other_from_its_end(tmp_path: Path) -> None:
    put(tmp_path / "t.db", NewMatch(StoredMatch("a", "open", "no-such-game", False, "{}", "00" * 32, None, None, "", 0, 0)))

    async def test(here: RunningServer) -> None:
        lobby = await client.create(here.base, EASY, "Bob", [OPEN])
        while (await lobby.site.get(f"/matches/{lobby.match}", wire.TableInfo)).state != "closed":
            await asyncio.sleep(0.05)
        await close(lobby)

    at_a_table(test, tmp_path / "t.db", doze=50, empty=-10, sweep=0.3)


def test_listing_tables_wakes_nobody(tmp_path: Path) -> None:
    async def test(here: RunningServer) -> None:
        (me,) = await sit_down(here.base, EASY, [OPEN], public=True)
        site = Site(here.base)
        (awake,) = await site.get("/matches", list[wire.TableInfo])
        assert awake.seats[0].here
        await close(me)
        while here.directory.rooms:
            await asyncio.sleep(0.02)
        (asleep,) = await site.get("/matches", list[wire.TableInfo])
        assert asleep == msgspec.structs.replace(awake, seats=(wire.SeatInfo("person", ("P0",)),))
        assert not here.directory.rooms
        await site.http.aclose()

    at_a_table(test, tmp_path / "t.db", doze=50)


def test_whoever_asked_a_room_that_broke_is_told_to_try_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(90):
            (me,) = await sit_down(here.base, EASY, [OPEN])
            live = here.directory.rooms[me.match]

            live.tell(Room.connect, explosive("division by zero"))
            with pytest.raises(Refusal, match="try-again"):
                await live.ask(Room.info)
            await me.start()  # the room was loaded from disk again, and everybody reconnects
            while not me.legal:
                await me.news(1)
            assert here.directory.rooms[me.match] is not live
            await close(me)

    asyncio.run(run())


def test_whoever_was_sent_away_in_a_turn_that_was_not_written_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, asyncio.timeout(90):
            host, guest = await sit_down(here.base, EASY, [OPEN, OPEN])
            full = Unavailable("database or disk is full")
            with monkeypatch.context() as disk:
                disk.setattr(here.directory.store, "write", lambda writes, done, *_: done(full))
                assert await refusal(host.remove(1)) == (503, "try-again")
            await host.start()
            while not guest.legal:
                assert await guest.news(5)
            await close(host, guest)

    asyncio.run(run())
