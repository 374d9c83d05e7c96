package sandbox

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// standInMode is how a stand-in is made; see [Cmd.standIn]. The person's umask may
// take permissions away.
const standInMode = fs.ModeSticky | 0o755

// marked reports whether something has the mode of a stand-in.
func marked(info fs.FileInfo) bool {
	mode := info.Mode()
	return mode.IsDir() && mode&fs.ModeSticky != 0 && mode.Perm()&^standInMode == 0
}

// isStandIn reports whether what is at a path is a stand-in, of this or another
// command. A folder that somebody has put something into is theirs.
func isStandIn(path string, info fs.FileInfo) bool {
	if !marked(info) {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer closeQuietly(f)
	_, err = f.Readdirnames(1)
	return errors.Is(err, io.EOF)
}
