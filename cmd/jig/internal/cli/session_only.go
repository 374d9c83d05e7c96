package cli

import (
	"crypto/rand"
	"fmt"
	"time"

	"jig/engine"
	"jig/tool"
)

// OnlyInSession is the outcome of a call of a tool that exists only in a session, where there is none; false if the call is of
// another tool. Its arguments are not looked at: whatever they are, there is nothing to call.
func OnlyInSession(set *tool.Set, call tool.Call) (engine.Outcome, bool) {
	t, ok := set.Lookup(call.Name)
	if !ok {
		return engine.Outcome{}, false
	}
	if call.ID == "" {
		call.ID = rand.Text()
	}
	name := t.Spec().Name
	what := name
	if call.Name != name {
		what = fmt.Sprintf("%q is %s, which", call.Name, name)
	}
	err := tool.Errorf(tool.CodeNotFound, "%s exists only in a session, where a model works and has sub-agents. Start one with "+
		`jig run "agent explore: which files are there?" or jig chat, or in a program with Runtime.Session; "jig tools show %s" shows its arguments`, what, name)
	return engine.Outcome{Call: &call, Result: tool.ErrorResult(err), Status: engine.Invalid, Ended: time.Now()}, true
}
