package addr

import (
	"errors"
	"fmt"
	"strings"
)

// Pattern is an entry of a list of hosts: one host, or all names below one.
type Pattern struct {
	host  string // normal form
	below bool
	addr  bool
}

// ParsePattern reads an entry: "example.com" means only that host,
// ".example.com" and "*.example.com" mean all names below it. A star anywhere
// else is an error, and so is one alone: it would mean the whole network.
func ParsePattern(text string) (Pattern, error) {
	rest, below := strings.CutPrefix(text, "*.")
	if !below {
		rest, below = strings.CutPrefix(text, ".")
	}
	switch {
	case strings.Trim(text, "*.") == "":
		return Pattern{}, fmt.Errorf("host pattern %q would match every host; list the hosts that are meant", text)
	case strings.Contains(rest, "*"):
		return Pattern{}, fmt.Errorf("host pattern %q: a star may stand only at the beginning, as in *.example.com", text)
	}
	h, err := ParseHost(rest)
	if err != nil {
		return Pattern{}, fmt.Errorf("host pattern %q: %w", text, err)
	}
	if below && h.IsAddr {
		return Pattern{}, fmt.Errorf("host pattern %q: an address has no names below it", text)
	}
	if h.Odd != "" {
		return Pattern{}, fmt.Errorf("host pattern %q: %s; write it as %s", text, h.Odd, h.Name)
	}
	return Pattern{host: h.Name, below: below, addr: h.IsAddr}, nil
}

// Match reports whether the pattern means the host.
func (p Pattern) Match(h Host) bool {
	switch {
	case p.host == "" || h.IsAddr != p.addr:
		return false
	case p.below:
		return under(h.Name, p.host)
	}
	return h.Name == p.host
}

// MatchBelow reports whether the pattern means the host or any name above it. It
// is for lists that forbid: who forbids a host means what lies below it too.
func (p Pattern) MatchBelow(h Host) bool {
	return p.Match(h) || p.host != "" && !p.addr && !h.IsAddr && (h.Name == p.host || under(h.Name, p.host))
}

// String is the pattern in normal form.
func (p Pattern) String() string {
	if p.below {
		return "*." + p.host
	}
	return p.host
}

func under(name, parent string) bool {
	rest, ok := strings.CutSuffix(name, parent)
	return ok && len(rest) > 1 && rest[len(rest)-1] == '.'
}

// MatchHost reports whether a pattern, as [ParsePattern] reads it, means a host.
// A pattern or host that cannot be read matches nothing.
func MatchHost(pattern, host string) bool {
	p, err := ParsePattern(pattern)
	if err != nil {
		return false
	}
	h, err := ParseHost(host)
	return err == nil && p.Match(h)
}

// ValidatePattern says what is wrong with an entry of a list of hosts.
func ValidatePattern(pattern string) error {
	if pattern == "" {
		return errors.New("a host pattern is empty")
	}
	_, err := ParsePattern(pattern)
	return err
}
