package config

// freedom is a set of things that can happen in a mode. Modes are compared as
// these sets, because they are no steps of a ladder.
type freedom uint8

const (
	looksFree  freedom = 1 << iota // looking needs no question
	questions                      // a person may be asked, and say yes
	rulesAllow                     // a rule may allow a change
	editsFree                      // file tools change files of the workspace unasked
	tidiesFree                     // so do commands all of whose effects are known
	restFree                       // and everything else
)

func (m Mode) freedom() freedom {
	const usual = looksFree | questions | rulesAllow
	switch m {
	case Plan:
		return looksFree | questions // refuses also what a rule allows
	case DontAsk:
		return looksFree | rulesAllow // refuses also what a person would allow
	case Auto:
		return usual | editsFree
	case AcceptEdits:
		return usual | editsFree | tidiesFree
	case Bypass:
		return usual | editsFree | tidiesFree | restFree
	}
	return usual // default, and a mode that is not set
}

// stricter reports whether a mode permits less than another and nothing that the
// other does not. Of plan and dont_ask neither is stricter.
func (m Mode) stricter(than Mode) bool {
	mine, theirs := m.freedom(), than.freedom()
	return mine != theirs && mine&^theirs == 0
}

func (t Tier) stricter(than Tier) bool { return t.rank() > than.rank() }

func (t Tier) rank() int {
	switch t {
	case ReadOnly:
		return 2
	case WorkspaceWrite:
		return 1
	}
	return 0 // full access, and no ceiling
}

func (m SandboxMode) stricter(than SandboxMode) bool { return m.rank() > than.rank() }

func (m SandboxMode) rank() int {
	switch m {
	case SandboxRequire:
		return 2
	case SandboxOff:
		return 0
	}
	return 1 // prefer, and a mode that is not set
}

func (a NetworkAccess) stricter(than NetworkAccess) bool { return a.rank() > than.rank() }

func (a NetworkAccess) rank() int {
	switch a {
	case NetworkNone:
		return 3
	case "":
		return 2 // at most a proxy
	case NetworkProxy:
		return 1
	}
	return 0
}
