# Everything that a person or CI does here. Needs python3 (3.11 or newer) and make; the rest it fetches.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check
# Lock files carry hashes, so every download is checked. The project itself is installed on top of them.
LOCKED := $(PIP) install -qq --require-hashes
RUN    := $(VENV)/.run-installed
DEV    := $(VENV)/.dev-installed

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help venv demo test check format bench samples constraints clean

help: ## Say what can be made.
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## (.*)/make \1|\2/' | column -t -s '|'

$(BIN)/python:
	@bash scripts/venv.sh "$(PYTHON)" "$(VENV)"

$(RUN): constraints.txt pyproject.toml | $(BIN)/python
	@echo "Installing okf-server into $(VENV) (a minute or two the first time) ..."
	@$(LOCKED) -r constraints.txt
	@$(PIP) install -qq --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): constraints-dev.txt $(RUN)
	@echo "Installing the development tools into $(VENV) ..."
	@$(LOCKED) -r constraints-dev.txt
	@touch $@

venv: $(DEV) ## Make the environment with all tools, or bring it up to date.

demo: $(RUN) ## Build the bundled sample, ask it a question, say how to connect a client.
	@bash scripts/demo.sh

test: $(DEV) ## Run every test; PYTEST_ARGS narrows it.
	$(BIN)/pytest $(PYTEST_ARGS)

check: $(DEV) ## Run every gate: style, types, layers, dependencies, dead code, spelling, sizes.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry .
	$(BIN)/vulture
	$(BIN)/codespell
	$(BIN)/loq
	$(BIN)/python scripts/house_rules.py

format: $(DEV) ## Let ruff mend what it can.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV) ## Measure builds, search, server and size.
	$(BIN)/python bench/run.py $(BENCH_ARGS)

samples: $(DEV) ## Make the binary files of samples/ again.
	$(BIN)/python scripts/make_samples.py

constraints: ## Resolve the dependencies again and write the lock files.
	@PYTHON="$(PYTHON)" bash scripts/lock.sh

clean: ## Remove what was made here, the environment too.
	rm -rf $(VENV) .demo dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .loq_cache .hypothesis
