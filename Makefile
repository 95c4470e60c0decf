# Everything sets up what it needs: Python 3.11 or newer, git and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MINUTES ?= 5
NOTEBOOKS ?= cache
READY := $(VENV)/.ready
SITE := build/docs
# uv installs in a tenth of the time. Without it an outer pip that can (from 22.3 on) spares the
# environment a pip of its own. Python compiles what is imported when it is, not all of it at once.
UV := $(shell command -v uv)
OUTER = $(shell $(PYTHON) -m pip --help 2> /dev/null | grep -o -e '--python ')
MAKE_VENV = $(if $(UV),uv venv --quiet --allow-existing --python $(PYTHON) $(VENV), \
	$(PYTHON) -m venv $(if $(OUTER),--without-pip) $(VENV))
INSTALL = $(if $(UV),uv pip install --quiet --python $(BIN)/python, \
	$(if $(OUTER),$(PYTHON) -m pip --python $(BIN)/python,$(BIN)/pip) \
	install --quiet --disable-pip-version-check --no-compile)
# Python keeps what it compiles of the sources, which hundreds of processes of the tests load.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: report test slow golden lint docs picture bench verify soak clean

report: $(READY)
	$(BIN)/boneyard report loo --out out --overwrite

test: $(READY)-test
	$(BIN)/pytest

# What `make test` leaves out: repetition, large samples, examples that take long.
slow: $(READY)-test
	$(BIN)/pytest -m slow

# What small runs of everything say, written anew: git diff is the review.
golden: $(READY)-test
	GOLDEN=write $(BIN)/pytest -m "" tests/golden

lint: $(READY)-lint
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Finished pages for the site, each of a small run and the studies that its first page needs.
PAGES := casino/bet euchre/call,surface loo/surface pool/line,surface rounce/duel,surface
$(SITE)/.pages: $(READY) $(shell find boneyard reports simulate strategies -type f ! -name '*.pyc')
	rm -rf $(addprefix $(SITE)/,$(dir $(PAGES)))
	for page in $(PAGES); do $(BIN)/boneyard report $${page%/*} --studies $${page#*/} \
		--sessions 4000 --quiet --out $(SITE)/$${page%/*} || exit 1; done
	touch $@

# The docs site; a link to nothing is an error.
docs: $(READY)-docs $(SITE)/.pages
	$(BIN)/python -m sphinx -q -W --keep-going -c docs -D nb_execution_mode=$(NOTEBOOKS) . $(SITE)

# The picture that README begins with.
PICTURE := docs/figures/first_page.png
picture: $(SITE)/.pages
	chromium --headless --no-sandbox --hide-scrollbars --force-device-scale-factor=2 \
		--window-size=1000,700 --virtual-time-budget=20000 \
		--screenshot=$(PICTURE) file://$(CURDIR)/$(SITE)/loo/index.html
	$(BIN)/python -c "from PIL import Image; \
		Image.open('$(PICTURE)').convert('RGB').quantize(64).save('$(PICTURE)', optimize=True)"

bench: $(READY)
	$(BIN)/python -m scripts.bench

verify: export HANDS_OF_PAGES := 50
verify: slow
	$(BIN)/python -m tests.proofs.verify
	$(BIN)/python -m tests.proofs.coverage docs/coverage.md

$(READY): pyproject.toml
	@echo "Setting up $(VENV), once: its packages are a download of about 200 MB."
	$(MAKE_VENV)
	$(INSTALL) --editable .
	touch $@

# What a target needs besides: the extra of pyproject.toml with its name.
$(READY)-%: $(READY)
	$(INSTALL) --editable '.[$*]'
	touch $@

soak: $(READY)-test
	$(BIN)/python -m tests.tools.soak $(MINUTES)

clean:
	rm -rf $(VENV) out .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
