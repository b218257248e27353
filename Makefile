# Two commands are all a newcomer needs: `make demo` and `make test`. Both set up .venv first.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
LONG ?= 3000
.PHONY: help demo test fuzz native pure check gates docs pictures lock clean site wheel

help:  ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

demo: $(if $(wildcard .venv/dev.stamp),,.venv/core.stamp)  ## harvest the demo web end to end and print what was found against the truth
	$(BIN)/specdex demo

test: .venv/dev.stamp  ## run the tests, those of TESTS="tests/html …" alone where that is given
	$(BIN)/python -m pytest -n auto --dist worksteal $(COUNTED) $(TESTS)

fuzz: .venv/dev.stamp  ## soups and changed files through every reader; LONG=1000000 SEED=7 for a long run
	$(BIN)/python -m benchmarks fuzz --documents $(LONG) --files $(LONG) --seed $(or $(SEED),1)

native: .venv/dev.stamp  ## compile in place the modules that have a .pxd
	SPECDEX_NATIVE=1 scripts/setup dev

pure:  ## take the compiled modules away again
	find src -name '*.so' -delete

check: .venv/dev.stamp  ## linters, types, import contracts, generated docs
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports

gates: .venv/dev.stamp  ## hold the scores on labelled data against their floors, where the data is
	@if [ -d ../shared/data/specs ]; then $(BIN)/python -m benchmarks gates; else echo "no labelled data beside this checkout"; fi

docs: .venv/dev.stamp  ## write the generated references of the command line, Python, settings and plug-ins
	$(BIN)/python docs/cli_reference.py docs/cli.md
	$(BIN)/python docs/api_reference.py docs/python.md
	$(BIN)/python docs/tables_reference.py docs

site: .venv/dev.stamp  ## build the docs as a site into build/site; broken links are errors
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir build/site

wheel: .venv/dev.stamp  ## build a wheel and try it in a fresh environment without a compiler
	scripts/try_wheel

pictures: .venv/dev.stamp  ## take the docs' pictures of the page anew, by its tests
	SPECDEX_SCREENSHOTS=docs/images $(BIN)/python -m pytest -q tests/web

lock:  ## pin what demo and test install, with hashes and without addresses
	uv pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --upgrade -o requirements/core.txt
	uv pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --upgrade --extra dev -o requirements/dev.txt

clean:  ## remove the environment and what tools left behind
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache demo-run
	find src -name '*.so' -delete

.venv/%.stamp: requirements/%.txt pyproject.toml
	PYTHON=$(PYTHON) scripts/setup $*
	@touch $@
