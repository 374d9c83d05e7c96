// Package shellfuzz tries to catch the shell analysis in a lie.
//
// The analysis says of some command lines that they change nothing. Here such
// lines are made in great number, as close to the border as possible, and those
// that are called read-only are given to the real bash in a world of canaries:
//
//	Generator   bytes ─▶ a command line: known programs, their options, hostile names, expansions, scripts
//	World       a home, a project, a repository and a /tmp, all full of traps and all writable
//	Bubble      runs lines in that world, without a network and with everything else read-only
//	Hunt        runs lines in batches, compares the world with what it was, and finds the guilty line
//
// The package does not know the analysis: who hunts decides which lines are worth
// running, so that the hunt itself can be tested with lines that do change things.
//
// Lines come from bytes and from nothing else. The same bytes make the same line,
// so that a fuzzing engine can search, and a long run can be repeated by its seed.
package shellfuzz
