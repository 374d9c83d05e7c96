// Package shell says what a shell line would do, without running it.
//
// A line is parsed with a real grammar, every part of it is visited, and each
// simple command is taken to the table of programs, where somebody has written
// down what the options and operands of that program mean. What comes out is the
// intent of the call:
//
//	a := shell.Analyse("git status && rm -rf build", shell.Options{Dir: "/home/dev/proj"})
//	a.ReadOnly   // false
//	a.Why        // "rm changes files"
//	a.Commands   // git status (read-only), rm -rf build
//	a.Writes     // /home/dev/proj/build
//
// The analysis proves, it does not guess. A program, an option, a word or a kind
// of node that is not known raises a doubt, and a line with a doubt is neither
// read-only nor does it write "only" what is listed. That is why lists here say
// what is allowed and never what is forbidden.
//
// There is one exception. Harm lists what no rule may allow, such as deleting the
// root of the file system: there the analysis looks for what the line could do
// and not for what it must do.
package shell
