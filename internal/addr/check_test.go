package addr_test

import (
	"errors"
	"net/netip"
	"testing"

	"jig/internal/addr"
)

func TestAnAddressThatIsNotPublicIsRefusedWithItsKind(t *testing.T) {
	for text, want := range map[string]addr.Kind{
		"127.0.0.1": addr.Loopback, "127.255.255.254": addr.Loopback, "::1": addr.Loopback,
		"10.0.0.1": addr.Private, "172.16.0.1": addr.Private, "172.31.255.255": addr.Private, "192.168.1.1": addr.Private, "fd12::1": addr.Private, "fc00::1": addr.Private,
		"169.254.1.1": addr.LinkLocal, "fe80::1": addr.LinkLocal, "febf::1": addr.LinkLocal, "fec0::1": addr.SiteLocal,
		"169.254.169.254": addr.Metadata, "169.254.170.2": addr.Metadata, "100.100.100.200": addr.Metadata, "fd00:ec2::254": addr.Metadata,
		"192.0.0.192": addr.Metadata, "168.63.129.16": addr.Metadata, "fd20:ce::254": addr.Metadata, "::ffff:169.254.169.254": addr.Metadata,
		"100.64.0.1": addr.Shared, "100.127.255.255": addr.Shared,
		"198.18.0.1": addr.Benchmark, "198.19.255.255": addr.Benchmark, "2001:2::1": addr.Benchmark,
		"192.0.2.1": addr.Documentation, "198.51.100.1": addr.Documentation, "203.0.113.1": addr.Documentation, "2001:db8::1": addr.Documentation, "3fff::1": addr.Documentation,
		"224.0.0.1": addr.Multicast, "239.1.1.1": addr.Multicast, "ff02::1": addr.Multicast,
		"255.255.255.255": addr.Broadcast, "0.0.0.0": addr.Unspecified, "::": addr.Unspecified, "0.1.2.3": addr.Reserved,
		"240.0.0.1": addr.Reserved, "192.0.0.1": addr.Reserved, "192.88.99.1": addr.Reserved, "4000::1": addr.Reserved, "100::1": addr.Reserved, "5f00::1": addr.Reserved,
		"::ffff:127.0.0.1": addr.Loopback, "::127.0.0.1": addr.Loopback, "::8.8.8.8": addr.Embedded, "::ffff:0:10.0.0.1": addr.Private,
		"64:ff9b::169.254.169.254": addr.Metadata, "64:ff9b::8.8.8.8": addr.Embedded, "64:ff9b:1::10.0.0.1": addr.Private,
		"2002:7f00:1::1": addr.Loopback, "2002:808:808::1": addr.Embedded,
		"2001:0:4136:e378:8000:63bf:80ff:fffe": addr.Loopback, "2001::1": addr.Reserved, "2001:10::1": addr.Embedded,
		"2a00:1450::5efe:10.0.0.1": addr.Private,
		"fe80::1%eth0":             addr.Zoned, "2a00:1450::1%eth0": addr.Zoned,
	} {
		t.Run(text, func(t *testing.T) {
			err := addr.Check(netip.MustParseAddr(text))
			var refused *addr.Refused
			if !errors.As(err, &refused) {
				t.Fatalf("Check gives %v, want a refusal", err)
			}
			if refused.Kind != want {
				t.Errorf("the kind is %q, want %q (%v)", refused.Kind, want, err)
			}
		})
	}
}

func TestAPublicAddressPasses(t *testing.T) {
	for _, text := range []string{"8.8.8.8", "1.1.1.1", "172.32.0.1", "172.15.255.255", "100.63.0.1", "100.128.0.1", "198.17.0.1", "198.20.0.1", "::ffff:8.8.8.8", "2606:4700::1111", "2001:4860:4860::8888", "2a00:1450:4001::1"} {
		if err := addr.Check(netip.MustParseAddr(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestNoAddressIsRefused(t *testing.T) {
	if addr.Check(netip.Addr{}) == nil {
		t.Error("the zero address passes")
	}
	if addr.IsMetadata(netip.Addr{}) {
		t.Error("the zero address is metadata")
	}
}

func TestMetadataIsSeenThroughItsDisguises(t *testing.T) {
	for text, want := range map[string]bool{
		"169.254.169.254": true, "::ffff:169.254.169.254": true, "64:ff9b::a9fe:a9fe": true, "2002:a9fe:a9fe::": true, "fd00:ec2::254": true, "fd00:ec2::254%1": true,
		"8.8.8.8": false, "169.254.1.1": false, "2001:10::1": false,
	} {
		if got := addr.IsMetadata(netip.MustParseAddr(text)); got != want {
			t.Errorf("IsMetadata(%s) is %v", text, got)
		}
	}
}
