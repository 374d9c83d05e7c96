package config

import "encoding/json"

// Config is what was loaded for one folder.
type Config struct {
	// Dir is the real path of the folder.
	Dir string
	// Layers holds one layer for each file and for the flags, strongest first.
	Layers []Layer
	// Warnings are for the person: settings that have no effect, and why.
	Warnings []string
	// Trusted says that the person trusts the folder with the executable
	// configuration that it has now.
	Trusted bool
	// Trust is the whole answer of the trust store.
	Trust Status
	// ExecutableHash is the hash over all that the project would run. Give it to
	// [Trust.Approve], so that what was shown is what is trusted.
	ExecutableHash string
	// Runnables is all that ExecutableHash is about, sorted by file.
	Runnables []Runnable
	// Agents are those of [Options.FlagFiles] that are Kiro's agents, in order.
	Agents []*Agent
}

// A Layer is one file of settings, or the flags of a command line.
type Layer struct {
	Level Level
	File  string // empty for flags
	// Settings are those that count. Of a project they hold only what tightens.
	Settings Settings
	// Refused is what a project asked for and does not get.
	Refused []Refusal
	// Executable is what a project would run; it counts once the folder is trusted.
	Executable *Executable

	outer bool           // of a folder above the one to work in
	lines map[string]int // where each key stands
}

// A Refusal is a setting of a project that does not count.
type Refusal struct {
	Key  string // such as "permissions.allow[0]"
	Text string // what the project asked for
	Why  string
	Line int
}

// Executable is the part of a project's settings that makes jig start processes.
type Executable struct {
	Hooks      json.RawMessage
	MCPServers map[string]json.RawMessage
	// Hash is over the content, whatever its spaces, comments and order of keys.
	Hash string
}

// A Fragment is a piece of settings that another package reads, and its place.
type Fragment struct {
	Name   string // of the MCP server; empty for hooks
	Raw    json.RawMessage
	Source Source
}

// Status is what the trust store knows of a folder.
type Status uint8

// The answers of a trust store.
const (
	Unknown Status = iota // never asked
	Trusted               // trusted with what it would run now
	Refused               // the person said no
	Changed               // trusted, but what it would run is not what was trusted
)

// String names the status the way messages do.
func (s Status) String() string {
	switch s {
	case Trusted:
		return "trusted"
	case Refused:
		return "refused"
	case Changed:
		return "changed"
	}
	return "unknown"
}
