# make run | test | check | demo | bench | format | openapi | lock | clean
# Each sets up .venv by itself from the locked requirements; all it needs is Python 3.11 or newer.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python3.14 python; do \
	  "$$p" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$p"; break; }; \
	done)
BIN := .venv/bin
RUNTIME := .venv/runtime.stamp
DEV := .venv/dev.stamp

.PHONY: run test check demo bench format openapi lock clean
.DEFAULT_GOAL := check

run: $(RUNTIME)
	$(BIN)/pbem serve

demo: $(RUNTIME)
	$(BIN)/pbem demo

test: $(DEV)
	$(BIN)/python -m pytest

# Speed and memory, beside a skeleton in the same run; some minutes, on Linux.
bench: $(DEV)
	$(BIN)/python -m tests.bench

check: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if [ -f openapi.yaml ]; then echo "pbem openapi --check"; $(BIN)/pbem openapi --check; fi

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

openapi: $(RUNTIME)
	$(BIN)/pbem openapi

# Only here is uv wanted, to write the locked requirements anew.
lock:
	uv pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --quiet --output-file deploy/requirements.txt
	uv pip compile pyproject.toml --group build --group dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --quiet --constraint deploy/requirements.txt --output-file deploy/requirements-dev.txt

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
	  echo "pbem needs Python 3.11 or newer with its venv module; none was found." >&2; \
	  echo "Install one (on Debian and Ubuntu: python3 and python3-venv), or name it: make run PYTHON=/path/to/python3" >&2; \
	  exit 1; \
	fi
	"$(PYTHON)" -m venv .venv

$(RUNTIME): pyproject.toml deploy/requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r deploy/requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(DEV): deploy/requirements-dev.txt $(RUNTIME)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r deploy/requirements-dev.txt
	@touch $@
