"""A small example game: one hidden card, one simultaneous choice, one hidden glass."""

from tests.toy.rules import Toy

GAME = Toy()
BOTS: dict[str, object] = {}
