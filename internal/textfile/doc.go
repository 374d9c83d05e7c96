// Package textfile turns the bytes of a file into text and back without losing
// any of them.
//
// Models write UTF-8 with \n between lines; files have other habits. [Decode]
// finds out which, gives the content in the models' form, and remembers the
// habits, so that [Text.Encode] gives the very same bytes again. That holds for
// every sequence of bytes: what cannot be decoded without loss is [Binary], and
// its content is the bytes themselves. Lines that end in different ways are left
// as they are, since there is no one form to return to.
//
// A [Survey] learns the same things of a file that is too large to be held, piece
// by piece.
package textfile
