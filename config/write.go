package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// lockPatience is how long a writer waits for another one.
const lockPatience = 10 * time.Second

// locked runs the change while no other process writes in the folder of the file.
// The folder is made if it is not there.
func locked(path string, change func() error) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	unlock, err := lock(dir)
	if err != nil {
		return fmt.Errorf("another process is writing in %s: %w", dir, err)
	}
	return errors.Join(change(), unlock())
}

// replaceFile puts the text in place of the file in one step, so that a reader or
// a crash sees the old text or the new one, never a part.
func replaceFile(path string, text []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".jig-*.tmp") // mode 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(text)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}
