# jig: `make` lists what there is. Two commands set everything up on a machine with Go, git and make:
#   make demo   builds the binary and shows it at work
#   make test   installs what the tests need and runs them
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

GO ?= go
BIN := bin
PKG ?= ./...
VULNDB ?= https://vuln.go.dev

# Tools are built once into bin/, under a name with their version and that of the Go that built them: a change of either
# builds a new one. Their versions are pinned in tools/go.mod.
pinned = $(shell awk '$$1 == "$(1)" { print $$2 }' tools/go.mod)-$(shell $(GO) env GOVERSION)
LINT := $(BIN)/golangci-lint-$(call pinned,github.com/golangci/golangci-lint/v2)
VULN := $(BIN)/govulncheck-$(call pinned,golang.org/x/vuln)

# The binary carries its commit where git can name one, and builds where it cannot (a tarball, a folder of another user).
buildvcs = $(if $(shell git rev-parse --quiet --verify HEAD 2>/dev/null),auto,false)

##@ Use

.PHONY: help
help: ## list the targets
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## build bin/jig, a static binary
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=$(buildvcs) -o $(BIN)/jig ./cmd/jig

.PHONY: demo
demo: build ## build, then show the binary at work
	@scripts/demo

##@ Check

.PHONY: test
test: ## install what the tests need and run them (PKG=./engine/... for a part)
	@GO=$(GO) scripts/test $(PKG)

.PHONY: lint
lint: $(LINT) ## format, lint and house rules; every finding is an error
	@scripts/each-module $(CURDIR)/$(LINT) run --config $(CURDIR)/.golangci.yml ./...
	$(GO) test -count=1 ./internal/house

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (default 5s) each
	@GO=$(GO) FUZZTIME=$(FUZZTIME) scripts/fuzz $(PKG)

.PHONY: nightly
nightly: ## the long runs: the shell analyser beside real bash, and a minute for every fuzz target
	@scripts/need bwrap=bubblewrap bash=bash rg=ripgrep jq=jq
	JIG_SHELLFUZZ_LINES=100000 $(GO) test -count=1 -timeout=60m -run TestReadOnlyLinesChangeNothing -v ./internal/shellfuzz
	@GO=$(GO) FUZZTIME=1m scripts/fuzz $(PKG)

.PHONY: cover
cover: ## write bin/cover.html and print the total coverage
	@mkdir -p $(BIN)
	$(GO) test -shuffle=on -coverpkg=./... -coverprofile=$(BIN)/cover.out $(PKG)
	$(GO) tool cover -html=$(BIN)/cover.out -o $(BIN)/cover.html
	@$(GO) tool cover -func=$(BIN)/cover.out | tail -n 1

.PHONY: vuln
vuln: ## look for known vulnerabilities, where the database can be reached
	@GO=$(GO) VULNDB=$(VULNDB) scripts/vuln $(MAKE) --no-print-directory vuln-now

.PHONY: vuln-now
vuln-now: $(VULN)
	$(VULN) -db $(VULNDB) ./...

.PHONY: ci
ci: ## everything that must pass before a change lands
	@bash .ci/run

##@ Change

.PHONY: fmt
fmt: $(LINT) ## format the Go code
	@scripts/each-module $(CURDIR)/$(LINT) fmt --config $(CURDIR)/.golangci.yml

.PHONY: tidy
tidy: ## tidy go.mod and go.sum of every module
	@scripts/each-module $(GO) mod tidy

.PHONY: bench
bench: ## measure jig beside its peers (ONLY=group for one group)
	@cd bench && $(GO) run . $(if $(ONLY),-only $(ONLY))

.PHONY: clean
clean: ## remove what was built
	rm -rf $(BIN)

$(LINT):
	@echo "building $(@F) (once; takes a few minutes)"
	@cd tools && CGO_ENABLED=0 $(GO) build -o ../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

$(VULN):
	@echo "building $(@F) (once)"
	@cd tools && CGO_ENABLED=0 $(GO) build -o ../$@ golang.org/x/vuln/cmd/govulncheck
