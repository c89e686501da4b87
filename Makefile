# Start with `make play` and `make test`. Both set up everything they need and touch nothing outside this folder.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install -q --disable-pip-version-check
WEB := $(shell find web -path web/node_modules -prune -o -type f -print) hatch_build.py

.PHONY: play quick test check soak bench screenshots words lock clean

play: .venv/web
	$(BIN)/tablee

# Core, rules, match and server logic: no browser, kernels, adapters, real servers, wheels, bots, solvers or long random runs.
STRATEGY := $(foreach kind,bots expert nets solver,$(wildcard tests/games/test_*_$(kind).py))
LEVELS := tests/test_level_figures.py tests/test_percentiles.py
RULES := tests/core $(filter-out $(STRATEGY),$(wildcard tests/games/test_*.py)) tests/laws/test_mutants.py tests/laws/test_sheets.py \
	$(patsubst %,tests/test_%.py,api bots driver fair match referee replay table todo) $(patsubst %,tests/server/test_%.py,fast_forward room)
SLOW := $(patsubst %,tests/test_%.py,package sixth_game soak)
QUICK := $(RULES) tests/server/test_leaks.py \
	$(filter-out $(RULES) $(LEVELS) $(SLOW),$(wildcard tests/test_*.py))
COVERED := src/tablee/core/*,src/tablee/games/*,src/tablee/driver.py,src/tablee/fair.py,src/tablee/match.py,src/tablee/referee.py,src/tablee/replay.py,src/tablee/steps.py
PYTEST := $(BIN)/python -m pytest -q -n 2 --dist worksteal

quick: .venv/test
	$(PYTEST) -m "not soak and not no_cover" $(QUICK)

# Watching every line makes play three times as slow, so only these tests are watched, apart from the long random runs
# among them (marked `no_cover`); they cover core and rules whole.
test: check .venv/pyodide
	$(PYTEST) --cov --cov-report= $(RULES) $(STRATEGY)
	$(BIN)/coverage report --fail-under=100 --include='$(COVERED)' --omit='*/bots.py,*/expert.py,*/champion.py,*/fast*.py'
	$(PYTEST) $(addprefix --ignore=,$(RULES) $(STRATEGY))

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
	$(BIN)/python -m bench.solve
	$(BIN)/python -m bench.server
	$(BIN)/python -m bench.pyodide

# Saves screenshots of every screen in every size, language and theme to build/screenshots.
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

# Builds the web client with the machine's Node or, if there is none, with one installed by pip.
.venv/web: .venv/play requirements/web.txt requirements/node.txt $(WEB)
	$(PIP) --require-hashes -r requirements/web.txt
	$(BIN)/python -c 'import sys, hatch_build; sys.exit(not hatch_build.node_here())' || $(PIP) --require-hashes -r requirements/node.txt
	$(BIN)/python hatch_build.py
	touch $@

.venv/test: .venv/play requirements/test.txt
	$(PIP) --require-hashes -r requirements/test.txt
	touch $@

# For tests/pyodide: Pyodide (Python for browsers) from npm, and the one wheel the server's modules need there.
.venv/pyodide: requirements/pyodide.txt tests/pyodide/package-lock.json | .venv/web
	$(BIN)/python -c 'import hatch_build; hatch_build.npm("ci", folder=hatch_build.ROOT / "tests" / "pyodide")'
	rm -rf tests/pyodide/wheels
	$(BIN)/pip download -q --disable-pip-version-check --require-hashes --no-deps -r requirements/pyodide.txt \
		-d tests/pyodide/wheels --only-binary :all: --platform pyemscripten_2026_0_wasm32 --python-version 314
	touch $@

# Rewrites requirements/*.txt from pyproject.toml: exact versions with hashes, no index URL.
EXPORT := $(BIN)/uv export -q --no-header --no-annotate --no-emit-project --no-dev
lock: .venv/bin/python
	$(PIP) uv
	rm -f uv.lock
	$(EXPORT) -o requirements/play.txt
	$(EXPORT) --extra cluster --extra lab --extra postgres --extra tls --group test -o requirements/test.txt
	$(EXPORT) --only-group web -o requirements/web.txt
	$(EXPORT) --only-group node -o requirements/node.txt
	$(EXPORT) --only-group pyodide -o requirements/pyodide.txt
	rm -f uv.lock

clean:
	rm -rf .venv build dist web/node_modules tests/pyodide/node_modules tests/pyodide/wheels src/tablee/server/static .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
