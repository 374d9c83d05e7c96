// Package search holds the tools that find things in a workspace: [Glob] finds files by their names, [Grep] finds lines by what
// is in them.
//
// Both walk the tree with package walk, which honours ignore files, and both give the same answer to the same question: the
// walk is parallel, the answer is in the order of the paths (or of time, if that is asked for), and whatever was left out is
// said, with what to do to see it. Grep looks into files with package scan.
package search
