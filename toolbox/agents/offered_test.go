package agents_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/agents"
)

func TestWhatASessionOffersCanBeLookedAtWithoutOne(t *testing.T) {
	set := tool.NewSet(agents.Offered(t.TempDir(), t.TempDir())...)
	for name, part := range map[string]string{"agent": "explore: finds things out", "summary": "Reports the result"} {
		found, ok := set.Lookup(name)
		if !ok || !strings.Contains(found.Spec().Description, part) || found.Spec().Input == nil || !slices.Contains(found.Spec().Needs, agents.Needed) {
			t.Errorf("%s: %t %+v", name, ok, found)
		}
	}
	eng := engine.New(set, engine.AllowAll(), engine.Options{})
	defer func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	}()
	for name, args := range map[string]string{"agent": `{"prompt": "x"}`, "summary": `{"task_result": "x"}`} {
		out := eng.Call(t.Context(), tool.Call{Name: name, Args: json.RawMessage(args)})
		if text := out.Result.Text(); !out.Result.IsError || !strings.Contains(text, "there is no") {
			t.Errorf("%s: %q", name, text)
		}
	}
}
