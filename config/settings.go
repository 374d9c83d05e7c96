package config

import (
	"encoding/json"
	"time"
)

// Settings is what one file says, or, from [Config.Merged], what all layers say
// together. A zero field is not set.
type Settings struct {
	Permissions Permissions
	Network     Network
	Sandbox     Sandbox
	// Model answers where nobody has named a model. Of a project it never counts.
	Model Model

	// Hooks is the object of hooks as it stands in the file; package hook reads it.
	Hooks json.RawMessage
	// DisableHooks turns off the hooks of this layer and of weaker ones.
	DisableHooks bool
	// ManagedHooksOnly turns off the hooks of all layers but Managed. It counts
	// only there.
	ManagedHooksOnly bool
	// MCPServers holds the definition of each MCP server as it stands in the file.
	MCPServers map[string]json.RawMessage
	// DisabledMCPServers names servers of the project that are not to be started.
	DisabledMCPServers []string
	// Env is set for the tools that start processes.
	Env map[string]string
}

// Permissions says what may be done without a question, after one, and not at all.
type Permissions struct {
	Allow []Rule
	Ask   []Rule
	Deny  []Rule
	// Rules is the ordered list that [FirstMatch] reads: the first rule that
	// matches decides. The lists Deny and Ask hold over it, and Allow is read
	// when none of it matched. In order of [Severity] a merged Rules is empty,
	// because its rules stand in the three lists.
	Rules []Rule
	// Order is Severity or FirstMatch; empty means Severity.
	Order Order
	// Mode decides what happens to a call that no rule is about.
	Mode Mode
	// Tier is a ceiling over mode and rules; empty means none.
	Tier Tier
	// AdditionalDirectories are further roots that tools may work in.
	AdditionalDirectories []string
	// AskTimeout is how long a question waits; without an answer it is a denial.
	// Zero means the default of the face that asks.
	AskTimeout time.Duration
	// DisableBypass forbids the mode bypass.
	DisableBypass bool
	// ManagedRulesOnly leaves out the allow rules of all layers but Managed. It
	// counts only there.
	ManagedRulesOnly bool
	// PlanFile is the one file that the mode plan may write.
	PlanFile string
}

// A Rule is the text of a permission rule and where it was written. Package
// policy parses it.
type Rule struct {
	// Text is the rule itself, such as "Bash(git status)".
	Text string
	// Effect is what a match means.
	Effect Effect
	// Match are calls that the rule must match; NotMatch are calls that it must
	// not match. They are checked when the rule is parsed.
	Match    []string
	NotMatch []string
	// Reason is told to the model, and to the person, together with the decision.
	Reason string
	Source Source
}

// Source is the place where a setting was written.
type Source struct {
	File  string // empty when it was not a file
	Level Level
	Line  int // counted from 1; 0 when unknown
}

// Network says which hosts tools may reach.
type Network struct {
	Allow []string // hosts, exact or ".suffix"
	Deny  []string
	// AllowPrivate names hosts that may resolve to private addresses.
	AllowPrivate []string
}

// Sandbox says how child processes are confined.
type Sandbox struct {
	// Mode is off, prefer or require; empty means prefer.
	Mode SandboxMode
	// Backend names one way of confinement; empty picks the best that works.
	Backend string
	// Writable, ReadOnly and Hidden are paths. Readable makes exceptions from Hidden.
	Writable []string
	ReadOnly []string
	Hidden   []string
	Readable []string
	Network  SandboxNetwork
	// AutoAllow lets a confined command run without a question.
	AutoAllow *bool
	// AllowUnconfined lets a command ask to run outside of the sandbox.
	AllowUnconfined *bool
}

// SandboxNetwork says what confined processes may reach.
type SandboxNetwork struct {
	// Access is none, proxy (only the hosts of Allow, through a proxy) or full;
	// empty means proxy when Allow names hosts, otherwise none.
	Access NetworkAccess
	Allow  []string
	Deny   []string
	// UnixSockets are sockets that confined processes may connect to.
	UnixSockets []string
}
