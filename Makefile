# Ludens: two commands matter, `make play` and `make test`. Each sets up what it needs first;
# the second time that takes no time, because a stamp in .venv says it is done.

BIN := .venv/bin
PLAY_READY := .venv/.ready-to-play
TEST_READY := .venv/.ready-to-test

.DEFAULT_GOAL := help
.PHONY: help play test check setup format clean

help: ## list these commands
	@echo "Ludens: robots that play."
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name text; \
		do printf '%-14s %s\n' "$$name" "$$text"; done
	@echo
	@echo "  Options for the game go into ARGS:  make play ARGS=\"--headless\""

play: $(PLAY_READY) ## set up what playing needs, then open the studio in your browser
	$(BIN)/ludens play $(if $(ARGS),$(ARGS),--open)

test: check ## set up everything, then run the linters and all tests
	@echo "== tests, two at a time"
	$(BIN)/pytest -n 2 $(ARGS)

check: $(TEST_READY) ## set up everything, then run the linters only
	@echo "== lint, format, types, walls between rooms, declared dependencies"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry .

setup: $(TEST_READY) ## set up everything: .venv, Python packages, system libraries, browser and speech model for the tests
	@echo "Everything is set up. Next: make play, make test, or $(BIN)/ludens --help"

format: $(TEST_READY) ## let ruff format the code and mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## delete .venv, the caches of the tools and build results (recordings and results stay)
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find ludens tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAY_READY): pyproject.toml scripts/setup
	@sh scripts/setup play

$(TEST_READY): pyproject.toml scripts/setup
	@sh scripts/setup test
