// Package editmatch finds the place in a file where a text stands that is to be
// replaced, and replaces it there and nowhere else.
//
// Models repeat the old text from memory. Mostly it is exact; now and then a
// line ending, white-space at the end of a line, the depth of the indentation or
// a typographic quote is not what the file has. [Find] therefore looks in
// steps, from exact to tolerant (see [How]), and stops at the first that finds
// anything. What a tolerant step finds counts only if it is the only such place
// in the file, and the caller is told how it was found. Whatever the step,
// bytes that old and new text have in common stay as they are in the file.
package editmatch
