package undo

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
	"time"
)

// Options change what a log keeps, and for how long. The zero value is useful.
type Options struct {
	// Session is written into each record, so that records can be chosen by it.
	Session string
	// MaxFiles bounds how many files one snapshot looks at; 50,000 by default.
	MaxFiles int
	// MaxBytes bounds how much content one snapshot keeps; 1 GiB by default.
	MaxBytes int64
	// MaxFile is the size of the largest file that is kept; 256 MiB by default.
	MaxFile int64
	// MaxIgnored is the size of the largest file kept of those that ignore files
	// name, in a snapshot of the tree; 1 MiB by default.
	MaxIgnored int64
	// KeepFor is how long records are kept; 30 days by default.
	KeepFor time.Duration
	// KeepBytes is how much content is kept in all; 2 GiB by default. The oldest
	// records go first.
	KeepBytes int64
	// KeepRecords is how many records are kept; 2,000 by default. Every process that
	// opens the log reads them.
	KeepRecords int
	// Now is the clock; nil means the system's.
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	fill(&o.MaxFiles, 50_000)
	fill(&o.MaxBytes, 1<<30)
	fill(&o.MaxFile, 256<<20)
	fill(&o.MaxIgnored, 1<<20)
	fill(&o.KeepFor, 30*24*time.Hour)
	fill(&o.KeepBytes, 2<<30)
	fill(&o.KeepRecords, 2000)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func fill[T ~int | ~int64](value *T, usual T) {
	if *value <= 0 {
		*value = usual
	}
}

// Folder is the usual folder for the log of a workspace with this main root,
// below the folder in which programs keep their state.
func Folder(state, root string) string {
	sum := sha256.Sum256([]byte(root))
	base := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, filepath.Base(root))
	if len(base) > 64 {
		base = base[:64]
	}
	return filepath.Join(state, "jig", "undo", strings.ToValidUTF8(base, "_")+"-"+hex.EncodeToString(sum[:8]))
}
