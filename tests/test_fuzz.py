"""What fuzzing has found stays mended; `make soak` looks for more."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.fuzz import KEPT, SEEDS, TARGETS

ROOT = Path(__file__).parents[1]
SECONDS = os.environ.get("TABLEE_FUZZ_SECONDS", "600")


@pytest.mark.parametrize("target", TARGETS)
def test_what_was_found_stays_mended(target: str) -> None:
    TARGETS[target](SEEDS[target])
    for path in (KEPT / target).glob("*"):
        TARGETS[target](path.read_bytes())


@pytest.mark.soak
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_new_is_found(target: str) -> None:
    if find_spec("atheris") is None:
        missing("pip install --require-hashes -r requirements/fuzz.txt")
    done = subprocess.run([sys.executable, "-m", "tests.fuzz", target, SECONDS], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
