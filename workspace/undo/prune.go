package undo

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// pruneEvery is how often old records are looked for.
const pruneEvery = 24 * time.Hour

// pruneDaily removes what is too old or too much, once a day among all processes,
// and whenever there are far too many records. It must be called with the lock held.
func (l *Log) pruneDaily() error {
	now := l.opt.Now()
	if len(l.records) > 2*l.opt.KeepRecords {
		return l.prune(now)
	}
	if now.Sub(l.pruned) < pruneEvery {
		return nil
	}
	marker := filepath.Join(l.dir, "pruned")
	if raw, err := os.ReadFile(marker); err == nil {
		if at, err := time.Parse(time.RFC3339, string(raw)); err == nil {
			l.pruned = at
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if since := now.Sub(l.pruned); since >= 0 && since < pruneEvery {
		return nil
	}
	if err := l.prune(now); err != nil {
		return err
	}
	l.pruned = now
	return writeWhole(marker, []byte(now.UTC().Format(time.RFC3339)))
}

// prune keeps the newest records within the limits, and all that are open. The
// log is always written anew, so that other processes notice, and do not rely on
// contents that are gone.
func (l *Log) prune(now time.Time) error {
	sizes, err := l.blobs.sizes()
	if err != nil {
		return err
	}
	kept, used := l.worthKeeping(now, sizes)
	if err := l.rewrite(kept); err != nil {
		return err
	}
	if err := l.catchUp(); err != nil {
		return err
	}
	if err := l.sweepTrees(); err != nil {
		return err
	}
	if err := l.useTrees(used, sizes); err != nil {
		return err
	}
	return l.blobs.sweep(used)
}

// worthKeeping chooses records, and gives the contents that they need.
func (l *Log) worthKeeping(now time.Time, sizes map[string]int64) (kept map[int]bool, used map[string]bool) {
	kept, used = map[int]bool{}, map[string]bool{}
	var total int64
	full := false
	for _, r := range slices.Backward(l.records) {
		var more int64
		var hashes []string
		for _, list := range [][]wireChange{r.begin.Before, r.begin.Plan} {
			for _, w := range list {
				hashes = append(hashes, w.Before.Hash, w.After.Hash)
			}
		}
		if r.end != nil {
			hashes = hashes[:0] // what it changed says all
			for _, c := range r.changes {
				hashes = append(hashes, c.Before.Hash, c.After.Hash)
			}
		}
		for _, h := range hashes {
			if !used[h] {
				more += sizes[h]
			}
		}
		if r.end != nil {
			full = full || total+more > l.opt.KeepBytes || len(kept) >= l.opt.KeepRecords
			if full || now.Sub(r.begin.Time) > l.opt.KeepFor {
				continue
			}
		}
		total += more
		kept[r.begin.N] = true
		for _, h := range hashes {
			used[h] = true
		}
	}
	// An undo without its calls, or a call whose undo is gone, makes no sense.
	for _, r := range l.records {
		if of := r.begin.Of; len(of) > 0 && !slices.ContainsFunc(of, func(n int) bool { return kept[n] }) {
			delete(kept, r.begin.N)
		}
		if r.by != 0 && !kept[r.by] {
			delete(kept, r.begin.N)
		}
	}
	return kept, used
}

// rewrite writes the log with the kept records only.
func (l *Log) rewrite(kept map[int]bool) error {
	type placed struct {
		at int64
		n  *line
	}
	lines := []placed{{-1, &line{Kind: lineHead, N: l.next, Time: l.opt.Now().UTC()}}}
	for _, r := range l.records {
		if !kept[r.begin.N] {
			continue
		}
		lines = append(lines, placed{r.opened, r.begin})
		if r.background != "" {
			lines = append(lines, placed{r.opened, &line{Kind: lineBackground, N: r.begin.N, Time: r.begin.Time, Handle: r.background}})
		}
		if r.end != nil {
			lines = append(lines, placed{r.closed, r.end})
		}
	}
	slices.SortStableFunc(lines, func(a, b placed) int { return int(min(1, max(-1, a.at-b.at))) })
	var b bytes.Buffer
	for _, p := range lines {
		raw, err := p.n.encode()
		if err != nil {
			return err
		}
		b.Write(raw)
	}
	return writeWhole(l.path(), b.Bytes())
}

// useTrees adds the contents that snapshots need. The newest snapshot is only there
// to save work: if it needs too much, it goes.
func (l *Log) useTrees(used map[string]bool, sizes map[string]int64) error {
	names, err := l.treesByAge()
	if err != nil {
		return err
	}
	needed := map[string]bool{}
	for _, r := range l.openRecords() {
		needed[r.begin.Tree] = true
	}
	for _, name := range names {
		s, err := l.loadTree(name)
		if err != nil && needed[name] {
			continue // settling its record will say so
		}
		var total int64
		for _, e := range s.contents() {
			total += sizes[e]
		}
		if !needed[name] && (err != nil || total > l.opt.KeepBytes/2) {
			if err := os.Remove(filepath.Join(l.trees(), name)); err != nil {
				return err
			}
			continue
		}
		for _, h := range s.contents() {
			used[h] = true
		}
	}
	return nil
}

// contents lists the hashes of what a snapshot has kept.
func (s *snapshot) contents() []string {
	if s == nil {
		return nil
	}
	var out []string
	for _, e := range s.entries {
		if e.kept {
			out = append(out, e.Hash)
		}
	}
	return out
}

// sizes lists what is kept.
func (b *blobs) sizes() (map[string]int64, error) {
	out := map[string]int64{}
	err := filepath.WalkDir(b.dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			out[d.Name()] = info.Size()
		}
		return err
	})
	return out, err
}

// sweep removes what nobody uses, and what killed processes have left.
func (b *blobs) sweep(used map[string]bool) error {
	return filepath.WalkDir(b.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || used[d.Name()] && !strings.HasPrefix(d.Name(), "new-") {
			return err
		}
		return os.Remove(path)
	})
}
