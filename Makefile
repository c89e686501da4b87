# Start with `make play` and `make test`. Both set up everything they need and touch nothing outside this folder.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install -q --disable-pip-version-check
# The lists in requirements/ are whole. Left to look for more, pip stumbles over extras: it takes the newest version of a package
# that is listed without the extra somebody wants.
LISTED := --no-deps --require-hashes -r
WEB := $(shell find web -path web/node_modules -prune -o -type f -print) hatch_build.py

# Hundreds of processes import Tablée: they need not compile it again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play quick test check soak bench screenshots words docs pictures release lock clean

play: .venv/web
	$(BIN)/tablee

PYTEST := $(BIN)/python -m pytest -q -n 2 --dist worksteal

# Core, rules, match and server logic. The markers are explained in pyproject.toml.
quick: .venv/test
	$(PYTEST) -m "quick and not soak and not no_cover"

# Watching every line makes play three times as slow, so only the tests marked `coverage` are watched, apart from the long
# random runs among them (marked `no_cover`).
test: check .venv/pyodide
	$(PYTEST) -m "coverage and not soak" --cov --cov-report=
	$(BIN)/coverage report --fail-under=100
	$(PYTEST) -m "not coverage and not soak"

check: .venv/test .venv/web
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py check
	$(BIN)/python hatch_build.py test

# Long random runs: every law over many more matches, 100,000 random matches of every game, kills and bad frames by the
# thousand, and whole matches of every game in the browser.
soak: .venv/test .venv/web .venv/fuzz
	TABLEE_LAW_MATCHES=10000 TABLEE_LAW_PLAYS=1000000000 $(BIN)/python -m pytest -q -n 2 tests/laws
	$(BIN)/python -m pytest -q -n 2 -m soak

bench: .venv/test .venv/pyodide
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.fast
	$(BIN)/python -m bench.solve
	$(BIN)/python -m bench.server
	$(BIN)/python -m bench.pyodide
	$(BIN)/python -m bench.site

# Saves screenshots of every screen in every size, language and theme to build/screenshots.
screenshots: .venv/test .venv/web
	$(BIN)/python -m tests.e2e.screenshots build/screenshots

# Every sentence a user can meet, with the sources that say it, into build/words.md.
words: .venv/test
	mkdir -p build
	$(BIN)/python -m tests.sentences > build/words.md && cat build/words.md

# Goes through the checklist of a release, and stops at what is not ready.
release: .venv/test .venv/web .venv/docs
	$(BIN)/python -m tools.release

# Makes the pictures of the README anew, from the real client in a browser.
pictures: .venv/test .venv/web
	$(BIN)/python -m tools.pictures

# The documentation as a site, with search, into build/docs. Broken links and anchors are errors.
docs: .venv/docs
	$(BIN)/python -m sphinx -W --keep-going -q -c docs -b html . build/docs

.venv/docs: .venv/play requirements/docs.txt
	$(PIP) $(LISTED) requirements/docs.txt
	touch $@

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tablée needs Python 3.11 or newer; try: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv

.venv/play: .venv/bin/python pyproject.toml requirements/play.txt
	$(PIP) $(LISTED) requirements/play.txt
	$(PIP) --no-deps -e .
	touch $@

# Builds the web client with the machine's Node or, if there is none, with one installed by pip.
.venv/web: .venv/play requirements/web.txt requirements/node.txt $(WEB)
	$(PIP) $(LISTED) requirements/web.txt
	$(BIN)/python -c 'import sys, hatch_build; sys.exit(not hatch_build.node_here())' || $(PIP) $(LISTED) requirements/node.txt
	$(BIN)/python hatch_build.py
	touch $@

# For `make soak`: inputs guided by coverage.
.venv/fuzz: .venv/test requirements/fuzz.txt
	$(PIP) $(LISTED) requirements/fuzz.txt
	touch $@

# Not compiled: tests import a small part of it, which is then compiled.
.venv/test: .venv/play requirements/test.txt
	$(PIP) --no-compile $(LISTED) requirements/test.txt
	touch $@

# For `tablee site`: Pyodide (Python for browsers) from npm, a snapshot of it, and the one wheel the server's modules need there.
.venv/pyodide: requirements/pyodide.txt site/package-lock.json site/snapshot.mjs | .venv/web
	$(BIN)/python -c 'import hatch_build; [hatch_build.npm(*words, folder=hatch_build.ROOT / "site") for words in (["ci"], ["run", "snapshot"])]'
	rm -rf site/wheels
	$(BIN)/pip download -q --disable-pip-version-check $(LISTED) requirements/pyodide.txt \
		-d site/wheels --only-binary :all: --platform pyemscripten_2026_0_wasm32 --python-version 314
	touch $@

# Both wheels, into dist: Tablée, and what `tablee site` needs besides.
.PHONY: wheels
wheels: .venv/pyodide
	$(BIN)/python -m hatchling build -t wheel
	cd site && ../$(BIN)/python -m hatchling build -t wheel -d ../dist

# Rewrites requirements/*.txt from pyproject.toml: exact versions with hashes, no index URL.
EXPORT := $(BIN)/uv export -q --no-header --no-annotate --no-emit-project --no-dev
lock: .venv/bin/python
	$(PIP) uv
	rm -f uv.lock
	$(EXPORT) -o requirements/play.txt
	$(EXPORT) --extra champion --extra postgres --extra tls -o requirements/serve.txt
	$(EXPORT) --extra cluster --extra lab --extra mcp --extra postgres --extra tls --group test -o requirements/test.txt
	$(EXPORT) --only-group fuzz -o requirements/fuzz.txt
	$(EXPORT) --only-group docs -o requirements/docs.txt
	$(EXPORT) --only-group web -o requirements/web.txt
	$(EXPORT) --only-group node -o requirements/node.txt
	$(EXPORT) --only-group pyodide -o requirements/pyodide.txt
	rm -f uv.lock

clean:
	rm -rf .venv build dist web/node_modules site/node_modules site/wheels site/pyodide.snapshot src/tablee/server/static .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
