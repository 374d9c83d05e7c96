// Package cli holds what the commands of the binary share: how they end, how they print, where their arguments come from and
// what a signal does to them. It knows the engine and its results, and nothing of cobra's commands.
//
// Three rules hold for every command:
//
//   - Standard output gets results, standard error everything else.
//   - The exit status comes from one table, [Status], whatever the command.
//   - What goes wrong while printing is kept by [Output] until the end, so that a reader who leaves early costs nobody a stack
//     trace.
package cli
