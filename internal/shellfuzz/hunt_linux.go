package shellfuzz

import (
	"context"
	"strings"
)

// Finding is a line that changed the world.
type Finding struct {
	Line    string
	Changes []string
}

// Report counts what a hunt did.
type Report struct {
	// Run are the lines that were run, Succeeded those that ended with 0, and
	// Killed those that took too long.
	Run, Succeeded, Killed int
	Findings               []Finding
}

// Add takes over the numbers and findings of another report.
func (r *Report) Add(other Report) {
	r.Run += other.Run
	r.Succeeded += other.Succeeded
	r.Killed += other.Killed
	r.Findings = append(r.Findings, other.Findings...)
}

// Hunt runs the lines in one go. If the world is not what it was afterwards, it
// is restored and the halves are run by themselves, until single lines are left.
// What only several lines do together is reported as one finding.
func (b *Bubble) Hunt(ctx context.Context, lines []string) (Report, error) {
	var r Report
	codes, err := b.Run(ctx, lines)
	if err != nil {
		return r, err
	}
	for _, code := range codes {
		r.Run++
		switch code {
		case 0:
			r.Succeeded++
		case ended, killed:
			r.Killed++
		}
	}
	changes, err := b.World.Changes()
	if err != nil || len(changes) == 0 {
		return r, err
	}
	r.Findings, err = b.guilty(ctx, lines, changes)
	return r, err
}

// guilty finds the lines behind changes that were seen after all of them had run,
// and leaves the world restored.
func (b *Bubble) guilty(ctx context.Context, lines, changes []string) ([]Finding, error) {
	if err := b.World.Restore(ctx); err != nil {
		return nil, err
	}
	if len(lines) == 1 {
		return []Finding{{Line: lines[0], Changes: changes}}, nil
	}
	var found []Finding
	half := len(lines) / 2
	for _, part := range [][]string{lines[:half], lines[half:]} {
		if _, err := b.Run(ctx, part); err != nil {
			return nil, err
		}
		seen, err := b.World.Changes()
		if err != nil {
			return nil, err
		}
		if len(seen) == 0 {
			continue
		}
		more, err := b.guilty(ctx, part, seen)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	if len(found) == 0 {
		found = []Finding{{Line: strings.Join(lines, "\n"), Changes: changes}}
	}
	return found, nil
}
