# Two commands do everything on a fresh machine: `make run` and `make test`.
# Both set up what is missing (Debian packages where apt can be used, a .venv with pinned
# versions) and work offline once that is done.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ORACLES := $(VENV)/.oracles
BENCH := $(VENV)/.bench
CELL := kakazu1985
PROGRAM := figure5
OUT := build/example
TEST_PROCESSES ?= 2
ROWS ?=
SEED ?= 1
FIGURES := resources/docs/figures.md

# The first target that is not asked for by name is `run`.
.DEFAULT_GOAL := run

# What the window and its tests need from Debian or Ubuntu.
PACKAGES := xvfb xauth libxcb-icccm4 libxcb-keysyms1 libxcb-cursor0 libxcb-shape0 \
            libxkbcommon-x11-0 libegl1 libgl1 libgl1-mesa-dri libdbus-1-3 libfontconfig1 \
            libglib2.0-0 fonts-dejavu-core

.PHONY: help run test test-deep test-times test-oracles lint format bench loops cards house guide-pictures fuzz soak packages setup example clean

run: packages setup  ## set everything up, then open the window on the example cell
	@if [ "$$(uname)" != Linux ] || [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	  exec $(BIN)/cellwright $(CELL) $(PROGRAM); \
	else \
	  echo "No display: running the example through check, export and render instead."; \
	  $(MAKE) --no-print-directory example; \
	fi

example: setup  ## the example through check, run and render, without a window
	@mkdir -p $(OUT)
	$(BIN)/cellwright check $(CELL) $(PROGRAM)
	$(BIN)/cellwright run $(CELL) $(PROGRAM) --export $(OUT)/figure5.csv --export $(OUT)/figure5.json
	$(BIN)/cellwright render $(CELL) $(PROGRAM) --time 4 --view shaded -o $(OUT)/shaded.png
	$(BIN)/cellwright render $(CELL) $(PROGRAM) --time 4 --view contours -o $(OUT)/contours.png
	@echo "The files are in $(CURDIR)/$(OUT):"; ls -l $(OUT)

# Tests of one file stay in one process: they share what is costly to make.
test: packages lint  ## set everything up, then lint and run every test
	$(BIN)/python -m pytest -n $(TEST_PROCESSES) --dist loadfile

# Before a version: laws whose cases are costly are tried on fewer of them by `make test`.
test-deep: packages setup  ## every test with all its random cases
	CELLWRIGHT_TEST_DEPTH=deep $(BIN)/python -m pytest -n $(TEST_PROCESSES) --dist loadfile

test-times: packages setup  ## how long each test and each file takes, in build/test-times.txt
	$(BIN)/python -m pytest -n $(TEST_PROCESSES) --dist loadfile --times=build/test-times.txt; \
	done=$$?; head -n 20 build/test-times.txt; exit $$done

test-oracles: setup $(ORACLES)  ## compare with large packages such as pinocchio
	CELLWRIGHT_TEST_DEPTH=deep $(BIN)/python -m pytest -m oracle

$(ORACLES): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,oracles]'
	@touch $(ORACLES)

$(BENCH): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	@touch $(BENCH)

lint: setup  ## format, ruff, mypy and the imports between the rooms, checked
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup  ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup $(BENCH)  ## measure beside other libraries: all, or a part by ROWS=ik; SEED=7
	$(BIN)/python tests/benchmarks/run.py $(ROWS) --seed $(SEED) $(if $(ROWS),,--write $(FIGURES))

# After a change of a *_kernel.py: see resources/loops/__init__.py.
loops: setup  ## translate the hot loops anew
	$(BIN)/python -m resources.loops.export

# After a change of a robot file, or of how arms are solved.
cards: setup  ## renew what `cellwright robots` lists
	$(BIN)/python -m scenes.files.card_making

# After a change of folders, or of imports between them.
house: setup  ## draw the picture of the house anew
	$(BIN)/python tests/docs/house_picture.py

# After a change of how the window looks.
guide-pictures: setup  ## take the pictures of the guide "Build a cell" anew
	$(BIN)/python tests/docs/guide_pictures.py

# Seconds of random edits, and the seed of the first walk: FUZZ_SEED=7 begins elsewhere.
FUZZ_SECONDS ?= 240
FUZZ_SEED ?= 1

fuzz: setup  ## programs of nonsense, and random edits of cells, undone and made again
	@for seed in 20 21 22; do $(BIN)/python tests/language/fuzz.py --seed $$seed || exit 1; done
	$(BIN)/python tests/app/desktop/random_edits/fuzz_edits.py --seed $(FUZZ_SEED) --seconds $(FUZZ_SECONDS)

# The long runs of real windows: clicked at random, opened and closed, killed, with files and workers
# that fail; for hours.
soak: packages setup  ## windows clicked at random, killed, opened and closed, for hours
	@export PYTHONUNBUFFERED=1; run="xvfb-run -a"; \
	command -v xvfb-run >/dev/null && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ] || run=; \
	for script in tests/soak/soak_*.py; do \
	  echo "== $$script"; $$run $(BIN)/python $$script || exit 1; \
	done

setup: $(READY)  ## the .venv with the tested versions

# The new interpreter must be able to make a .venv; Debian keeps that in a package of its own.
$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cellwright needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

packages:
	@[ "$$(uname)" = Linux ] && command -v dpkg-query >/dev/null || exit 0; \
	missing=""; \
	for name in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$name 2>/dev/null | grep -q "ok installed" || missing="$$missing $$name"; \
	done; \
	if ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null && [ ! -x $(BIN)/python ]; then missing="$$missing python3-venv"; fi; \
	[ -n "$$missing" ] || exit 0; \
	sudo=""; [ "$$(id -u)" = 0 ] || sudo="sudo -n"; \
	if ! command -v apt-get >/dev/null || ! $$sudo true 2>/dev/null; then \
	  echo "These packages are missing; ask your administrator for them:$$missing"; \
	  echo "Window tests are skipped by name where they cannot run."; exit 0; \
	fi; \
	echo "Installing:$$missing"; \
	export DEBIAN_FRONTEND=noninteractive; \
	{ $$sudo apt-get update -qq && $$sudo apt-get install -y -qq --no-install-recommends $$missing; } >/dev/null \
	  || echo "apt-get could not install all of:$$missing"

clean:  ## remove what was built
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache

help:  ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | sort | awk -F '\t' '{printf "make %-13s %s\n", $$1, $$2}'
