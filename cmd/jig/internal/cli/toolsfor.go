package cli

import (
	"fmt"

	"jig/tool"
	"jig/wire/auto"
)

// ToolsFor prints the tools of a set as a request to a provider has them.
func ToolsFor(out *Output, provider string, set *tool.Set, purpose bool) error {
	p, ok := auto.Lookup(provider)
	if !ok {
		return Usagef("there is no provider %q", provider)
	}
	defs, hidden := set.Export(tool.Export{Dialect: p.Dialect, Purpose: purpose, Deferred: true})
	if len(hidden) > 0 {
		return fmt.Errorf("the tool %s cannot be offered: %s", hidden[0].Name, hidden[0].Reason)
	}
	raw, err := p.Tools(defs)
	if err == nil {
		out.Text(string(raw))
	}
	return err
}
