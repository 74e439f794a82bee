# Everything you do here is one of these targets; `make` alone lists them.
# Works with GNU make 3.81 (macOS) and later.

BIN   := .venv/bin
PARTS := $(wildcard src tests bench tools)
# The browser's modules, as oxfmt reads patterns.
SCRIPTS := 'src/**/*.{js,ts}' 'tests/client/*.mjs'

# On all cores: tests/conftest.py says how many workers, who runs what, and in which order.
PYTEST := $(BIN)/pytest -n auto --no-loadscope-reorder

# Given on the command line:  make run ARGS="--port 8001"   make test PYTHON=python3.12
ARGS    =
ADDRESS ?=
TAG    ?=
EVENTS  = 1000000
PYTHON ?=

# Valid for every Python and system we support, and silent about where this machine downloads from.
# With extras: pip takes `a[b]>=1` of one package and `a==1` of the lock for two requirements, and
# refuses the first for having no hash as soon as there is a newer release.
COMPILE = build/lock/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-strip-extras --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock"

# With it, each of the many processes that tests start would compile all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
# Two set-ups at once would write into the same .venv.
.NOTPARALLEL:
.PHONY: help run lan check test branches lint format types lock dist docs pictures screenshots golden proof leaderboard fuzz clean setup-run setup-dev

help: ## List these targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' Makefile

run: setup-run ## Play in the browser (ARGS="..." goes to `cruces serve`)
	@$(BIN)/cruces serve --open $(ARGS)

lan: setup-run ## Play in the browser, with phones and computers in your network
	@$(BIN)/cruces serve --open --lan $(ARGS)

check: lint ## Check style, types, layers and the quick tests, while you work
	$(PYTEST) -m 'not slow'

# The style checks use one core at a time: they run beside the tests, and speak last.
test: setup-dev ## Check everything: style, types, layers, all tests, branch coverage
	@mkdir -p build; $(MAKE) --no-print-directory lint >build/lint.log 2>&1 & lint=$$!; \
	$(MAKE) --no-print-directory branches && $(PYTEST) -m 'not covering'; tests=$$?; \
	wait $$lint || { cat build/lint.log; exit 1; }; \
	echo "Style, types and layers are as they should be."; exit $$tests

branches: setup-dev ## Check that tests cover the branches of the rules and the core
	$(BIN)/coverage run -m pytest -m covering tests/core tests/games
	$(BIN)/coverage report --skip-covered
	$(BIN)/coverage json --quiet
	$(BIN)/python tools/branch_coverage.py build/coverage.json

lint: setup-dev ## Check style, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/oxfmt --check $(SCRIPTS)
	$(BIN)/mypy $(PARTS)
	$(BIN)/lint-imports

format: setup-dev ## Format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/oxfmt $(SCRIPTS)

types: setup-dev ## Generate the web client's message types again
	$(BIN)/python tools/client_types.py

docs: setup-dev ## Build the documentation site, into build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --config-file tools/mkdocs.yml

pictures: setup-dev ## Draw the documentation's pictures again, and run its notebooks
	$(BIN)/python tools/pictures.py
	$(BIN)/python -m tools.terminal_pictures
	$(BIN)/python tools/architecture.py
	$(BIN)/python tools/notebooks.py
	$(BIN)/python -m tools.screenshots --readme

screenshots: setup-dev ## Take screenshots of every page, into build/screenshots
	$(BIN)/python -m tools.screenshots $(ARGS)

golden: setup-dev ## Write the golden playthroughs again; review the diff
	$(BIN)/python -m tests.playthroughs

proof: setup-dev ## Write docs/proof.md again, from the page and the figures in the catalogue
	$(BIN)/python -c "from cruces.games.quixo.locales.proof import proof_page; print(proof_page('en'), end='')" > docs/proof.md

leaderboard: setup-dev ## Let the built-in players compete, and write docs/leaderboard.md
	$(BIN)/python tools/leaderboard.py $(ARGS)

fuzz: setup-dev ## Play random games, looking for crashes and dead ends (EVENTS=1000000)
	$(BIN)/python -m cruces.testing.fuzz --events $(EVENTS) $(ARGS)

lock: ## Write both lock files from pyproject.toml (ARGS=--upgrade for newer versions)
	python=$$(PYTHON='$(PYTHON)' sh tools/setup.sh python) && "$$python" -m venv --clear build/lock
	build/lock/bin/python -m pip install --quiet 'uv>=0.9,<1'
	$(COMPILE) --all-extras --group dev --output-file requirements-dev.lock $(ARGS)
	$(COMPILE) --extra server --extra tui --group build --constraints requirements-dev.lock --output-file requirements.lock $(ARGS)

dist: setup-run ## Build the sdist and the wheel (ADDRESS=https://... of the repository, TAG=v1.2.3)
	$(BIN)/python tools/dist.py --address "$(ADDRESS)" --tag "$(TAG)"

clean: ## Remove everything that make created, including .venv
	rm -rf .venv .venv.old build .coverage .coverage.* .hypothesis
	rm -rf .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find $(PARTS) -name __pycache__ -type d -prune -exec rm -rf {} +

setup-run:
	@PYTHON='$(PYTHON)' sh tools/setup.sh run

setup-dev:
	@PYTHON='$(PYTHON)' sh tools/setup.sh dev
