// Package jig is the front door: tools for AI agents in a folder, behind a gate, in three lines.
//
//	rt, err := jig.Open(ctx, ".", jig.Options{})
//	…
//	defer rt.Close()
//	out := rt.Call(ctx, "read", map[string]any{"path": "go.mod"})
//	fmt.Println(out.Result.Text())
package jig
