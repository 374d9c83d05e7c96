package addr_test

import (
	"strings"
	"testing"

	"jig/internal/addr"
)

func TestAHostIsReadAsWhateverDialsItWill(t *testing.T) {
	for text, want := range map[string]string{
		"Example.COM": "example.com", "example.com.": "example.com", "my_host.example.com": "my_host.example.com",
		"bücher.example": "xn--bcher-kva.example", "BÜCHER.example": "xn--bcher-kva.example", "xn--bcher-kva.example": "xn--bcher-kva.example",
		"ｅｘａｍｐｌｅ.com": "example.com", "example。com": "example.com", "1and1.com": "1and1.com", "3com": "3com", "0xcafe.com": "0xcafe.com",
		"127.0.0.1": "127.0.0.1", "127.0.0.1.": "127.0.0.1", "2130706433": "127.0.0.1", "0x7f000001": "127.0.0.1", "017700000001": "127.0.0.1",
		"127.1": "127.0.0.1", "127.0.1": "127.0.0.1", "0177.0.0.1": "127.0.0.1", "0x7f.1": "127.0.0.1", "0": "0.0.0.0", "0x": "0.0.0.0",
		"①②⑦.⓪.⓪.①": "127.0.0.1", "１２７.０.０.１": "127.0.0.1", "169.254.43518": "169.254.169.254", "0X7F.0.0.1": "127.0.0.1",
		"[::1]": "::1", "::1": "::1", "[::ffff:7f00:1]": "127.0.0.1", "[fe80::1%25eth0]": "fe80::1%eth0", "fe80::1%eth0": "fe80::1%eth0", "[::FFFF:1.2.3.4]": "1.2.3.4",
	} {
		h, err := addr.ParseHost(text)
		if err != nil {
			t.Errorf("ParseHost(%q): %v", text, err)
			continue
		}
		if h.Name != want {
			t.Errorf("ParseHost(%q) is %q, want %q", text, h.Name, want)
		}
		if h.IsAddr != h.Addr.IsValid() {
			t.Errorf("ParseHost(%q): IsAddr is %v, Addr is %v", text, h.IsAddr, h.Addr)
		}
	}
}

func TestAnAddressInAnUnusualFormIsSaidToBeOdd(t *testing.T) {
	for text, want := range map[string]string{
		"127.0.0.1": "", "[::1]": "", "example.com": "", "2130706433": "one number", "0x7f000001": "hex", "0177.0.0.1": "octal", "127.1": "short",
		"①②⑦.⓪.⓪.①": "compatibility", "[::ffff:1.2.3.4]": "IPv6 form", "bücher.example": "",
	} {
		h, err := addr.ParseHost(text)
		if err != nil {
			t.Fatal(err)
		}
		if h.Odd == "" != (want == "") || !strings.Contains(h.Odd, want) {
			t.Errorf("%q is odd for %q, want %q", text, h.Odd, want)
		}
	}
}

func TestABadHostIsAnError(t *testing.T) {
	for _, text := range []string{
		"", ".", "..", "a..b", ".a", "a..", "a b", "attacker\x00.google.com", "a\nb", "a%00b", "a%2eb", "exa\u200bmple.com", "exa\u00admple.com", "a/b", "a@b", "a\\b", "a?b", "a#b",
		"256.0.0.1", "1.2.3.4.5", "08.0.0.1", "0x100000000", "4294967296", "1.2.3.99999", "a.1", "99999999999999999999999",
		"[::1", "::1]", "[127.0.0.1]", "[example.com]", "[]", ":", "example.com:80", "-a.com", "a-.com", "xn--a.com", "\xff\xfe",
		strings.Repeat("a", 64) + ".com", strings.Repeat("a.", 200) + "com", strings.Repeat("x", 5000), "a℀b.com", "*.com",
	} {
		if h, err := addr.ParseHost(text); err == nil {
			t.Errorf("ParseHost(%q) is %+v, want an error", text, h)
		}
	}
}

func TestAPatternMeansWholeLabels(t *testing.T) {
	for _, test := range []struct {
		pattern, host string
		want          bool
	}{
		{"example.com", "example.com", true},
		{"example.com", "EXAMPLE.com.", true},
		{"example.com", "www.example.com", false},
		{"example.com", "example.com.evil.org", false},
		{"example.com", "notexample.com", false},
		{"*.example.com", "www.example.com", true},
		{".example.com", "a.b.example.com", true},
		{"*.example.com", "example.com", false},
		{"*.example.com", "evilexample.com", false},
		{"*.example.com", "attacker\x00.example.com", false},
		{"*", "example.com", false},
		{"127.0.0.1", "2130706433", true},
		{"127.0.0.1", "127.0.0.2", false},
		{"::1", "[0:0:0:0:0:0:0:1]", true},
		{"bücher.example", "xn--bcher-kva.example", true},
	} {
		if got := addr.MatchHost(test.pattern, test.host); got != test.want {
			t.Errorf("MatchHost(%q, %q) is %v", test.pattern, test.host, got)
		}
	}
}

func TestAPatternThatMeansTooMuchIsAnError(t *testing.T) {
	for _, text := range []string{"", "*", "*.", "**", "*.*", ".", "*.*.com", "a*.com", "ex*mple.com", "example.*", "*.127.0.0.1", "127.1", "a b", "http://a.com"} {
		if addr.ValidatePattern(text) == nil {
			t.Errorf("ValidatePattern(%q) passes", text)
		}
	}
	for _, text := range []string{"example.com", "*.example.com", ".example.com", "localhost", "10.0.0.1", "::1"} {
		if err := addr.ValidatePattern(text); err != nil {
			t.Error(err)
		}
	}
}

func TestWhatForbidsAHostForbidsTheNamesBelowIt(t *testing.T) {
	p, err := addr.ParsePattern("*.example.com")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"example.com": true, "a.example.com": true, "badexample.com": false, "127.0.0.1": false} {
		h, err := addr.ParseHost(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.MatchBelow(h) != want {
			t.Errorf("%s forbids %s: %v", p, name, !want)
		}
	}
}

func FuzzParseHost(f *testing.F) {
	for _, seed := range []string{"example.com", "127.1", "0x7f.1", "[::1]", "fe80::1%25eth0", "①②⑦.⓪.⓪.①", "bücher.example", "a..b", "xn--bcher-kva.de", "ﬀ.com", "0x", "[::ffff:1.2.3.4]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h, err := addr.ParseHost(text)
		if err != nil {
			return
		}
		again, err := addr.ParseHost(h.Name)
		if err != nil || again.Name != h.Name || again.Addr != h.Addr || again.Odd != "" {
			t.Fatalf("%q is read as %+v, and that as %+v (%v)", text, h, again, err)
		}
		if strings.ContainsAny(h.Name, "/\\@?# \x00") {
			t.Fatalf("%q is read as %q", text, h.Name)
		}
		if !addr.MatchHost(h.Name, text) {
			t.Fatalf("%q does not match itself", text)
		}
	})
}
