// Package notebook holds the tool that edits Jupyter notebooks cell by cell:
// replace, insert and delete, by the id of a cell or by its index.
//
// Only the cell that is named changes in the file; everything else stays byte for
// byte, as package internal/notebook explains. That the file is still the one that
// was read, that it is written whole or not at all, and that it can be undone, is
// the business of [jig/workspace.Session].
package notebook
