package addr

import "net/netip"

// span is a block of addresses of one kind.
type span struct {
	netip.Prefix
	kind Kind
}

// The blocks are those of the IANA special-purpose registries, with what they
// leave out: multicast, 6to4 relays, and the addresses of metadata services,
// some of which (Azure's) look public.
var (
	spans4 = []span{ //nolint:gochecknoglobals // a table that is only read
		{netip.MustParsePrefix("255.255.255.255/32"), Broadcast},
		{netip.MustParsePrefix("0.0.0.0/32"), Unspecified},
		{netip.MustParsePrefix("0.0.0.0/8"), Reserved},
		{netip.MustParsePrefix("127.0.0.0/8"), Loopback},
		{netip.MustParsePrefix("10.0.0.0/8"), Private},
		{netip.MustParsePrefix("172.16.0.0/12"), Private},
		{netip.MustParsePrefix("192.168.0.0/16"), Private},
		{netip.MustParsePrefix("169.254.0.0/16"), LinkLocal},
		{netip.MustParsePrefix("100.64.0.0/10"), Shared},
		{netip.MustParsePrefix("198.18.0.0/15"), Benchmark},
		{netip.MustParsePrefix("192.0.2.0/24"), Documentation},
		{netip.MustParsePrefix("198.51.100.0/24"), Documentation},
		{netip.MustParsePrefix("203.0.113.0/24"), Documentation},
		{netip.MustParsePrefix("192.0.0.0/24"), Reserved},
		{netip.MustParsePrefix("192.88.99.0/24"), Reserved},
		{netip.MustParsePrefix("224.0.0.0/4"), Multicast},
		{netip.MustParsePrefix("240.0.0.0/4"), Reserved},
	}
	spans6 = []span{ //nolint:gochecknoglobals // a table that is only read
		{netip.MustParsePrefix("::/128"), Unspecified},
		{netip.MustParsePrefix("::1/128"), Loopback},
		{netip.MustParsePrefix("fc00::/7"), Private},
		{netip.MustParsePrefix("fe80::/10"), LinkLocal},
		{netip.MustParsePrefix("fec0::/10"), SiteLocal},
		{netip.MustParsePrefix("ff00::/8"), Multicast},
		{netip.MustParsePrefix("100::/64"), Reserved},
		{netip.MustParsePrefix("2001:2::/48"), Benchmark},
		{netip.MustParsePrefix("2001:db8::/32"), Documentation},
		{netip.MustParsePrefix("3fff::/20"), Documentation},
		{netip.MustParsePrefix("3ffe::/16"), Reserved},
		{netip.MustParsePrefix("5f00::/16"), Reserved},
	}
	// teredo is carved out of 2001::/23, which is reserved as a whole.
	teredo     = netip.MustParsePrefix("2001::/32")       //nolint:gochecknoglobals // a constant
	protocol   = netip.MustParsePrefix("2001::/23")       //nolint:gochecknoglobals // a constant
	nat64      = netip.MustParsePrefix("64:ff9b::/96")    //nolint:gochecknoglobals // a constant
	nat64own   = netip.MustParsePrefix("64:ff9b:1::/48")  //nolint:gochecknoglobals // a constant
	sixToFour  = netip.MustParsePrefix("2002::/16")       //nolint:gochecknoglobals // a constant
	compat     = netip.MustParsePrefix("::/96")           //nolint:gochecknoglobals // a constant
	translated = netip.MustParsePrefix("::ffff:0:0:0/96") //nolint:gochecknoglobals // a constant
)

// isListed reports whether a cloud hands out credentials at a: the common
// address, ECS tasks, EKS pods, Alibaba, Oracle, Azure's wire server, and the
// IPv6 addresses of AWS and GCP.
func isListed(a netip.Addr) bool {
	if a.Is4() {
		switch a.As4() {
		case [4]byte{169, 254, 169, 254}, [4]byte{169, 254, 170, 2}, [4]byte{169, 254, 170, 23},
			[4]byte{100, 100, 100, 200}, [4]byte{192, 0, 0, 192}, [4]byte{168, 63, 129, 16}:
			return true
		}
		return false
	}
	switch a.As16() {
	case [16]byte{0xfd, 0x00, 0x0e, 0xc2, 14: 0x02, 15: 0x54}, [16]byte{0xfd, 0x00, 0x0e, 0xc2, 14: 0x00, 15: 0x23},
		[16]byte{0xfd, 0x20, 0x00, 0xce, 14: 0x02, 15: 0x54}:
		return true
	}
	return false
}

// kind4 is the kind of an IPv4 address, empty for a public one.
func kind4(a netip.Addr) Kind { return kindIn(a, spans4) }

// kind6 is the kind of an IPv6 address by its block, empty when no block says
// that it is special.
func kind6(a netip.Addr) Kind { return kindIn(a, spans6) }

func kindIn(a netip.Addr, spans []span) Kind {
	if a.IsValid() && isListed(a) {
		return Metadata
	}
	for _, s := range spans {
		if s.Contains(a) {
			return s.kind
		}
	}
	return ""
}

// embedded unwraps the IPv4 address that an IPv6 address carries, and names the
// notation. The notation is set, and the address is not, where the block is one
// of these but its layout is the operator's secret.
func embedded(a netip.Addr) (netip.Addr, string) {
	if !a.Is6() {
		return netip.Addr{}, ""
	}
	b := a.As16()
	at := func(i int) netip.Addr { return netip.AddrFrom4([4]byte(b[i : i+4])) }
	switch {
	case nat64.Contains(a):
		return at(12), "NAT64"
	case nat64own.Contains(a):
		return at(12), "local NAT64"
	case sixToFour.Contains(a):
		return at(2), "6to4"
	case teredo.Contains(a):
		// The client's address is stored with all bits flipped.
		return netip.AddrFrom4([4]byte{^b[12], ^b[13], ^b[14], ^b[15]}), "Teredo"
	case protocol.Contains(a):
		return netip.Addr{}, "protocol assignment"
	case compat.Contains(a):
		return at(12), "IPv4-compatible"
	case translated.Contains(a):
		return at(12), "IPv4-translated"
	case b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe && (b[8] == 0 || b[8] == 2):
		return at(12), "ISATAP"
	}
	return netip.Addr{}, ""
}
