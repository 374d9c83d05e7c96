// Package file holds the tools that read and change the files of a workspace:
// read, list and mkdir; write, edit, multi_edit, insert, apply_patch, delete and
// move.
//
// Every tool is made for a [workspace.Session], which resolves paths, opens only
// what was resolved, remembers what the model has seen of each file, and changes
// files in whole steps. The tools themselves only say what they are about to do,
// do it, and put the outcome into words: what was shown of how much, what was
// left out, and what to do when something could not be done.
//
// Each goes by the names that five other systems give it and takes their
// arguments; what differs between those, such as whether lines are counted from 0
// or from 1, is settled before the arguments are validated, so that behind the
// first step there is one meaning only. docs/tools/file.md has the tables.
package file
