# Everything a user or a developer of Meadow Table starts from here; `make` alone lists it.
# All set-up happens in this folder (.venv, .cache) and is repeated only when it must be.

.DEFAULT_GOAL := help
.ONESHELL:
.SHELLFLAGS := -ec
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run table test hil check format bench bench-console bench-nfc bench-tricks bench-meadow bench-link bless soak vendors setup clean

PYTHON ?=
PYTHONS = $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)
PIP = .venv/bin/python -m pip install -qq --disable-pip-version-check -c constraints.txt
# Whether a table works: the same tests on the twin, on meadowd as a process, on a real table.
ACCEPTANCE = .venv/bin/python -m pytest tests/hil/test_acceptance*.py
export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
# Bytecode is kept whatever the shell says: tests start some hundreds of programs, and each would
# compile all its modules anew. `make clean` takes it away.
unexport PYTHONDONTWRITEBYTECODE
# Output is buffered, as it is for most users: whatever fails only then is to fail here.
unexport PYTHONUNBUFFERED

# Two stamps: what `run` needs, and what tests and checks need besides. They hold the folder's
# name: a .venv whose folder has moved, or whose Python is gone, is made anew.
RUN := .venv/.ready-to-run
TEST := .venv/.ready-to-test
# Two more than cores: many tests wait for a browser or a program of its own.
WORKERS = $(shell .venv/bin/python -c 'import os; print(2 + (os.cpu_count() or 1))')
$(shell test -x .venv/bin/python && grep -qsxF '$(CURDIR)' $(RUN) || rm -f $(RUN) $(TEST))

help: ## List these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(firstword $(MAKEFILE_LIST)) \
	| while IFS='|' read -r name what; do printf '  make %-13s %s\n' "$$name" "$$what"; done
	echo '  Options: SEED=7 (run, table), ARGS="..." (run, table, test, hil, soak, bless, bench...), PYTHON=python3.12 (set-up)'

run: $(RUN) ## Play two games on a simulated table and replay them (SEED=, ARGS=)
	@.venv/bin/meadow run $(if $(SEED),--seed $(SEED)) $(ARGS)

table: $(TEST) ## Run a simulated table with a meadow in the browser (SEED=, ARGS="--lan")
	@.venv/bin/meadow table $(if $(SEED),--seed $(SEED)) $(ARGS)

test: $(TEST) ## Run the tests (ARGS=)
	@$(fetch_vendors) || echo 'Without them the tests that compare with them are skipped.' >&2
	.venv/bin/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)
	$(if $(ARGS),,$(ACCEPTANCE) -n 6 --table proc)

hil: $(TEST) ## Run the acceptance suite, also on a real table (ARGS="--table /dev/ttyACM0")
	@$(ACCEPTANCE) $(ARGS)

check: $(TEST) ## Check format, lint and types
	@.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy

format: $(TEST) ## Put the code into its format
	@.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

bench: $(TEST) ## Measure the speeds the project promises
	@.venv/bin/python tests/bench/run.py $(ARGS)

bench-console: $(TEST) ## Measure what pages in browsers cost the table
	@.venv/bin/python tests/bench/console.py $(ARGS)

bench-nfc: $(TEST) ## Measure how fast tags are read, beside the vendors' drivers
	@$(fetch_vendors) || echo 'What is not there is left out of the comparison.' >&2
	.venv/bin/python tests/bench/nfc.py $(ARGS)

bench-tricks: $(TEST) ## Measure Sweet Takes, beside other projects' card games
	@$(fetch_peers)
	.venv/bin/python tests/bench/tricks.py $(ARGS)

bench-meadow: $(TEST) ## Measure how soon a token over an edge changes the light on a page
	@.venv/bin/python tests/bench/meadow_edge.py $(ARGS)

bench-link: $(TEST) ## Measure what a laptop on the cable costs a game, and how fast it is
	@.venv/bin/python tests/bench/link.py $(ARGS)

bless: $(TEST) ## Record the golden playthroughs and the rules page anew
	@.venv/bin/python -m tests.rules_page
	.venv/bin/python tests/playthroughs/bless.py $(ARGS)

soak: $(TEST) ## Run the long tests: thousands of seeded games, new examples
	@MEADOW_SOAK=1 .venv/bin/python -m pytest -n auto -m 'soak or hypothesis' $(ARGS)
	$(if $(ARGS),,$(ACCEPTANCE) -n 6 --table proc --table-patient)
	$(if $(ARGS),,$(ACCEPTANCE) -n 2 --table proc:silicon --table-patient)

vendors: $(TEST) ## Fetch the vendor drivers that ours is compared with
	@$(fetch_vendors)

setup: $(TEST) ## Do all the set-up and nothing else

clean: ## Remove the set-up and all caches; journals stay
	@rm -rf .venv .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis build *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each gets a folder of its own: two of them go by one name, and none is a dependency.
define fetch_vendors
for package in pi-rc522==2.3.0 mfrc522-python==0.0.9; do
    folder=".cache/vendors/$${package%%==*}"
    ls "$$folder"/*.dist-info >/dev/null 2>&1 || $(PIP) --retries 0 --no-deps --target "$$folder" "$$package" || {
        echo "$$package could not be fetched; pip says why above." >&2
        false
    }
done
endef

# They bring numpy and more, so they have a .venv of their own; whoever is not to be had is left out.
define fetch_peers
[ -x .cache/peers/bin/python ] || .venv/bin/python -m venv --clear .cache/peers
for package in open_spiel==2.0.2 rlcard==1.2.0; do
    [ -e ".cache/peers/$$package" ] || {
        echo "Fetching $$package to compare with (once; up to a minute)" >&2
        .cache/peers/bin/python -m pip install -qq --disable-pip-version-check --retries 0 \
            "$$package" 2>>.cache/peers/pip.log && touch ".cache/peers/$$package" ||
        echo "$$package could not be fetched: .cache/peers/pip.log says why" >&2
    }
done
endef

# Makes .venv with the first Python that will do. No stamp means that an earlier set-up was cut
# short: it starts afresh rather than trust half a .venv.
define make_venv
if [ ! -e $(RUN) ]; then
    found= bare= old=
    for python in $(PYTHONS); do
        version=$$("$$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue
        if ! "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
            old="$${old:-$$python is $$version}"
        elif ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then
            bare="$${bare:-$$python}"
        else
            found=$$python
            break
        fi
    done
    if [ -z "$$found" ]; then
        if [ -n "$$bare" ]; then
            echo "$$bare has no venv. On Debian, Ubuntu or Raspberry Pi OS: sudo apt install $${bare##*/}-venv" >&2
        elif [ -n "$$old" ]; then
            echo "Meadow Table needs Python 3.11 or newer, and $$old. If a newer one is installed: make PYTHON=/path/to/it" >&2
        else
            echo "No Python found ($(PYTHONS)). On Debian, Ubuntu or Raspberry Pi OS: sudo apt install python3-venv" >&2
        fi
        exit 1
    fi
    rm -rf .venv
    echo "Setting up .venv with Python $$version (once; up to a minute or two on a slow line)" >&2
    "$$found" -m venv .venv
else
    echo "Setting up .venv further, for this command (once; up to a minute or two on a slow line)" >&2
fi
rm -f $(RUN) $(TEST)
failed() {
    echo 'Set-up failed; pip says why above. If it speaks of conflicts, it could not reach the' >&2
    echo 'package registry: check the network. Then run the same command again.' >&2
    exit 1
}
endef

$(RUN): pyproject.toml constraints.txt
	@$(make_venv)
	$(PIP) -e '.[host]' || failed
	echo '$(CURDIR)' >$(RUN)

# mfrc522 goes in without its own dependencies: RPi.GPIO and spidev need a compiler, and serve
# only on a Raspberry Pi.
$(TEST): pyproject.toml constraints.txt
	@$(make_venv)
	$(PIP) -e '.[host,dev]' || failed
	$(PIP) --no-deps mfrc522 || failed
	echo '$(CURDIR)' | tee $(RUN) >$(TEST)
