package config

// stricter reports whether a mode permits less than another in every case. Modes
// are sets of rules and not all of them compare: plan refuses changes that a rule
// allows, dont_ask refuses questions that plan would ask, so neither is stricter.
func (m Mode) stricter(than Mode) bool { return m.rank() > than.rank() }

func (m Mode) rank() int {
	switch m {
	case Bypass:
		return 0
	case Auto:
		return 1
	case AcceptEdits:
		return 2
	case Plan, DontAsk:
		return 4
	}
	return 3 // default, and a mode that is not set
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
