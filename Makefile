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
.PHONY: build play test check fuzz bench format install rulecov regold clean help page need need-check need-fuzz need-page need-test

build: need ## compile build/tricorne with all its checks on (the default)
	@tools/variant debug

play: need need-page ## build, then serve the page with a battle ready; PLAY=terminal: play here
	@tools/variant release tricorne tricorne-serve
	@tools/web
	@tools/play $(SCENARIO) $(AGAINST)

test: need need-page need-test ## every suite; ends with `N passed, N failed`
	@tools/web
	@tools/test debug:-random,-fuzz asan@hostile:random,fuzz

check: need need-check need-page need-test ## all a change must pass: sanitizers, clang ...; STEP=name for one
	@BATTLES=$(BATTLES) tools/check $(STEP)

fuzz: need need-fuzz ## hostile input by libFuzzer, SECONDS=60 for each target; FUZZ=name for one
	@SECONDS_EACH=$(SECONDS) tools/fuzz $(FUZZ)

bench: need ## measure a release build against bench/baseline.json
	@tools/variant release tricorne
	@build-release/tricorne bench --json >build-release/bench.json
	@tools/bench-compare build-release/bench.json

format: need-check ## clang-format every C file in place
	@tools/tree.py .c .h | xargs clang-format -i

install: need ## a release build under PREFIX=/usr/local, or below DESTDIR
	@tools/variant release
	@DESTDIR=$(abspath $(DESTDIR)) meson install --no-rebuild --quiet -C build-release
	@echo "installed below $(abspath $(DESTDIR))$(PREFIX)"

rulecov: need need-test ## run the tests and write the rules they exercise to build/rules-exercised.txt
	@tools/variant debug
	@tools/rulecov --run --strict

regold: need ## rewrite tests/*/golden from what is played now; see docs/testing.md first
	@tools/variant debug
	@TRICORNE_REGOLD=1 meson test -C build --no-rebuild --suite golden
	@git status --short tests

clean: ## remove every build folder
	@rm -rf build build-*/

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1	\2/p' Makefile | expand -t 16

need:
	@tools/need build

page: need-page ## build the page into web/dist
	@tools/web

need-page:
	@tools/need page

need-test:
	@tools/need test

need-fuzz:
	@tools/need fuzz

need-check:
	@tools/need check
