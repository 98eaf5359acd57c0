# Makefile - the front door; `make help` lists the targets.
#
# Behind it: meson (through tools/variant) and the scripts in tools/.
PREFIX ?= /usr/local
DESTDIR ?=
SCENARIO ?= minden/first-battle
AGAINST ?= level-2
BATTLES ?= 2000
SECONDS ?= 60
FUZZ ?=
STEP ?=
export PREFIX
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := build
.NOTPARALLEL:
.PHONY: deb wheel need-deb site wasm need-wasm build play test check fuzz bench format install rulecov regold clean help page need need-check need-fuzz need-page need-test

build: need ## compile build/tricorne with all its checks on (the default)
	@tools/variant debug

play: need need-page ## build, then serve the page with a battle ready; PLAY=terminal: play here
	@tools/variant release tricorne tricorne-serve
	@tools/web
	@tools/play $(SCENARIO) $(AGAINST)

test: need need-page need-test need-wasm ## every suite; ends with `N passed, N failed`
	@tools/wasm
	@tools/web
	@tools/variant debug tricorne tricorne-serve
	@TRICORNE=build/tricorne tools/site
	@tools/test debug:-random,-fuzz asan@hostile:random,fuzz

check: need need-check need-page need-test need-wasm ## all a change must pass: sanitizers, clang ...; STEP=name for one
	@BATTLES=$(BATTLES) tools/check $(STEP)

fuzz: need need-fuzz ## hostile input by libFuzzer, SECONDS=60 for each target; FUZZ=name for one
	@SECONDS_EACH=$(SECONDS) tools/fuzz $(FUZZ)

bench: need ## measure a release build against bench/baseline.json
	@tools/variant release tricorne bench/interface
	@build-release/bench/interface data
	@build-release/tricorne bench --json >build-release/bench.json
	@tools/bench-compare build-release/bench.json

format: need-check ## clang-format every C file in place
	@tools/tree.py .c .h | xargs clang-format -i

install: need ## programs, library, data and the page (make page) under PREFIX=/usr/local, or below DESTDIR
	@tools/variant release
	@DESTDIR=$(abspath $(DESTDIR)) meson install --no-rebuild --quiet -C build-release
	@page=$(abspath $(DESTDIR))$(PREFIX)/share/tricorne/web; if [ -f web/dist/index.html ]; then \
	    rm -rf "$$page" && cp -r web/dist "$$page" && rm -rf "$$page/.state"; \
	    else echo "without the page for tricorne serve: make page, then again"; fi
	@echo "installed below $(abspath $(DESTDIR))$(PREFIX)"

rulecov: need need-test ## count the lines of rules that tests execute; their rules to build/rules-exercised.txt
	@tools/rulecov --run --strict

regold: need ## rewrite tests/*/golden and tests/*/cases.kept from what is played now; see docs/testing.md first
	@tools/variant debug
	@TRICORNE_REGOLD=1 meson test -C build --no-rebuild --suite golden --suite cases
	@git status --short tests

clean: ## remove every build folder
	@rm -rf build build-*/

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1	\2/p' Makefile | expand -t 16

need:
	@tools/need build

wasm: need need-page need-wasm ## the engine as WebAssembly, a package for node and browsers, in build-wasm
	@tools/wasm
	@ls -l build-wasm/tricorne.wasm

site: need need-page need-wasm ## the page without a server: static files in build-site, for any web server
	@tools/variant release tricorne tricorne-serve
	@tools/wasm
	@tools/site

deb: need need-page need-wasm need-deb ## Debian packages in build-deb/packages; TRY=1: try them in a bare Debian
	@tools/wasm
	@tools/web
	@tools/deb $(if $(TRY),--try)

wheel: need need-deb ## the Python package as a wheel, with the engine and all data, in build-release
	@tools/variant release library
	@tools/wheel

need-deb:
	@tools/need deb

page: need-page ## build the page into web/dist
	@tools/web

need-page:
	@tools/need page

need-test:
	@tools/need test

need-wasm:
	@tools/need wasm

need-fuzz:
	@tools/need fuzz

need-check:
	@tools/need check
