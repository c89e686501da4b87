"""No state is a dead end: a lost socket, a restarted server, a tab that slept, a table that is gone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, People
from tests.e2e.hands import choose
from tests.e2e.said import ANY, like, say
from tests.e2e.server_process import Server

SOCKETS = """
const Real = WebSocket;
window.sockets = [];
window.WebSocket = class extends Real { constructor(...args) { super(...args); window.sockets.push(this); } };
"""


SLOW = """() => {
    const real = fetch;
    window.fetch = (...all) => new Promise((wake) => setTimeout(wake, 300)).then(() => real(...all));
}"""
WIDTH = "document.documentElement.scrollWidth"


def sit_down(people: People) -> Page:
    page = people.come(PHONE)
    page.add_init_script(SOCKETS)
    page.reload()
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.locator("[data-asked] [data-cell=a1]").wait_for()
    return page


def place(page: Page, cell: str) -> None:
    page.locator("[data-asked]").wait_for()
    page.locator(f"[data-cell={cell}]").tap()
    lies(page, cell)


def lies(page: Page, cell: str) -> None:
    """Everybody has placed, and our tile is on its cell."""
    expect(page.locator(f"[data-cell={cell}][aria-label*='-'][aria-pressed=false]")).to_have_count(1)


def arrive_without(people: People, lost: str | re.Pattern[str]) -> Page:
    """Opens the home page; requests to `lost` fail until the test removes the route."""
    people.expected = ("Failed to load resource",)
    page = people.come(PHONE)
    page.route(lost, lambda route: route.abort())
    return page


def test_a_lost_socket_resumes_without_a_reload(people: People) -> None:
    page = sit_down(people)
    place(page, "a1")
    page.evaluate("window.sockets.at(-1).close()")
    page.locator("[data-cell=b1]").tap()  # while disconnected: it is sent after reconnecting
    lies(page, "b1")
    place(page, "c1")
    assert page.evaluate("window.sockets.length") == 2


def test_a_restarted_server_resumes_without_a_reload(people: People, server: Server) -> None:
    people.expected = ("WebSocket connection", "ERR_CONNECTION_REFUSED", "Failed to load resource")
    page = sit_down(people)
    place(page, "a1")
    server.stop()
    expect(page.locator(".state.troubled")).to_contain_text(say("web-line-restarting"))
    server.start()
    expect(page.locator(".state.troubled")).to_have_count(0)
    place(page, "b1")
    server.stop(kill=True)
    expect(page.locator(".state.troubled")).to_contain_text(say("web-line-reconnecting"))
    server.start()
    place(page, "c1")


def test_tables_that_cannot_be_reached_say_so_until_they_can(people: People) -> None:
    """The database is away: the page is there, and a table says why it is not."""
    people.expected = ("Failed to load resource",)
    table, page = sit_down(people).url, people.come(PHONE)
    away = {"code": "try-again", "message": {"id": "tables-away", "args": {}}}
    page.route("**/api/matches**", lambda route: route.fulfill(status=503, json=away))
    page.route("**/api/matches/**", lambda route: route.fulfill(status=503, json=away))
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    expect(page.get_by_text(say("tables-away"))).to_be_visible()
    page.goto(table)
    expect(page.get_by_text(say("web-line-away"))).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name=say("web-retry"), exact=True).tap()
    expect(page.get_by_text(say("web-watching")).first).to_be_visible()
    expect(page.get_by_text(say("web-line-away"))).to_have_count(0)


def test_a_slept_tab_and_a_lost_network_resume(people: People) -> None:
    page = sit_down(people)
    page.context.set_offline(True)
    expect(page.locator(".state.troubled")).to_contain_text(say("web-line-offline"))
    page.context.set_offline(False)
    expect(page.locator(".state.troubled")).to_have_count(0)
    place(page, "a1")
    page.evaluate("performance.now = () => 1e9")  # hours later
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    place(page, "b1")
    assert page.evaluate("window.sockets.length") >= 2


def test_a_part_of_the_page_that_did_not_come_is_fetched_when_it_can_be(people: People) -> None:
    lost = re.compile(r"/(assets/Table-.*\.js)?$")
    page = arrive_without(people, lost)
    with page.expect_event("requestfailed", lambda request: request.url == f"{people.base}/"):  # it looks for the server
        choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.unroute(lost)
    place(page, "a1")


def test_a_part_of_the_page_that_never_comes_asks_for_a_reload(people: People) -> None:
    page = arrive_without(people, "**/assets/Table-*.js")
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.get_by_role("button", name=say("web-reload"), exact=True).wait_for()
    page.unroute("**/assets/Table-*.js")
    page.get_by_role("button", name=say("web-reload"), exact=True).tap()
    place(page, "a1")


def test_words_that_did_not_come_are_fetched_again(people: People) -> None:
    page = arrive_without(people, "**/strings/en")
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.get_by_text(say("web-part-missing"), exact=True).wait_for()
    assert page.locator("[data-asked]").count() == 0  # nothing is shown by halves
    page.unroute("**/strings/en")
    place(page, "a1")
    page.get_by_role("button", name=say("web-rows-all"), exact=True).tap()
    expect(page.get_by_text(say("line-open", "en", "take-it-easy", direction="vertical", length=3)).first).to_be_visible()


def test_a_table_that_is_gone_leads_home(people: People, axe: Callable[[Page], list[str]]) -> None:
    people.expected = ("Failed to load resource",)
    page = people.come(path="/t/nothing-here")
    page.get_by_role("heading", name=say("web-gone-match"), exact=True).wait_for()
    assert axe(page) == []
    page.get_by_role("link", name=say("web-home"), exact=True).click()
    choose(page, "take-it-easy").wait_for()


def test_whoever_is_sent_away_may_watch(people: People) -> None:
    host = people.come()
    choose(host, "take-it-easy").get_by_role("button", name=say("web-play-friends"), exact=True).click()
    guest = people.come(path=host.get_by_label(say("web-link"), exact=True).input_value())
    guest.get_by_label(say("web-your-name"), exact=True).fill("Bob")
    guest.get_by_role("button", name=say("web-join"), exact=True).dblclick()  # which takes one seat
    host.get_by_role("button", name=say("web-remove", name="Bob"), exact=True).click()
    guest.get_by_role("heading", name=say("web-gone-removed"), exact=True).wait_for()
    other = guest.context.new_page()
    other.goto(guest.url)
    other.get_by_role("link", name=say("web-home"), exact=True).click()
    expect(other.locator("section", has_text=say("web-last"))).to_have_count(0)  # there is nothing to go on with
    host.get_by_role("button", name=say("web-start"), exact=True).click()
    host.locator("[data-asked]").wait_for()
    guest.get_by_role("button", name=say("web-watch"), exact=True).click()
    guest.get_by_label(say("web-board-of", name=say("web-guest"), exact=True), exact=True).wait_for()


def test_an_invitation_opens_as_soon_as_the_server_is_there(people: People) -> None:
    host = people.come()
    choose(host, "take-it-easy").get_by_role("button", name=say("web-play-friends"), exact=True).click()
    host.locator(".lobby").wait_for()
    guest = arrive_without(people, "**/api/matches/*")
    guest.goto(host.url)
    guest.get_by_text(say("web-line-offline")).wait_for()
    guest.unroute("**/api/matches/*")
    guest.get_by_role("button", name=say("web-join"), exact=True).wait_for()


def test_a_table_that_could_not_be_opened_says_why_where_one_looks(people: People) -> None:
    page = arrive_without(people, "**/api/matches")
    choose(page, "ultim-limit").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    expect(page.get_by_text(say("web-offline"))).to_be_in_viewport()


def test_two_taps_open_one_table(people: People) -> None:
    page = people.come(PHONE)
    page.evaluate(SLOW)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-more"), exact=True).tap()
    page.get_by_label(say("web-people"), exact=True).fill("2")
    page.get_by_role("button", name=say("web-open-table"), exact=True).dblclick()
    page.locator(".lobby").wait_for()
    page.wait_for_timeout(500)
    page.go_back()
    expect(page.locator("section", has_text=say("web-last")).get_by_role("listitem")).to_have_count(1)


LATE = """
const Real = WebSocket;
window.WebSocket = class extends Real {
    set onmessage(hear) { super.onmessage = (event) => setTimeout(() => hear(event), 300); }
};
"""


def test_two_taps_act_once(people: People) -> None:
    page = people.come(PHONE)
    page.add_init_script(LATE)
    page.reload()
    choose(page, "limits").get_by_role("button", name=say("web-play-bots"), exact=True).tap()
    page.locator("[data-asked] [data-action^=hide]").first.tap()
    page.locator("[data-asked]").get_by_role("button", name=like("web-lay", "en", "limits", colour=ANY)).first.dblclick()
    page.wait_for_timeout(1000)
    assert page.get_by_role("alert").inner_text() == ""  # nothing was refused


def test_a_long_name_without_a_space_is_not_wider_than_the_screen(people: People) -> None:
    page = people.come(PHONE)
    page.get_by_label(say("web-your-name"), exact=True).fill("W" * 24)
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-friends"), exact=True).tap()
    page.locator(".lobby").wait_for()
    watch = people.come(PHONE, path=page.url)
    watch.locator("form").wait_for()
    assert watch.evaluate(WIDTH) <= PHONE[0]
    page.get_by_role("button", name=say("web-start"), exact=True).tap()
    page.locator("[data-asked]").wait_for()
    watch.reload()
    watch.locator(".game svg").first.wait_for()
    place(page, "a1")
    watch.get_by_text(like("placed", "en", "take-it-easy", seat="W" * 24, tile=ANY, cell="a1")).first.wait_for()
    for screen in (page, watch):
        assert screen.evaluate(WIDTH) <= PHONE[0]


def test_an_invitation_from_the_tables_own_machine_names_its_address_on_the_network(people: People) -> None:
    host = people.come()
    host.route("**/api/address", lambda route: route.fulfill(json={"address": "http://192.0.2.7:8765"}))
    choose(host, "take-it-easy").get_by_role("button", name=say("web-play-friends"), exact=True).click()
    expect(host.get_by_label(say("web-link"), exact=True)).to_have_value(re.compile(r"^http://192\.0\.2\.7:8765/t/."))
    expect(host.get_by_text(say("web-only-here"))).to_have_count(0)


def test_why_not_is_answered_by_the_server(people: People) -> None:
    page = sit_down(people)
    place(page, "a1")
    page.locator("[data-asked]").wait_for()
    page.locator("[data-cell=a1]").tap(force=True)  # it is marked as disabled, and may be tried
    expect(page.get_by_role("alert")).to_contain_text(say("cell-taken", "en", "take-it-easy", cell="a1"))


def test_a_newer_server_asks_for_a_reload(people: People) -> None:
    page = sit_down(people)
    page.route("**/", lambda route: route.fulfill(body="<script type=module src=/assets/other.js></script>"))
    page.evaluate("window.sockets.at(-1).close()")
    page.get_by_text(say("web-outdated")).wait_for()


def test_a_seat_is_shared_with_a_partner_and_taken_to_another_device(people: People, axe: Callable[[Page], list[str]]) -> None:
    host = people.come(PHONE)
    choose(host, "take-it-easy").get_by_role("button", name=say("web-play-friends"), exact=True).tap()
    host.get_by_text(say("web-elsewhere"), exact=True).tap()
    link = host.get_by_label(say("web-elsewhere-link"), exact=True).input_value()
    assert axe(host) == []
    partner = people.come(path=host.get_by_label(say("web-link"), exact=True).input_value())
    partner.locator("form").wait_for()
    partner.goto(link)  # in the page that is open
    expect(partner).to_have_url(re.compile("/t/[^#]+$"))  # nobody copies it by chance
    partner.get_by_text(say("web-shared-text")).wait_for()
    partner.reload()
    partner.get_by_label(say("web-your-name"), exact=True).fill("Bob")
    assert axe(partner) == []
    partner.get_by_role("button", name=say("web-join-pair"), exact=True).click()
    pair = f"{say('web-guest')} & Bob"
    expect(host.get_by_text(pair, exact=True)).to_be_visible()
    tablet = people.come(path=link)
    tablet.get_by_role("button", name=say("web-join-own"), exact=True).click()
    host.get_by_role("button", name=say("web-start"), exact=True).tap()
    place(host, "a1")
    partner.locator("[data-asked] [data-cell=b1]").click()
    for page in (host, partner, tablet):
        lies(page, "b1")
    host.get_by_role("button", name=say("web-settings"), exact=True).tap()
    host.get_by_text(say("web-elsewhere"), exact=True).tap()
    late = people.come(path=host.get_by_label(say("web-elsewhere-link"), exact=True).input_value())
    late.locator("[data-asked] [data-cell=c1]").click()
    lies(late, "c1")
    lies(partner, "c1")
    host.get_by_role("button", name=say("web-revoke", name=pair), exact=True).tap()
    for page in (partner, tablet, late):
        page.get_by_role("heading", name=say("web-gone-token"), exact=True).wait_for()
    expect(host.get_by_role("button", name=say("web-revoke", name=pair), exact=True)).to_have_count(0)


@pytest.mark.parametrize("works", [True, False])
def test_a_link_is_called_copied_only_if_it_was(people: People, works: bool) -> None:
    page = people.come(PHONE)
    page.evaluate(
        """works => {
            Object.defineProperty(navigator, "clipboard", {value: {writeText: () => Promise.reject(new Error("not allowed"))}});
            document.execCommand = () => works;
        }""",
        works,
    )
    choose(page, "take-it-easy").get_by_role("button", name=say("web-play-friends"), exact=True).tap()
    page.clock.install()
    page.get_by_role("button", name=say("web-copy"), exact=True).first.tap()
    page.clock.run_for(100)
    expect(page.get_by_role("button", name=say("web-copied"), exact=True)).to_have_count(int(works))
