// Package ignore decides which files of a tree are ignored, exactly as git does
// for .gitignore, and as ripgrep does for .ignore and .rgignore beside it.
//
// An ignore file becomes [Rules]. Most lines of real files are a name ("build/"),
// an extension ("*.o") or a path ("/doc/api"); those are kept in maps, so that
// asking about a name costs a few lookups, however long the file is. What is left
// are patterns, which are matched without backtracking over more than the last
// star: a hostile pattern costs its length times the length of the path.
//
// The rules of all files that reach a folder are a [Folder]. [Above] makes the one
// for the folder where a walk begins, from everything that stands above it and
// from git's settings; [Folder.Enter] makes those below. A Folder answers for the
// entries directly in it only. That is enough, since nothing below an ignored
// folder can be brought back: who walks a tree does not enter such a folder.
//
// Everything is bytes, as in git: "?" is one byte, not one character, and no case
// is folded.
package ignore
