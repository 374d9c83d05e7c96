package addr

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Host is a host as whatever dials it will understand it.
type Host struct {
	// Name is the host in its one normal form: lower case, ASCII, no dot at the
	// end; for an address, its canonical text.
	Name string
	// Addr is the address, when the host is one. It is never IPv4-mapped.
	Addr netip.Addr
	// IsAddr tells an address from a name.
	IsAddr bool
	// Odd says what is unusual about how it was written, as in "IPv4 address in
	// octal". Honest people write 127.0.0.1; programs disagree about the rest.
	Odd string
}

// String is the normal form, the same as Name.
func (h Host) String() string { return h.Name }

const (
	maxInput = 1024
	maxName  = 253 // RFC 1035, without the final dot
	maxLabel = 63
)

// ParseHost reads the host of a URL or of a list of hosts, without a port: a
// name, an IPv4 address in any of the forms that inet_aton takes, or an IPv6
// address with or without brackets.
func ParseHost(host string) (Host, error) {
	if err := plain(host); err != nil {
		return Host{}, err
	}
	if strings.HasPrefix(host, "[") || strings.Contains(host, ":") {
		return parse6(host)
	}
	name, odd, err := normalise(host)
	if err != nil {
		return Host{}, err
	}
	if last := name[strings.LastIndexByte(name, '.')+1:]; numeric(last) {
		a, form, err := parse4(name)
		if err != nil {
			return Host{}, fmt.Errorf("host %q ends in a number but is no IPv4 address: %w", host, err)
		}
		if form != "" {
			odd = form
		}
		return Host{Name: a.String(), Addr: a, IsAddr: true, Odd: odd}, nil
	}
	return Host{Name: name, Odd: odd}, nil
}

// plain refuses what has no business in a host and makes programs disagree about
// where it ends.
func plain(host string) error {
	switch {
	case host == "":
		return errors.New("the host is empty")
	case len(host) > maxInput:
		return fmt.Errorf("the host is %d bytes long; the longest name has %d", len(host), maxName)
	case !utf8.ValidString(host):
		return fmt.Errorf("host %q is not valid UTF-8", host)
	}
	for _, r := range host {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) {
			return fmt.Errorf("host %q contains the control, invisible or blank character %U", host, r)
		}
	}
	return nil
}

func parse6(host string) (Host, error) {
	text := host
	if inner, ok := strings.CutPrefix(text, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		if !ok {
			return Host{}, fmt.Errorf("host %q has an opening bracket and no closing one", host)
		}
		text = inner
		if !strings.Contains(text, ":") {
			return Host{}, fmt.Errorf("host %q: only an IPv6 address stands in brackets", host)
		}
	}
	// In a URL the % before a zone is written %25.
	if before, zone, ok := strings.Cut(text, "%25"); ok && zone != "" {
		text = before + "%" + zone
	}
	a, err := netip.ParseAddr(text)
	if err != nil {
		return Host{}, fmt.Errorf("host %q is no IPv6 address: %w", host, err)
	}
	odd := ""
	if strings.ContainsFunc(a.Zone(), func(r rune) bool { return !zoneRune(r) }) {
		return Host{}, fmt.Errorf("%q has a zone that is no name of a network", text)
	}
	if a.Is4In6() && a.Zone() == "" {
		a, odd = a.Unmap(), "IPv4 address in IPv6 form"
	}
	return Host{Name: a.String(), Addr: a, IsAddr: true, Odd: odd}, nil
}

// normalise brings a name to lower-case ASCII and checks its labels. Odd is set
// when characters were replaced by ones that look alike.
func normalise(host string) (name, odd string, err error) {
	name = host
	if !ascii(host) {
		// NFKC first: it makes plain letters, digits and dots of the circled,
		// full-width and mathematical ones, so that they are seen as such below.
		folded := norm.NFKC.String(host)
		if folded != norm.NFC.String(host) {
			odd = "letters or digits in a compatibility form"
		}
		name, err = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.CheckJoiners(true)).ToASCII(folded)
		if err != nil {
			return "", "", fmt.Errorf("host %q is not a valid international name: %w", host, err)
		}
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	if name == "" || len(name) > maxName {
		return "", "", fmt.Errorf("host %q has %d bytes as a name; 1 to %d are allowed", host, len(name), maxName)
	}
	for label := range strings.SplitSeq(name, ".") {
		if err := checkLabel(label); err != nil {
			return "", "", fmt.Errorf("host %q: %w", host, err)
		}
	}
	return name, odd, nil
}

func checkLabel(label string) error {
	if label == "" {
		return errors.New("a part between dots is empty")
	}
	if len(label) > maxLabel {
		return fmt.Errorf("the part %q is longer than %d bytes", label, maxLabel)
	}
	for i := range len(label) {
		c := label[i]
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			continue
		}
		return fmt.Errorf("the character %q is not allowed in a name", c)
	}
	if label[0] == '-' || label[len(label)-1] == '-' {
		return fmt.Errorf("the part %q begins or ends with a hyphen", label)
	}
	if strings.HasPrefix(label, "xn--") {
		if _, err := idna.Lookup.ToUnicode(label); err != nil {
			return fmt.Errorf("the part %q is not valid punycode: %w", label, err)
		}
	}
	return nil
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// zoneRune reports whether a character can be part of the name of a network.
func zoneRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.'
}
