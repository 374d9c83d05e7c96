package network

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"jig/internal/addr"
)

// Rules say which hosts may be reached. They do not change once made.
type Rules struct {
	allow, deny, private []entry
	networks             []netip.Prefix
}

// entry is a line of a list.
type entry struct {
	text    string
	pattern addr.Pattern
	port    int // 0 for the usual ones, -1 for any
}

// New makes rules from lists of hosts. Private may also hold networks, such as
// "10.1.0.0/16". An entry that cannot be read is an error: a list that is half
// understood protects nobody.
func New(allow, deny, private []string) (*Rules, error) {
	r := &Rules{}
	var err error
	if r.allow, err = parseList("allow", allow); err != nil {
		return nil, err
	}
	if r.deny, err = parseList("deny", deny); err != nil {
		return nil, err
	}
	var hosts []string
	for _, text := range private {
		if !strings.Contains(text, "/") {
			hosts = append(hosts, text)
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		switch {
		case err != nil:
			return nil, fmt.Errorf("private network %q: %w", text, err)
		case prefix.Bits() == 0:
			return nil, fmt.Errorf("private network %q is the whole network; name the part that is meant", text)
		case prefix.Masked() != prefix:
			return nil, fmt.Errorf("private network %q has bits set behind the mask; did you mean %s?", text, prefix.Masked())
		}
		r.networks = append(r.networks, prefix)
	}
	if r.private, err = parseList("private", hosts); err != nil {
		return nil, err
	}
	return r, nil
}

// With is the rules with more hosts allowed, for those that a person approved.
func (r *Rules) With(allow ...string) (*Rules, error) {
	more, err := parseList("allow", allow)
	if err != nil {
		return nil, err
	}
	wider := *r
	wider.allow = append(wider.allow[:len(wider.allow):len(wider.allow)], more...)
	return &wider, nil
}

func parseList(list string, texts []string) ([]entry, error) {
	entries := make([]entry, 0, len(texts))
	for _, text := range texts {
		e, err := parseEntry(text)
		if err != nil {
			return nil, fmt.Errorf("network %s list: %w", list, err)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func parseEntry(text string) (entry, error) {
	e := entry{text: text}
	host := text
	// A single colon, or one behind a bracket, is before a port.
	if i := strings.LastIndexByte(text, ':'); i > 0 && (strings.Count(text, ":") == 1 || text[i-1] == ']') {
		host = text[:i]
		if port := text[i+1:]; port == "*" {
			e.port = -1
		} else {
			n, err := strconv.ParseUint(port, 10, 16)
			if err != nil || n == 0 {
				return e, fmt.Errorf("entry %q: %q is no port; write a number up to 65535, or *", text, port)
			}
			e.port = int(n)
		}
	}
	if err := addr.ValidatePattern(host); err != nil {
		return e, fmt.Errorf("entry %q: %w", text, err)
	}
	pattern, err := addr.ParsePattern(host)
	e.pattern = pattern
	return e, err
}

// allowed finds the entry that means the host and says whether it also means the
// port.
func allowed(entries []entry, h addr.Host, port int) (rule string, host, withPort bool) {
	for _, e := range entries {
		if !e.pattern.Match(h) {
			continue
		}
		if e.port == port || e.port == -1 || e.port == 0 && usual(port) {
			return e.text, true, true
		}
		rule, host = e.text, true
	}
	return rule, host, false
}

// opens reports whether an entry lets a private host be reached at a port at all.
// One without a port opens every port, though unusual ones are asked about; one
// with a port opens only that.
func opens(entries []entry, h addr.Host, port int) bool {
	for _, e := range entries {
		if e.pattern.Match(h) && (e.port <= 0 || e.port == port) {
			return true
		}
	}
	return false
}

// denied finds an entry that forbids the host. One without a port forbids all.
func (r *Rules) denied(h addr.Host, port int) (rule string, ok bool) {
	for _, e := range r.deny {
		if e.pattern.MatchBelow(h) && (e.port <= 0 || e.port == port) {
			return e.text, true
		}
	}
	return "", false
}

// usual reports whether a port is where the web lives.
func usual(port int) bool { return port == 80 || port == 443 }

// reachable checks one address of a host. Addresses that are not public need the
// host on the private list, or the network they are in; where clouds hand out
// credentials needs its very address there, because no wider entry means it.
func (r *Rules) reachable(h addr.Host, a netip.Addr, port int) error {
	a = a.Unmap()
	self := addr.Host{Name: a.String(), Addr: a, IsAddr: true}
	if rule, ok := r.denied(self, port); ok {
		return fmt.Errorf("%s is at %s, which the deny entry %q forbids", h, a, rule)
	}
	err := addr.Check(a)
	if err == nil {
		return nil
	}
	if opens(r.private, self, port) {
		return nil
	}
	if _, ok := r.network(a); ok {
		return nil
	}
	if opens(r.private, h, port) && !addr.IsMetadata(a) {
		return nil
	}
	return err
}

// network finds the private network on the list that an address is in.
func (r *Rules) network(a netip.Addr) (rule string, ok bool) {
	for _, n := range r.networks {
		if n.Contains(a) && (n.IsSingleIP() || !addr.IsMetadata(a)) {
			return n.String(), true
		}
	}
	return "", false
}
