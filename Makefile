# Two commands for a newcomer: `make play` and `make test`. Both do all set-up in .venv; nothing else is touched.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test check soak bench lock clean

play: .venv/play
	$(BIN)/tablee play take-it-easy

test: check
	$(BIN)/python -m pytest -q -n 2 --dist worksteal --cov --cov-report=
	$(BIN)/coverage report --fail-under=100 --include='src/tablee/core/*,src/tablee/match.py,src/tablee/fair.py,src/tablee/games/*/rules.py'

check: .venv/test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Long random runs: every law over many more matches, and 100,000 random matches of every game.
soak: .venv/test
	TABLEE_LAW_MATCHES=10000 TABLEE_LAW_PLAYS=1000000000 $(BIN)/python -m pytest -q -n 2 tests/laws
	$(BIN)/python -m pytest -q -n 2 -m soak

bench: .venv/test
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.fast

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tablée needs Python 3.11 or newer; try: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv

.venv/play: .venv/bin/python pyproject.toml requirements/play.txt
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/play.txt
	$(BIN)/pip install -q --disable-pip-version-check --no-deps -e .
	touch $@

.venv/test: .venv/play requirements/test.txt
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/test.txt
	touch $@

# Writes requirements/*.txt anew from pyproject.toml: exact versions with hashes, no host named.
lock: .venv/bin/python
	$(BIN)/pip install -q --disable-pip-version-check uv
	rm -f uv.lock
	$(BIN)/uv export -q --no-header --no-annotate --no-emit-project --no-dev -o requirements/play.txt
	$(BIN)/uv export -q --no-header --no-annotate --no-emit-project --no-dev --extra lab --extra tls --group test -o requirements/test.txt
	rm -f uv.lock

clean:
	rm -rf .venv build dist .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
