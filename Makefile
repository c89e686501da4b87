# Two commands for a newcomer: `make play` and `make test`. Both do all set-up in .venv; nothing else is touched.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install -q --disable-pip-version-check
WEB := $(shell find web -path web/node_modules -prune -o -type f -print) hatch_build.py

.PHONY: play test check soak bench screenshots words lock clean

play: .venv/web
	$(BIN)/tablee

test: check
	$(BIN)/python -m pytest -q -n 2 --dist worksteal --cov --cov-report=
	$(BIN)/coverage report --fail-under=100 --include='src/tablee/core/*,src/tablee/match.py,src/tablee/fair.py,src/tablee/games/*/rules.py'

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

bench: .venv/test
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.fast
	$(BIN)/python -m bench.server

# Every screen in both languages, on a phone and on a desk, into build/screenshots.
screenshots: .venv/test .venv/web
	$(BIN)/python -m tests.e2e.screenshots build/screenshots

# Every sentence a user can meet, with the sources that say it, into docs/words.md.
words: .venv/test
	$(BIN)/python -m tests.sentences > docs/words.md && cat docs/words.md

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

# Writes requirements/*.txt anew from pyproject.toml: exact versions with hashes, no host named.
EXPORT := $(BIN)/uv export -q --no-header --no-annotate --no-emit-project --no-dev
lock: .venv/bin/python
	$(PIP) uv
	rm -f uv.lock
	$(EXPORT) -o requirements/play.txt
	$(EXPORT) --extra lab --extra tls --group test -o requirements/test.txt
	$(EXPORT) --only-group web -o requirements/web.txt
	$(EXPORT) --only-group node -o requirements/node.txt
	rm -f uv.lock

clean:
	rm -rf .venv build dist web/node_modules src/tablee/server/static .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
