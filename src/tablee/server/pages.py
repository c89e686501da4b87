"""Pages that the server makes itself, for people who meet a refusal in their browser. They need no script and no other file."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import Path

from tablee.words import LANGUAGES, Words

HERE = Path(__file__).parent  # with the sentences of these pages
STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
body.brief { max-width: 34rem; padding-top: 12vh; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.35rem 0.6rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th[scope="row"] { width: 55%; font-weight: normal; }
thead + tbody td.number { text-align: end; font-variant-numeric: tabular-nums; }
code { padding: 0.1em 0.35em; border-radius: 4px; background: var(--soft); }
input, button { font: inherit; min-height: 44px; padding: 0.3rem 0.8rem; border: 1px solid var(--line); border-radius: 8px; }
a { color: light-dark(#14532d, #9fd8b4); display: inline-block; padding: 0.6rem 0; }
.scroll { overflow-x: auto; }
"""
STYLE_SOURCE = f"'sha256-{b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"  # for the Content-Security-Policy


def wants_page(method: str, headers: Mapping[bytes, bytes]) -> bool:
    """Whether a person looks at the answer: browsers ask for pages like that, scripts do not."""
    return method in ("GET", "HEAD") and b"text/html" in headers.get(b"accept", b"")


def language_of(headers: Mapping[bytes, bytes]) -> str:
    """The first language of a browser that we speak."""
    wishes = headers.get(b"accept-language", b"").decode("latin-1").split(",")
    return next((wish.strip()[:2].lower() for wish in wishes if wish.strip()[:2].lower() in LANGUAGES), "en")


def words_of(headers: Mapping[bytes, bytes]) -> Words:
    return Words(language_of(headers), also=HERE)


def page(words: Words, title: str, body: str, brief: bool = False) -> bytes:
    """`body` is HTML."""
    return (
        f'<!doctype html><html lang="{words.lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)} – Tablée</title>'
        f"<style>{STYLE}</style></head><body{' class=brief' if brief else ''}><h1>{escape(title)}</h1>{body}</body></html>"
    ).encode()


def refusal_page(words: Words, told: str, base: str = "", hint: str = "") -> bytes:
    """A page that says what is wrong and, where that helps, leads home."""
    more = f"<p>{escape(hint)}</p>" if hint else f'<p><a href="{escape(base)}/">{escape(words.text("page-home"))}</a></p>'
    return page(words, told, more, brief=True)


def password_page(words: Words, title: str, why: str, label: str, action: str, wrong: bool = False) -> bytes:
    """Asks for a password, and says why."""
    alert = f'<p role="alert">{escape(words.text("password-wrong"))}</p>' if wrong else ""
    body = (
        f"<p>{escape(why)}</p>{alert}"
        f'<form method="post" action="{escape(action)}"><p><label>{escape(label)}<br>'
        f'<input type="password" name="password" autocomplete="current-password" required autofocus></label></p>'
        f"<p><button>{escape(words.text('password-enter'))}</button></p></form>"
    )
    return page(words, title, body, brief=True)


def invite_page(words: Words, base: str, wrong: bool = False) -> bytes:
    title, why, label = words.text("invite"), words.text("invite-ask"), words.text("invite-password")
    return password_page(words, title, why, label, f"{base}/invite", wrong)
