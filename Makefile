# Everything happens in .venv, made at the first call; a call that changes nothing costs nothing.
# The packages are the pinned and hashed ones of requirements/. What make needs: Python 3.11 or
# later with venv, and for the compiled kernel a C compiler (without one, the same source runs
# interpreted).
#
#   make PYTHON=python3.12 ...   another Python, when .venv is made; `make clean` unmakes it
#   make test ARGS="-k dice -x"  more arguments for pytest; so with play and lock
#   make test PURE=1             against passel as it installs without a compiler (in build/pure)
#   PASSEL_PURE=0 make ...       a kernel that can't be compiled is an error; with 1 none is tried

PYTHON ?= python3
ARGS ?=

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
PINNED := install --require-hashes
UV := .venv-lock/bin/uv

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test check format gallery lock clean

help:
	@echo 'make setup    passel and what it needs to run, in .venv'
	@echo 'make play     the page, in a browser; in the terminal: .venv/bin/passel play'
	@echo 'make test     the tests'
	@echo 'make check    format, lint, types, import rule, tracked files'
	@echo 'make format   put the code into shape'
	@echo 'make gallery  the pictures of docs/explain/gallery.md, in build/gallery'
	@echo 'make lock     pin the newest requirements that fit the pins there are; all of them: ARGS=--upgrade'
	@echo 'make clean    remove all that make made'

# --- the environment: each stamp in .venv is newer than what it was made from ---------------------

# A .venv that was moved, or whose Python is gone, is made again.
ifneq ($(shell test -x $(PY) && cat $(VENV)/.made 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/.made
endif

$(VENV)/.made:
	@command -v "$(PYTHON)" >/dev/null || { echo 'Passel needs Python 3.11 or later, and there is no $(PYTHON) here: install it (on Debian and Ubuntu: apt install python3 python3-venv), or name another: make PYTHON=python3.12' >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Passel needs Python 3.11 or later, and $(PYTHON) is Python %d.%d: install a newer one, or name it: make PYTHON=python3.12" % sys.version_info[:2])'
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo 'Passel needs a Python that can make virtual environments, and $(PYTHON) lacks venv or ensurepip: install it (on Debian and Ubuntu: apt install python3-venv)' >&2; exit 1; }
	@rm -rf $(VENV)
	"$(PYTHON)" -m venv $(VENV)
	@echo '$(CURDIR)' >$@

$(VENV)/.run: requirements/run.txt requirements/build.txt $(VENV)/.made
	$(PIP) $(PINNED) -r requirements/run.txt -r requirements/build.txt
	@touch $@

# Python runs the modules where they are; only the kernels, modules with a .pxd, are compiled. The
# stamp has the time of the start: a kernel saved meanwhile is compiled again.
$(VENV)/.passel: pyproject.toml setup.py requirements/run.in src/passel/__init__.py \
		$(wildcard src/passel/exact/*.pxd) $(patsubst %.pxd,%.py,$(wildcard src/passel/exact/*.pxd)) $(VENV)/.run
	@touch $@.new
	$(PIP) install --no-deps --no-build-isolation -e .
	@mv $@.new $@

$(VENV)/.test: requirements/test.txt $(VENV)/.run | $(VENV)/.passel
	$(PIP) $(PINNED) -r requirements/test.txt
	@touch $@

setup: $(VENV)/.passel

# --- its uses -------------------------------------------------------------------------------------

play: setup
	@$(VENV)/bin/passel serve $(ARGS)

ifdef PURE
test: build/pure/.made
test: export PYTHONPATH := $(CURDIR)/build/pure
test: export PASSEL_PURE := 1
endif
test: setup $(VENV)/.test
	$(PY) -m pytest -n auto --dist worksteal $(ARGS)

# Installed and not editable, without the kernel: it also shows that the package is complete. It
# stands before the editable one on the path, in the processes that tests start as well.
build/pure/.made: pyproject.toml setup.py $(shell find src/passel -type f ! -name '*.py[cod]' ! -name '*.so') \
		$(VENV)/.passel
	@rm -rf build/pure build/lib build/bdist.*
	@mkdir -p build && touch build/pure.new
	PASSEL_PURE=1 $(PIP) install --no-deps --no-build-isolation --target build/pure .
	@mv build/pure.new $@

check: setup $(VENV)/.test
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo
	$(PY) tools/tsc.py
	$(PY) tools/tracked.py

format: $(VENV)/.test
	$(PY) -m ruff format
	$(PY) -m ruff check --fix

gallery: setup $(VENV)/.test
	$(PY) tools/gallery.py build/gallery

# uv pins for every system and Python from 3.11 on; nothing else needs it. No header and no index
# in what it writes: requirements name no registry.
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header

lock: $(UV)
	$(COMPILE) requirements/run.in -o requirements/run.txt $(ARGS)
	$(COMPILE) requirements/build.in -c requirements/run.txt -o requirements/build.txt $(ARGS)
	$(COMPILE) requirements/test.in -c requirements/run.txt -c requirements/build.txt -o requirements/test.txt $(ARGS)
	$(COMPILE) requirements/serve.in -c requirements/test.txt -o requirements/serve.txt $(ARGS)

$(UV): | $(VENV)/.made
	$(PY) -m venv .venv-lock
	.venv-lock/bin/python -m pip --disable-pip-version-check --quiet install uv

clean:
	rm -rf $(VENV) .venv-lock build dist src/*.egg-info src/passel/exact/*.so
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
