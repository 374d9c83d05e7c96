package policy

import "jig/config"

// Mode is how a session treats calls that no rule speaks of. Modes are sets of
// kinds of calls, not steps of a ladder.
type Mode = config.Mode

// The modes.
const (
	Default     = config.Default     // looking is free, everything else is asked about
	AcceptEdits = config.AcceptEdits // and so is changing files of the workspace
	Plan        = config.Plan        // changes are refused, but for the plan file
	Auto        = config.Auto        // file tools may edit; commands only if proved to be read-only
	DontAsk     = config.DontAsk     // what would be asked about is denied
	Bypass      = config.Bypass      // nothing is asked about but what always is
)

// Modes lists the modes in the order in which people should read them.
func Modes() []Mode { return []Mode{Default, AcceptEdits, Plan, Auto, DontAsk, Bypass} }

// class is what kind of call it is, by what its intent says.
type class uint8

const (
	looks  class = 1 << iota // changes nothing, connects to nobody, reads the workspace only
	edits                    // a file tool that writes below the workspace
	tidies                   // commands all of whose effects are known, and are below the workspace
	plans                    // writes the plan file and nothing else
	fenced                   // commands that the sandbox holds in the workspace, where that is enough
	beyond                   // anything else
)

// conduct is what a mode does with each class of calls that no rule speaks of.
type conduct struct{ allows, denies class }

func conductOf(m Mode) conduct {
	switch m {
	case Default:
		return conduct{allows: looks | fenced}
	case AcceptEdits:
		return conduct{allows: looks | edits | tidies | fenced}
	case Plan:
		return conduct{allows: looks | plans, denies: edits | tidies | fenced | beyond}
	case Auto:
		return conduct{allows: looks | edits | fenced}
	case DontAsk: // Decide makes a denial of what would be asked
		return conduct{allows: looks | fenced}
	case Bypass:
		return conduct{allows: looks | edits | tidies | plans | fenced | beyond}
	}
	return conduct{}
}
