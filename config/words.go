package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A Level is the rank of a layer.
type Level uint8

// The levels, strongest first.
const (
	Managed Level = iota + 1
	Flags
	User
	Local
	Project
)

// String names the level the way messages do.
func (l Level) String() string {
	switch l {
	case Managed:
		return "managed"
	case Flags:
		return "flags"
	case User:
		return "user"
	case Local:
		return "local"
	case Project:
		return "project"
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

// Effect is what a rule that matches does.
type Effect string

// The effects of a rule.
const (
	Allow Effect = "allow"
	Ask   Effect = "ask"
	Deny  Effect = "deny"
)

// Order is the way in which rules that match the same call are weighed.
type Order string

// The orders of rules.
const (
	Severity   Order = "severity"    // deny over ask over allow
	FirstMatch Order = "first_match" // the first rule that matches
)

// Mode decides what happens to a call that no rule is about.
type Mode string

// The modes. Claude Code's spellings are read as these.
const (
	Default     Mode = "default"      // ask
	AcceptEdits Mode = "accept_edits" // edits in the workspace need no question
	Plan        Mode = "plan"         // nothing is changed but the plan file
	Auto        Mode = "auto"         // edits, and commands proved read-only
	DontAsk     Mode = "dont_ask"     // what would ask is denied
	Bypass      Mode = "bypass"       // no questions; denials still hold
)

// Tier is a ceiling over what mode and rules permit.
type Tier string

// The tiers, strictest first.
const (
	ReadOnly         Tier = "read-only"
	WorkspaceWrite   Tier = "workspace-write"
	DangerFullAccess Tier = "danger-full-access"
)

// SandboxMode says whether child processes are confined.
type SandboxMode string

// The modes of the sandbox, loosest first.
const (
	SandboxOff     SandboxMode = "off"
	SandboxPrefer  SandboxMode = "prefer"  // confined where the machine can do it
	SandboxRequire SandboxMode = "require" // otherwise nothing is run
)

// NetworkAccess says how far confined processes reach.
type NetworkAccess string

// The kinds of network access of confined processes, strictest first.
const (
	NetworkNone  NetworkAccess = "none"
	NetworkProxy NetworkAccess = "proxy"
	NetworkFull  NetworkAccess = "full"
)

// parseWord finds a word by one of its spellings.
func parseWord[T ~string](what, name string, spellings map[string]T) (T, error) {
	if v, ok := spellings[name]; ok {
		return v, nil
	}
	return "", errors.New(unknown(what, name, slices.Sorted(maps.Keys(spellings))))
}
