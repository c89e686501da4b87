# Two commands for a newcomer: `make play` and `make test`. Both do all set-up in .venv; nothing else is touched.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install -q --disable-pip-version-check
WEB := $(shell find web -path web/node_modules -prune -o -type f -print) hatch_build.py

.PHONY: play test check soak bench screenshots lock clean

play: .venv/web
	$(BIN)/tablee

test: check .venv/pyodide
	$(BIN)/python -m pytest -q -n 2 --dist worksteal --cov --cov-report=
	$(BIN)/coverage report --fail-under=100 --omit='*/bots.py,*/fast.py' --include='src/tablee/core/*,src/tablee/games/*,src/tablee/driver.py,src/tablee/fair.py,src/tablee/match.py,src/tablee/referee.py,src/tablee/replay.py,src/tablee/steps.py'

check: .venv/test .venv/web
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py check
	$(BIN)/python hatch_build.py test

# Long random runs: every law over many more matches, 100,000 random matches of every game, kills and bad frames by the
# thousand, and whole matches of every game in the browser.
soak: .venv/test .venv/web
	TABLEE_LAW_MATCHES=10000 TABLEE_LAW_PLAYS=1000000000 $(BIN)/python -m pytest -q -n 2 tests/laws
	$(BIN)/python -m pytest -q -n 2 -m soak

bench: .venv/test .venv/pyodide
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.fast
	$(BIN)/python -m bench.server
	$(BIN)/python -m bench.pyodide

# Every screen in both languages, on a phone and on a desk, into build/screenshots.
screenshots: .venv/test .venv/web
	$(BIN)/python -m tests.e2e.screenshots build/screenshots

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tablée needs Python 3.11 or newer; try: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv

.venv/play: .venv/bin/python pyproject.toml requirements/play.txt
	$(PIP) --require-hashes -r requirements/play.txt
	$(PIP) --no-deps -e .
	touch $@

# The web client, built with the machine's Node or, where there is none, with one that pip brings.
.venv/web: .venv/play requirements/web.txt requirements/node.txt $(WEB)
	$(PIP) --require-hashes -r requirements/web.txt
	$(BIN)/python -c 'import sys, hatch_build; sys.exit(not hatch_build.node_here())' || $(PIP) --require-hashes -r requirements/node.txt
	$(BIN)/python hatch_build.py
	touch $@

.venv/test: .venv/play requirements/test.txt
	$(PIP) --require-hashes -r requirements/test.txt
	touch $@

# The Python of browsers for tests/pyodide: Pyodide from npm, and the one wheel the server's modules need there.
.venv/pyodide: requirements/pyodide.txt tests/pyodide/package-lock.json | .venv/web
	$(BIN)/python -c 'import hatch_build; hatch_build.npm("ci", folder=hatch_build.ROOT / "tests" / "pyodide")'
	rm -rf tests/pyodide/wheels
	$(BIN)/pip download -q --disable-pip-version-check --require-hashes --no-deps -r requirements/pyodide.txt \
		-d tests/pyodide/wheels --only-binary :all: --platform pyemscripten_2026_0_wasm32 --python-version 314
	touch $@

# Writes requirements/*.txt anew from pyproject.toml: exact versions with hashes, no host named.
EXPORT := $(BIN)/uv export -q --no-header --no-annotate --no-emit-project --no-dev
lock: .venv/bin/python
	$(PIP) uv
	rm -f uv.lock
	$(EXPORT) -o requirements/play.txt
	$(EXPORT) --extra lab --extra tls --group test -o requirements/test.txt
	$(EXPORT) --only-group web -o requirements/web.txt
	$(EXPORT) --only-group node -o requirements/node.txt
	$(EXPORT) --only-group pyodide -o requirements/pyodide.txt
	rm -f uv.lock

clean:
	rm -rf .venv build dist web/node_modules tests/pyodide/node_modules tests/pyodide/wheels src/tablee/server/static .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
