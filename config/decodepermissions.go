package config

func modes() map[string]Mode {
	return map[string]Mode{
		"default": Default, "manual": Default,
		"accept_edits": AcceptEdits, "acceptEdits": AcceptEdits,
		"plan": Plan, "auto": Auto,
		"dont_ask": DontAsk, "dontAsk": DontAsk,
		"bypass": Bypass, "bypassPermissions": Bypass,
	}
}

func tiers() map[string]Tier {
	return map[string]Tier{
		string(ReadOnly): ReadOnly, string(WorkspaceWrite): WorkspaceWrite, string(DangerFullAccess): DangerFullAccess,
	}
}

// ParseMode reads the name of a mode in jig's or Claude Code's spelling. It is
// for command lines; settings files are read by [Parse].
func ParseMode(name string) (Mode, error) { return parseWord("mode", name, modes()) }

// ParseTier reads the name of a tier.
func ParseTier(name string) (Tier, error) { return parseWord("tier", name, tiers()) }

func (n node) permissions(to *Permissions) {
	n.fields(map[string]func(node){
		"allow":                        func(n node) { to.Allow = n.rules(Allow) },
		"ask":                          func(n node) { to.Ask = n.rules(Ask) },
		"deny":                         func(n node) { to.Deny = n.rules(Deny) },
		"rules":                        func(n node) { to.Rules = n.rules("") },
		"order":                        func(n node) { to.Order = choice(n, "order", orders()) },
		"defaultMode":                  func(n node) { to.Mode = choice(n, "mode", modes()) },
		"tier":                         func(n node) { to.Tier = choice(n, "tier", tiers()) },
		"additionalDirectories":        func(n node) { to.AdditionalDirectories = n.words() },
		"askTimeout":                   func(n node) { to.AskTimeout = n.duration() },
		"disableBypassPermissionsMode": func(n node) { to.DisableBypass = n.disabled() },
		"planFile":                     func(n node) { to.PlanFile = n.word() },
	}, map[string]string{
		"disableAutoMode": "deny what the mode auto would run by permissions.deny",
	})
}

func orders() map[string]Order {
	return map[string]Order{string(Severity): Severity, string(FirstMatch): FirstMatch}
}

// disabled is Claude Code's "disable", or true.
func (n node) disabled() bool {
	if !n.isString() {
		return n.boolean()
	}
	if s := n.text(); s != "disable" {
		n.report(`expected "disable" or true, found %q`, shorten(s))
		return false
	}
	return true
}

// rules is a list of rules that all have the effect, or say it themselves when
// it is empty.
func (n node) rules(effect Effect) []Rule {
	list := []Rule{}
	n.each(func(e node) {
		rule := Rule{Effect: effect, Source: e.source()}
		switch {
		case e.isString() && effect != "":
			rule.Text = e.word()
		case e.value.Value.Kind() == '{':
			e.rule(&rule)
		case effect == "":
			e.wrong(`an object such as {"rule": "Bash(git status)", "effect": "allow"}`)
		default:
			e.wrong(`a rule such as "Bash(git status)", or an object {"rule": …, "reason": …}`)
		}
		list = append(list, rule)
	})
	return list
}

func (n node) rule(to *Rule) {
	fields := map[string]func(node){
		"rule":      func(n node) { to.Text = n.word() },
		"match":     func(n node) { to.Match = n.words() },
		"not_match": func(n node) { to.NotMatch = n.words() },
		"reason":    func(n node) { to.Reason = n.word() },
	}
	before := len(n.problems)
	if to.Effect == "" {
		fields["effect"] = func(n node) {
			to.Effect = choice(n, "effect", map[string]Effect{"allow": Allow, "ask": Ask, "deny": Deny})
		}
	}
	n.fields(fields, nil)
	if len(n.problems) > before {
		return
	}
	if to.Text == "" {
		n.report(`"rule" is missing`)
	}
	if to.Effect == "" {
		n.report(`"effect" is missing; write "allow", "ask" or "deny"`)
	}
}
