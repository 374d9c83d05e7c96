package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// restrict reduces each project layer to what tightens the layers above it.
func (l *loading) restrict() {
	for i := range l.config.Layers {
		if layer := &l.config.Layers[i]; layer.Level == Project {
			above := Config{Layers: l.config.Layers[:i]}
			layer.tighten(above.Merged())
		}
	}
}

const (
	whyLoosens = "a project can tighten permissions, never loosen them; put it into your own settings if you want it"
	whyPerson  = "only you decide this, not a project; put it into your own settings if you want it"
	whyOuter   = "it belongs to a folder above, and what is trusted there runs only there; start jig in that folder to have it"
	whyTrust   = "it would run something, and the folder is not trusted; look at it, then run jig trust"
)

// tighten keeps what is stricter than what holds now, and refuses the rest.
func (layer *Layer) tighten(now Settings) {
	asked := layer.Settings
	layer.Settings = Settings{DisabledMCPServers: asked.DisabledMCPServers}
	layer.Executable = newExecutable(asked.Hooks, asked.MCPServers)
	if asked.DisableHooks {
		layer.refuse("disableAllHooks", "true", whyLoosens, 0)
	}
	for _, name := range slices.Sorted(maps.Keys(asked.Env)) {
		layer.refuse(join("env", name), asked.Env[name], whyPerson, 0)
	}
	if asked.Model.Name != now.Model.Name {
		layer.refuseWord(modelKey, asked.Model.Name)
	}
	layer.tightenPermissions(asked.Permissions, now.Permissions)
	layer.tightenNetwork(asked.Network)
	layer.tightenSandbox(asked.Sandbox, now.Sandbox)
}

func (layer *Layer) tightenPermissions(asked, now Permissions) {
	kept := &layer.Settings.Permissions
	kept.Deny, kept.Ask = slices.Clone(asked.Deny), slices.Clone(asked.Ask)
	kept.DisableBypass = asked.DisableBypass
	for i, r := range asked.Allow {
		layer.refuse(fmt.Sprintf("permissions.allow[%d]", i), r.Text, whyLoosens, r.Source.Line)
	}
	for i, r := range asked.Rules {
		// In an ordered list a project's question could come before a denial of
		// yours. In the lists it only adds to them.
		switch r.Effect {
		case Deny:
			kept.Deny = append(kept.Deny, r)
		case Ask:
			kept.Ask = append(kept.Ask, r)
		default:
			layer.refuse(fmt.Sprintf("permissions.rules[%d]", i), r.Text, whyLoosens, r.Source.Line)
		}
	}
	kept.Mode = tightest(layer, "permissions.defaultMode", asked.Mode, now.Mode, asked.Mode.stricter(now.Mode), now.Mode.stricter(asked.Mode))
	kept.Tier = tightest(layer, "permissions.tier", asked.Tier, now.Tier, asked.Tier.stricter(now.Tier), asked.Tier.rank() < now.Tier.rank())
	layer.refuseWord("permissions.order", string(asked.Order))
	layer.refuseWord("permissions.planFile", asked.PlanFile)
	if asked.AskTimeout > 0 {
		layer.refuse("permissions.askTimeout", asked.AskTimeout.String(), whyPerson, 0)
	}
	layer.refuseList("permissions.additionalDirectories", asked.AdditionalDirectories)
}

func (layer *Layer) tightenNetwork(asked Network) {
	layer.Settings.Network.Deny = asked.Deny
	layer.refuseList("network.allow", asked.Allow)
	layer.refuseList("network.allowPrivate", asked.AllowPrivate)
}

func (layer *Layer) tightenSandbox(asked, now Sandbox) {
	kept := &layer.Settings.Sandbox
	kept.ReadOnly, kept.Hidden = asked.ReadOnly, asked.Hidden
	kept.Network.Deny = asked.Network.Deny
	kept.Mode = tightest(layer, "sandbox.mode", asked.Mode, now.Mode, asked.Mode.stricter(now.Mode), asked.Mode.rank() < now.Mode.rank())
	access, held := asked.Network.Access, now.Network.Access
	kept.Network.Access = tightest(layer, "sandbox.network.access", access, held, access.stricter(held), access.rank() < held.rank())
	kept.AutoAllow = layer.onlyFalse("sandbox.autoAllowBashIfSandboxed", asked.AutoAllow)
	kept.AllowUnconfined = layer.onlyFalse("sandbox.allowUnsandboxedCommands", asked.AllowUnconfined)
	layer.refuseWord("sandbox.backend", asked.Backend)
	layer.refuseList("sandbox.filesystem.allowWrite", asked.Writable)
	layer.refuseList("sandbox.filesystem.allowRead", asked.Readable)
	layer.refuseList("sandbox.network.allowedDomains", asked.Network.Allow)
	layer.refuseList("sandbox.network.allowUnixSockets", asked.Network.UnixSockets)
}

// tightest keeps a value that is stricter, refuses one that is looser, and drops
// one that changes nothing.
func tightest[T ~string](layer *Layer, key string, asked, now T, stricter, looser bool) T {
	switch {
	case asked == "" || asked == now:
	case stricter:
		return asked
	case looser:
		layer.refuse(key, string(asked), whyLoosens, 0)
	default:
		if now != "" {
			layer.refuse(key, string(asked), fmt.Sprintf("you have chosen %q, and this is not stricter", string(now)), 0)
		}
	}
	return ""
}

func (layer *Layer) onlyFalse(key string, asked *bool) *bool {
	if asked != nil && *asked {
		layer.refuse(key, "true", whyLoosens, 0)
		return nil
	}
	return asked
}

func (layer *Layer) refuseWord(key, text string) {
	if text != "" {
		layer.refuse(key, text, whyPerson, 0)
	}
}

func (layer *Layer) refuseList(key string, texts []string) {
	for i, text := range texts {
		layer.refuse(fmt.Sprintf("%s[%d]", key, i), text, whyLoosens, 0)
	}
}

func (layer *Layer) refuse(key, text, why string, line int) {
	if line == 0 {
		line = layer.lines[key]
	}
	layer.Refused = append(layer.Refused, Refusal{Key: key, Text: text, Why: why, Line: line})
}

// emptyObject reports whether hooks say nothing at all.
func emptyObject(text json.RawMessage) bool { return strings.TrimSpace(string(text)) == "{}" }
