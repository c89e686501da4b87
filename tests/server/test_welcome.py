"""What `tablee` shows first: its address, a QR code for phones, and a browser window."""

from __future__ import annotations

import io
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import segno

from tablee import cli
from tablee.cli.shell import HERE
from tablee.server import certificate, serving
from tablee.words import Words

LAN = "192.168.7.31"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[..., Any]:
    """Runs `tablee …`; returns its port, its output, the address it gives to clients, and the pages it opens."""
    for name, value in {"LANGUAGE": "en", "TABLEE_DATA": str(tmp_path / "t.db"), "TABLEE_PORT": "0"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(certificate, "lan_address", lambda: LAN)
    listen = serving.listen
    monkeypatch.setattr(serving, "listen", lambda host, port: listen("127.0.0.1", port))

    def call(*argv: str, terminal: bool = True) -> tuple[int, str, str, list[str]]:
        pages: list[str] = []
        found: list[Any] = []

        def serve(settings: Any, sock: socket.socket, ready: Callable[[], None], *_: Any) -> bool:
            found.extend((sock.getsockname()[1], settings.around))
            ready()
            return True

        monkeypatch.setattr(serving, "serve", serve)
        monkeypatch.setattr(webbrowser, "open", pages.append)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
        assert cli.main(list(argv)) == 0
        port, around = found
        return port, capsys.readouterr().out, around, pages

    return call


def code(link: str) -> str:
    """A full QR code, which every phone can read, unlike a Micro QR code."""
    out = io.StringIO()
    segno.make(link, micro=False).terminal(out, compact=True)
    return out.getvalue()


def test_plain_tablee_shows_its_address_on_the_network_as_a_code_and_opens_a_browser_here(opened: Callable[..., Any]) -> None:
    port, out, around, pages = opened()
    here, link = f"http://localhost:{port}", f"http://{LAN}:{port}"
    assert out == Words("en", also=HERE).text("serving", here=here, around=link) + "\n" + code(link)
    assert around == link
    assert pages == [here]


@pytest.mark.parametrize(
    ("host", "name", "phones"),
    [
        ("192.168.7.40", "192.168.7.40", True),
        ("127.0.0.1", "127.0.0.1", False),
        ("::1", "[::1]", False),
        ("localhost", "localhost", False),
    ],
)
def test_a_table_that_listens_at_one_address_is_there_and_nowhere_else(
    host: str, name: str, phones: bool, opened: Callable[..., Any]
) -> None:
    port, out, around, pages = opened("serve", "--host", host)
    assert LAN not in out
    assert (code(f"http://{name}:{port}") in out) is phones
    assert phones or out == Words("en", also=HERE).text("serving-here", here=f"http://{name}:{port}") + "\n"
    assert around == f"http://{name}:{port}"
    assert pages == [around]


def test_no_browser_where_none_is_wanted(opened: Callable[..., Any]) -> None:
    port, out, _, pages = opened("--no-browser")  # plain `tablee` starts the server
    assert code(f"http://{LAN}:{port}") in out
    assert pages == []


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_no_code_and_no_browser_where_nobody_looks(flags: tuple[str, ...], opened: Callable[..., Any]) -> None:
    port, out, _, pages = opened("serve", *flags, terminal=False)
    assert f"http://{LAN}:{port}" in out
    assert out.count("\n") == 1
    assert pages == []


def test_the_address_on_the_network_is_one_of_this_machine() -> None:
    address = certificate.lan_address()
    with socket.socket() as sock:
        sock.bind((address, 0))
