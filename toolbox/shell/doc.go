// Package shell holds the tools that run commands: shell and powershell, which run a line and keep hold of everything that
// comes from it, monitor, which looks at what runs in the background, and repl, which keeps an interpreter between calls.
//
// All of them are made together by [New], because they share what they start:
//
//	shells, err := shell.New(shell.Options{Space: space})
//	…
//	defer shells.Close() // stops everything that still runs
//	set := tool.NewSet(shells.Tools()...)
//
// # What must hold
//
//   - Nothing hangs. A line has no input to wait for, no terminal to ask on and no pager to stop in. When the command itself has
//     ended, its pipes are read for a moment longer and then cut off, whoever else holds them.
//   - Nothing is left. The end of a line, its timeout, a cancelled call and Close end the whole tree of processes. What a
//     line wanted to leave running is named in the answer; background work is started as such.
//   - Nothing is cut silently. A model sees the first and the last part of each stream, the count of what lies between, and the
//     file that holds all of it. Memory stays bounded whatever a command prints.
//   - What was proved is what runs. A line is analysed by jig/policy/shell for a bash that reads no start-up files in an
//     environment without surprises; this package is the one that sees to it.
//
// # From line to result
//
// The plan of a call analyses the line and becomes its intent. Running takes the intent that was decided about, narrows the
// sandbox to it, starts the command, and hands its two streams to an output, which keeps the ends, writes the whole to disk
// as soon as it does not fit, and shows people what comes in while it comes.
package shell
