package addr

import (
	"fmt"
	"net/netip"
)

// Kind says in plain words what sort of address one is.
type Kind string

// The kinds of addresses that are not public.
const (
	Invalid       Kind = "invalid"
	Zoned         Kind = "zoned"
	Metadata      Kind = "cloud metadata"
	Loopback      Kind = "loopback"
	Private       Kind = "private"
	LinkLocal     Kind = "link-local"
	Shared        Kind = "carrier-grade NAT"
	Benchmark     Kind = "benchmark"
	Documentation Kind = "documentation"
	Multicast     Kind = "multicast"
	Broadcast     Kind = "broadcast"
	Unspecified   Kind = "unspecified"
	Reserved      Kind = "reserved"
	SiteLocal     Kind = "site-local"
	Embedded      Kind = "IPv4-embedding"
)

// Refused is the error of [Check]: an address that is not public.
type Refused struct {
	// Addr is the address as it was given.
	Addr netip.Addr
	// Kind is why it is refused. For an address that carries an IPv4 address
	// inside, it is the kind of that one, or Embedded when that one is public.
	Kind Kind
	// Via names the notation that carried an IPv4 address, such as "NAT64".
	Via string
}

func (e *Refused) Error() string {
	if e.Via != "" {
		return fmt.Sprintf("%s is refused: %s address in %s form; allow the host by name if this is meant", e.Addr, e.Kind, e.Via)
	}
	return fmt.Sprintf("%s is refused: %s address; allow the host by name if this is meant", e.Addr, e.Kind)
}

// Check refuses every address that is not plainly a public one. The error is a
// [*Refused]. An IPv4-mapped address is judged as the IPv4 address it is; the
// other forms with an IPv4 address inside (NAT64, 6to4, Teredo …) are refused
// always, because where they lead is decided by a gateway we do not see.
func Check(a netip.Addr) error {
	switch {
	case !a.IsValid():
		return &Refused{Addr: a, Kind: Invalid}
	case a.Zone() != "":
		// A zone is an interface of this machine: never a public place.
		return &Refused{Addr: a, Kind: Zoned}
	case a.Is4():
		if kind := kind4(a); kind != "" {
			return &Refused{Addr: a, Kind: kind}
		}
		return nil
	case a.Is4In6():
		if kind := kind4(a.Unmap()); kind != "" {
			return &Refused{Addr: a, Kind: kind, Via: "IPv4-mapped"}
		}
		return nil
	}
	if kind := kind6(a); kind != "" {
		return &Refused{Addr: a, Kind: kind}
	}
	if inner, via := embedded(a); via != "" {
		kind := kind4(inner)
		if kind == "" {
			kind = Embedded
		}
		return &Refused{Addr: a, Kind: kind, Via: via}
	}
	// Only 2000::/3 has ever been handed out for public use.
	if first := a.As16()[0]; first>>5 != 1 {
		return &Refused{Addr: a, Kind: Reserved}
	}
	return nil
}

// IsMetadata reports whether a is where a cloud hands out credentials, also when
// it is written inside of an IPv6 address.
func IsMetadata(a netip.Addr) bool {
	a = a.WithZone("").Unmap()
	if inner, via := embedded(a); via != "" && inner.IsValid() {
		a = inner
	}
	return a.IsValid() && isListed(a)
}
