package config_test

import "testing"

func TestACommentMayBeTheLastLineWithoutANewline(t *testing.T) {
	w := newWorld(t)
	w.write("user", "{\"env\": {\"A\": \"b\"},}\n// that is all")
	if m := w.load().Merged(); m.Env["A"] != "b" {
		t.Error(m.Env)
	}
}
