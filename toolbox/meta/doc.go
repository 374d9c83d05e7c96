// Package meta holds the tools that are about the conversation itself and not about the world: how a model hands over its
// final answer, and how it reads on in a result that was too long to be shown whole.
//
// They touch neither files nor network, and say so in their intent; therefore they run beside anything else.
package meta

import "jig/tool"

// untouched is the intent of a call that leaves the workspace alone. It is stated, because a read-only tool that states
// nothing is taken to read everything.
func untouched(summary string) *tool.Intent { return &tool.Intent{Summary: summary} }
