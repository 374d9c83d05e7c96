package config

func (n node) sandbox(to *Sandbox) {
	var enabled, required *bool
	n.fields(map[string]func(node){
		"mode": func(n node) {
			to.Mode = choice(n, "sandbox mode", map[string]SandboxMode{"off": SandboxOff, "prefer": SandboxPrefer, "require": SandboxRequire})
		},
		"enabled":           func(n node) { enabled = new(n.boolean()) },
		"failIfUnavailable": func(n node) { required = new(n.boolean()) },
		"backend": func(n node) {
			to.Backend = choice(n, "sandbox", map[string]string{"auto": "auto", "bubblewrap": "bubblewrap", "bwrap": "bwrap", "landlock": "landlock"})
		},
		"autoAllowBashIfSandboxed": func(n node) { to.AutoAllow = new(n.boolean()) },
		"allowUnsandboxedCommands": func(n node) { to.AllowUnconfined = new(n.boolean()) },
		"filesystem":               func(n node) { n.filesystem(to) },
		"network":                  func(n node) { n.sandboxNetwork(&to.Network) },
	}, map[string]string{
		"excludedCommands":             "every command is confined",
		"ignoreViolations":             "what the sandbox refuses is always told",
		"enableWeakerNestedSandbox":    "jig never weakens its sandbox by itself",
		"enableWeakerNetworkIsolation": "jig never weakens its sandbox by itself",
		"ripgrep":                      "jig searches by itself",
	})
	if to.Mode != "" {
		if enabled != nil || required != nil {
			n.report(`"mode" says the same as "enabled" and "failIfUnavailable"; keep one way of saying it`)
		}
		return
	}
	to.Mode = sandboxMode(enabled, required)
}

// sandboxMode translates Claude Code's two switches.
func sandboxMode(enabled, required *bool) SandboxMode {
	switch {
	case enabled == nil:
		return "" // a sandbox that is not asked for cannot be unavailable
	case !*enabled:
		return SandboxOff
	case required != nil && *required:
		return SandboxRequire
	}
	return SandboxPrefer
}

func (n node) filesystem(to *Sandbox) {
	n.fields(map[string]func(node){
		"allowWrite": func(n node) { to.Writable = n.words() },
		"denyWrite":  func(n node) { to.ReadOnly = n.words() },
		"denyRead":   func(n node) { to.Hidden = n.words() },
		"allowRead":  func(n node) { to.Readable = n.words() },
	}, map[string]string{})
}

func (n node) sandboxNetwork(to *SandboxNetwork) {
	n.fields(map[string]func(node){
		"access": func(n node) {
			to.Access = choice(n, "network access", map[string]NetworkAccess{"none": NetworkNone, "proxy": NetworkProxy, "full": NetworkFull})
		},
		"allowedDomains":          func(n node) { to.Allow = n.hosts() },
		"deniedDomains":           func(n node) { to.Deny = n.hosts() },
		"allowUnixSockets":        func(n node) { to.UnixSockets = n.words() },
		"allowManagedDomainsOnly": node.unenforced,
	}, map[string]string{
		"allowAllUnixSockets": "name the sockets in allowUnixSockets",
		"allowLocalBinding":   "the sandbox decides this by its backend",
		"httpProxyPort":       "jig brings its own proxy",
		"socksProxyPort":      "jig brings its own proxy",
	})
}
