// Package guard joins the engine with the policy, the person who answers its
// questions, and the hooks that users configure.
//
//	gate := guard.New(guard.Options{Policy: p, Asker: terminal})
//	eng := engine.New(tools, gate, engine.Options{Hooks: []engine.Hooks{guard.NewHooks(set, …)}})
//
// The engine knows gates and hooks only as interfaces, and policy and hook do
// not know the engine: this is the one place where they meet.
//
// Questions about the calls of one turn are put to the person as one list. No
// answer within the timeout is a denial; and where there is nobody to ask, a call
// that would need a question is denied at once, with the rule that would have
// allowed it.
package guard
