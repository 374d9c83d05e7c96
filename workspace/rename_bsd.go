//go:build unix && !linux

package workspace

import "os"

func renameBetween(old *os.File, oldName string, target *os.File, newName string, _ bool) error {
	return renamePlain(old, oldName, target, newName)
}
