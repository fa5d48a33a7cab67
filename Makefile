# Builds one executable, in the way in which testing servers such as OpenBench ask for it:
#
#     make                           dist/hindsight
#     make EXE=name                  name, or name.exe on Windows
#     make EXE=name EVALFILE=path    with another network inside
#     make EXE=name TUNABLE=1        the tunable build, in which every number of the search is an option
#
# It needs Deno, or Node.js: without Deno, npx fetches it from the npm registry. `make DENO=path` names another one.
# lab/docs/distributed.md is the guide to OpenBench.

EXE ?= dist/hindsight
EVALFILE ?=
TUNABLE ?=
# The redirection makes `make` start a shell: `command` is no program of its own on every system.
DENO ?= $(or $(shell command -v deno 2>/dev/null),npx --yes deno@2.9.6)

.PHONY: all
all:
	$(DENO) task --quiet compile --output="$(EXE)" $(if $(EVALFILE),--network="$(EVALFILE)") $(if $(TUNABLE),--tunable)
