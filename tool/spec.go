package tool

import (
	"fmt"
	"time"

	"jig/schema"
)

// Spec describes a tool to models, to people and to the engine.
type Spec struct {
	// Name identifies the tool in its set and on the wire.
	Name string
	// Title is the name people see; empty means Name.
	Title string
	// Description tells the model when and how to use the tool.
	Description string
	// Help is longer advice, given only to those who ask for this tool.
	Help string
	// Aliases are further names that resolve to this tool.
	Aliases []string
	// Keywords help a search to find it.
	Keywords []string

	// Input is the schema of the arguments; nil accepts any object.
	Input *schema.Schema
	// Output is the schema of the JSON in the result, if it is promised.
	Output *schema.Schema

	// Category groups tools for limits, search and display.
	Category Category
	// Origin says where the tool comes from.
	Origin Origin
	// Access is the most the tool may ever touch.
	Access Access
	// Dangerous marks tools whose mistakes cannot be taken back.
	Dangerous bool
	// Needs lists what the tool requires of its surroundings.
	Needs []Capability

	// Timeout bounds one call; zero means the engine's default, negative none.
	Timeout time.Duration
	// Rate bounds how often the tool may be called.
	Rate Rate
	// MaxOutput bounds the text of a result in characters; zero means the
	// engine's default, negative no bound.
	MaxOutput int
	// Deferred keeps the schema out of the prompt until somebody asks for it.
	Deferred bool
	// Repeatable says that the same call with the same outcome, again and
	// again, is normal (waiting, polling), and no sign of a loop.
	Repeatable bool
	// Quick promises that Plan and Run only compute: they are back within
	// microseconds and never block. The engine then runs the call on the
	// goroutine that adds it, which costs less than starting another; such a
	// call cannot be timed out or abandoned, only be kept from starting.
	Quick bool
}

// Label is the name for people.
func (s *Spec) Label() string {
	if s.Title != "" {
		return s.Title
	}
	return s.Name
}

// Access is how much a tool may touch: ReadOnly < WorkspaceWrite < FullAccess.
// A tool that does not say has FullAccess, the zero value.
type Access int8

// The levels of access.
const (
	ReadOnly       Access = iota - 2 // changes nothing
	WorkspaceWrite                   // changes files of the workspace
	FullAccess                       // anything: commands, network, the whole machine
)

func (a Access) String() string {
	switch a {
	case ReadOnly:
		return "read-only"
	case WorkspaceWrite:
		return "workspace-write"
	case FullAccess:
		return "full-access"
	}
	return fmt.Sprintf("access(%d)", int8(a))
}

// MarshalText writes the level as its name.
func (a Access) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads a level by its name.
func (a *Access) UnmarshalText(text []byte) error {
	for _, level := range []Access{ReadOnly, WorkspaceWrite, FullAccess} {
		if level.String() == string(text) {
			*a = level
			return nil
		}
	}
	return fmt.Errorf("unknown access level %q: use read-only, workspace-write or full-access", text)
}

// Category groups tools that belong together. Users may add their own.
type Category string

// The categories of the built-in tools.
const (
	FileSystem  Category = "filesystem"
	Shell       Category = "shell"
	Search      Category = "search"
	Network     Category = "network"
	Memory      Category = "memory"
	Knowledge   Category = "knowledge"
	Agent       Category = "agent"
	Workflow    Category = "workflow"
	Schedule    Category = "schedule"
	Interaction Category = "interaction"
	Meta        Category = "meta"
	Custom      Category = "custom"
)

// Origin says where a tool comes from.
type Origin struct {
	Kind OriginKind `json:"kind"`
	// Source names the server, specification, plugin or file, if any.
	Source string `json:"source,omitempty"`
}

// OriginKind is the way by which a tool came.
type OriginKind string

// The kinds of origin. The zero value means the program itself.
const (
	BuiltIn OriginKind = ""
	MCP     OriginKind = "mcp"
	OpenAPI OriginKind = "openapi"
	Plugin  OriginKind = "plugin"
	Dynamic OriginKind = "dynamic"
)

// Capability is something a tool needs from its surroundings, such as
// "network", "browser" or "display".
type Capability string

// Rate is a token bucket: Calls may be made at once, and come back evenly over
// Per. The zero value means no limit.
type Rate struct {
	Calls int           `json:"calls"`
	Per   time.Duration `json:"per"`
}

// IsZero reports whether there is no limit.
func (r Rate) IsZero() bool { return r == Rate{} }
