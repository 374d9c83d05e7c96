// Package tree searches the files of a folder with package scan, several at once, and gives what it found in the order of the
// paths.
//
// The order does not depend on which goroutine found what when, and neither does what is kept when only a part is wanted:
// everything is searched and counted, and of what is found the part that comes first in that order is kept, so memory does not
// grow with the number of matches.
package tree
