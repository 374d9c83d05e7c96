// Package vet looks at what arrives from outside before anybody obeys it.
//
// Two kinds of strangers speak to an agent. A server sends tool definitions,
// instructions, addresses for signing in and pictures. A project holds files that
// some agent, editor or build tool obeys: settings with hooks, rule files, skills,
// git configuration. None of it is proof of anything, and much of it can run a
// program or hide a sentence that only the model sees.
//
//	findings := vet.Definition(raw, builtin)        // what a server calls a tool
//	findings := vet.ProjectFile(path, content)      // what a project wants obeyed
//	findings := vet.Text("instructions", text)      // what the model would read
//	switch vet.Worst(findings) {
//	case vet.Deny: // is not obeyed, whatever the rules say
//	case vet.Ask:  // a person decides, with the findings before them
//	}
//
// The package only looks. It opens no file, starts nothing, connects to nobody
// and decides nothing: a [Finding] says how grave something is, where it stands
// and what it would do, in a sentence for a person.
//
// It fails closed. What cannot be parsed is a [Deny], because the program that
// obeys the file may well be able to parse it. A key, a file name or a form that
// is not known is an [Ask]. The lists say what is harmless, not what is harmful;
// the sentences about known harm are there so that a person understands, and they
// are not what keeps the gate shut.
package vet
