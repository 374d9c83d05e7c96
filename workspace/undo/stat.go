package undo

import (
	"fmt"
	"io/fs"
	"time"
)

// stat is what the disk says about a file. As long as it stays the same, so does
// the content, if the file had been left alone for a while when it was read.
type stat struct {
	size, mtime, ctime int64
	inode, device      uint64
	uid, gid           int
}

func (s stat) stamp() string {
	return fmt.Sprintf("%d:%d:%d:%d:%d", s.size, s.mtime, s.ctime, s.device, s.inode)
}

// restless is how long a file must have been left alone before its times can
// prove that it was not written since: clocks of file systems are coarse.
const restless = 2 * time.Second

// settled reports whether the times of a file can be trusted at a moment.
func (s stat) settled(now time.Time) bool {
	at := now.Add(-restless).UnixNano()
	return s.mtime < at && s.ctime < at
}

// imageOf is the image that a description alone gives: everything but content.
func imageOf(info fs.FileInfo) (Image, stat) {
	s := statOf(info)
	i := Image{Kind: Other, UID: -1, GID: -1}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		i.Kind, i.Size = File, s.size
	case mode.IsDir():
		i.Kind = Dir
	case mode&fs.ModeSymlink != 0:
		i.Kind = Link
	default:
		i.Stamp = fmt.Sprintf("%s:%d:%d", mode.Type(), s.device, s.inode)
	}
	if i.Kind == File || i.Kind == Dir {
		i.Mode, i.UID, i.GID = info.Mode()&keptBits, s.uid, s.gid
	}
	return i, s
}
