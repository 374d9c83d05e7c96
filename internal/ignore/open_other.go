//go:build !unix

package ignore

import "os"

// openQuick opens a file to read.
func openQuick(path string) (*os.File, error) { return os.Open(path) }
