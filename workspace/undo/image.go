package undo

import (
	"fmt"
	"io/fs"
)

// Kind is what an image shows.
type Kind string

// The kinds of things that can stand at a path.
const (
	Absent Kind = "absent"
	File   Kind = "file"
	Dir    Kind = "folder"
	Link   Kind = "link"
	Other  Kind = "other" // a pipe, a device, a socket: never kept
)

// Image is what stood at a path at one moment.
type Image struct {
	Kind Kind `json:"kind"`
	// Hash is the SHA-256 of a file's content, empty if it was not read.
	Hash string `json:"hash,omitempty"`
	Size int64  `json:"size,omitempty"`
	// Mode is the permissions with the special bits, of a file or folder.
	Mode fs.FileMode `json:"mode,omitempty"`
	// UID and GID are the owner of a file or folder, -1 where there is none.
	UID int `json:"uid"`
	GID int `json:"gid"`
	// Target is where a link points.
	Target string `json:"target,omitempty"`
	// Stamp tells apart what was not read: it changes when the thing does.
	Stamp string `json:"stamp,omitempty"`
	// Why says why the content is not kept, empty if it is or there is none.
	Why string `json:"why,omitempty"`
}

const keptBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

func absent() Image { return Image{Kind: Absent, UID: -1, GID: -1} }

// Same reports whether two images show the same thing. Times do not matter.
func (i Image) Same(o Image) bool {
	if i.Kind != o.Kind {
		return false
	}
	owned := i.Mode == o.Mode && i.UID == o.UID && i.GID == o.GID
	switch i.Kind {
	case Absent:
		return true
	case Link:
		return i.Target == o.Target
	case Dir:
		return owned
	case File:
		if i.Hash != "" && o.Hash != "" {
			return owned && i.Hash == o.Hash
		}
		return owned && i.Hash == o.Hash && i.Stamp == o.Stamp
	}
	return i.Stamp == o.Stamp
}

// String is the image in a few words for people.
func (i Image) String() string {
	switch i.Kind {
	case Absent:
		return "nothing"
	case Link:
		return fmt.Sprintf("a link to %q", i.Target)
	case Dir:
		return fmt.Sprintf("a folder (mode %04o)", i.Mode.Perm())
	case File:
		return fmt.Sprintf("a file of %d bytes (mode %04o)", i.Size, i.Mode.Perm())
	}
	return "something that is neither file nor folder"
}

// differs says in what the thing found is not the thing wanted.
func (i Image) differs(found Image) string {
	switch {
	case found.Kind == Other && found.Why != "":
		return found.Why
	case i.Kind != found.Kind:
		return fmt.Sprintf("there is %s instead of %s", found, i)
	case i.Kind == Link:
		return fmt.Sprintf("the link points to %q instead of %q", found.Target, i.Target)
	case i.Hash != found.Hash || i.Stamp != found.Stamp && i.Hash == "":
		return "its content is another"
	case i.Mode != found.Mode:
		return fmt.Sprintf("its mode is %04o instead of %04o", found.Mode.Perm(), i.Mode.Perm())
	}
	return fmt.Sprintf("it belongs to %d:%d instead of %d:%d", found.UID, found.GID, i.UID, i.GID)
}

// Change is what became of one path.
type Change struct {
	Path   string `json:"path"`
	Before Image  `json:"before"`
	After  Image  `json:"after"`
}

// Verb says in a word what happened: created, changed, deleted and so on.
func (c Change) Verb() string {
	switch {
	case c.Before.Kind == Absent:
		return "created"
	case c.After.Kind == Absent:
		return "deleted"
	case c.Before.Kind != c.After.Kind:
		return "replaced"
	case c.Before.Kind == Link || c.Before.Hash != c.After.Hash || c.Before.Stamp != c.After.Stamp:
		return "changed"
	}
	return "mode changed"
}

// Lost says why the change cannot be taken back, empty if it can.
func (c Change) Lost() string {
	for _, i := range []Image{c.Before, c.After} {
		switch {
		case i.Kind == Other && i.Why == "":
			return "it is neither a file nor a folder"
		case i.Why != "":
			return i.Why
		}
	}
	return ""
}
