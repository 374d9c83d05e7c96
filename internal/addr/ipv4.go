package addr

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// numeric reports whether a program that knows inet_aton would take a name with
// this last label for an address.
func numeric(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// parse4 reads an IPv4 address in the forms of inet_aton: one to four numbers in
// decimal, octal (0…) or hex (0x…), the last of which fills what is left. The
// form is empty for the usual a.b.c.d.
func parse4(text string) (a netip.Addr, form string, err error) {
	if a, err := netip.ParseAddr(text); err == nil {
		return a, "", nil
	}
	parts := strings.Split(text, ".")
	if len(parts) > 4 {
		return netip.Addr{}, "", fmt.Errorf("it has %d parts, the most is 4", len(parts))
	}
	form = "IPv4 address in short form"
	var value uint64
	for i, part := range parts {
		n, base, err := parseNumber(part)
		if err != nil {
			return netip.Addr{}, "", err
		}
		if base != "" {
			form = "IPv4 address in " + base
		}
		room := uint(8)
		if i == len(parts)-1 {
			room = uint(8 * (5 - len(parts)))
		}
		if n >= 1<<room {
			return netip.Addr{}, "", fmt.Errorf("the number %q is too large", part)
		}
		value = value<<room | n
	}
	if len(parts) == 1 && form == "IPv4 address in short form" {
		form = "IPv4 address as one number"
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), form, nil
}

func parseNumber(text string) (n uint64, base string, err error) {
	digits, radix := text, 10
	switch {
	case strings.HasPrefix(text, "0x"):
		digits, radix, base = text[2:], 16, "hex"
		if digits == "" {
			return 0, base, nil // "0x" is zero to inet_aton
		}
	case len(text) > 1 && text[0] == '0':
		digits, radix, base = text[1:], 8, "octal"
	}
	n, err = strconv.ParseUint(digits, radix, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, base, fmt.Errorf("the number %q is too large", text)
	}
	if err != nil {
		return 0, base, fmt.Errorf("%q is no number", text)
	}
	return n, base, nil
}
