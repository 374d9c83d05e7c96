package network_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"jig/internal/corpora"
	"jig/policy/network"
)

func rules(t testing.TB, allow, deny, private []string) *network.Rules {
	t.Helper()
	r, err := network.New(allow, deny, private)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAURLIsJudgedByItsHost(t *testing.T) {
	r := rules(t,
		[]string{"example.com", "*.docs.org", "translate.google.com", "web.archive.org", "ports.com:8443", "8.8.8.8", "blog.translate.goog"},
		[]string{"bad.docs.org", "evil.net"},
		[]string{"localhost:8080", "intern.corp", "10.1.0.0/16", "192.168.7.7", "fd00::/64"})
	for raw, want := range map[string]network.Effect{
		"https://example.com/a?b=c#d": network.Allow, "http://EXAMPLE.com.": network.Allow, "https://a.docs.org": network.Allow, "https://example.com:443/": network.Allow,
		"https://ports.com:8443/": network.Allow, "https://8.8.8.8/": network.Allow,
		"https://other.com/": network.Ask, "https://www.example.com": network.Ask, "https://docs.org": network.Ask, "https://example.com.evil.com": network.Ask,
		"https://example.com:8080/": network.Ask, "https://ports.com/": network.Ask, "https://9.9.9.9/": network.Ask,
		"https://evil.net": network.Deny, "https://a.evil.net:99/": network.Deny, "https://bad.docs.org": network.Deny, "https://x.bad.docs.org": network.Deny,
		"http://localhost:8080/": network.Allow, "http://localhost/": network.Deny, "http://intern.corp:9000/": network.Ask, "http://intern.corp/": network.Allow, "http://10.1.2.3/": network.Allow,
		"http://10.1.2.3:22/": network.Ask, "http://10.2.0.1/": network.Deny, "http://192.168.7.7/": network.Allow, "http://192.168.7.8/": network.Deny, "http://[fd00::1]/": network.Allow,
		"http://127.0.0.1:8080/": network.Deny, "http://db/": network.Deny, "http://printer.local/": network.Deny, "http://metadata.google.internal/": network.Deny,
		"http://app.127.0.0.1.nip.io/": network.Deny, "http://10-0-0-1.sslip.io/": network.Deny, "http://8.8.8.8.nip.io/": network.Ask, "http://x.localtest.me": network.Deny,
		"http://2130706433/": network.Deny, "http://0x08080808/": network.Deny, "http://[::ffff:8.8.8.8]/": network.Deny, "http://[64:ff9b::8.8.8.8]/": network.Deny,
		"ftp://example.com/": network.Deny, "file:///etc/passwd": network.Deny, "javascript:alert(1)": network.Deny, "data:text/html,x": network.Deny, "example.com": network.Deny, "//example.com/": network.Deny, "": network.Deny,
		"https:example.com": network.Deny, "https:///x": network.Deny, "https://user@example.com/": network.Deny, "https://example.com@evil.com/": network.Deny, "https://example.com\\@evil.com/": network.Deny,
		"https://example.com/\x00": network.Deny, "https://example.com/\r\nHost: x": network.Deny, "https://example.com\t/": network.Deny, "https://example.com/a b": network.Deny, "https://exa%6dple.com/": network.Deny,
		"https://example.com:/": network.Deny, "https://example.com:0/": network.Deny, "https://example.com:99999/": network.Deny, "https://example.com:80a/": network.Deny,
		"https://" + strings.Repeat("a", 9000): network.Deny,
		// A URL inside of another.
		"https://example.com/?next=https://a.docs.org/x":            network.Allow,
		"https://example.com/?next=https://other.com/x":             network.Ask,
		"https://example.com/?next=https%3A%2F%2Fother.com":         network.Ask,
		"https://example.com/?next=https%253A%252F%252Fother.com":   network.Ask,
		"https://example.com/http:/other.com/":                      network.Ask,
		"https://example.com/HTTPS:%5C%5Cother.com/":                network.Ask,
		"https://example.com/#u=https://evil.net":                   network.Deny,
		"https://example.com/?u=http://169.254.169.254/latest":      network.Deny,
		"https://other.com/?u=http://localhost/":                    network.Deny,
		"https://example.com/?u=file:///etc/passwd":                 network.Ask,
		"https://translate.google.com/translate?u=https://x.com":    network.Ask,
		"https://translate.google.com/translate?u=x.com":            network.Ask,
		"https://translate.google.com/":                             network.Allow,
		"https://translate.google.com/?u=https://example.com":       network.Allow,
		"https://web.archive.org/web/2020/other.com":                network.Ask,
		"https://web.archive.org/web/2020/https://example.com/page": network.Allow,
		"https://blog.translate.goog/":                              network.Ask,
	} {
		if v := r.URL(raw); v.Effect != want || v.Reason == "" && v.Effect != network.Allow {
			t.Errorf("%.80q: %s (%s), want %s", raw, v.Effect, v.Reason, want)
		}
	}
}

func TestMetadataNeedsItsOwnEntry(t *testing.T) {
	const url = "http://169.254.169.254/latest"
	if v := rules(t, nil, nil, []string{"169.254.0.0/16"}).URL(url); v.Effect != network.Deny {
		t.Errorf("a wide network allows metadata: %+v", v)
	}
	if v := rules(t, []string{"169.254.169.254"}, nil, nil).URL(url); v.Effect != network.Deny {
		t.Errorf("the allow list, which is for public hosts, allows metadata: %+v", v)
	}
	if v := rules(t, nil, nil, []string{"169.254.169.254"}).URL(url); v.Effect != network.Allow {
		t.Errorf("its own entry does not allow metadata: %+v", v)
	}
}

func TestAListThatCannotBeReadIsAnError(t *testing.T) {
	for _, entry := range []string{"*", "", "*.*", "http://example.com", "example.com:0", "example.com:x", "example.com:70000", "a b", "a*b.com"} {
		for i := range 3 {
			lists := [3][]string{}
			lists[i] = []string{entry}
			if _, err := network.New(lists[0], lists[1], lists[2]); err == nil {
				t.Errorf("list %d takes %q", i, entry)
			}
		}
	}
	for _, entry := range []string{"10.0.0.0/99", "10.0.0.1/8", "0.0.0.0/0", "::/0", "x/8"} {
		if _, err := network.New(nil, nil, []string{entry}); err == nil {
			t.Errorf("the private list takes %q", entry)
		}
	}
}

func TestApprovedHostsAreAddedToACopy(t *testing.T) {
	r := rules(t, []string{"a.com"}, []string{"c.com"}, nil)
	wider, err := r.With("b.com", "c.com")
	if err != nil {
		t.Fatal(err)
	}
	if v := wider.URL("https://b.com"); v.Effect != network.Allow {
		t.Errorf("the approved host: %+v", v)
	}
	if v := wider.URL("https://c.com"); v.Effect != network.Deny {
		t.Errorf("an approval lifts a denial: %+v", v)
	}
	if v := r.URL("https://b.com"); v.Effect != network.Ask {
		t.Errorf("the rules themselves changed: %+v", v)
	}
	if _, err := r.With("*"); err == nil {
		t.Error("everything can be approved")
	}
}

// TestHostileURLsAreNeverAllowed reads the public cases. Those with words behind
// the URL describe what the network does, which the tests of the dialler stage.
func TestHostileURLsAreNeverAllowed(t *testing.T) {
	text, err := os.ReadFile(corpora.Path(t, "gate", "hostile.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	r, broad := rules(t, nil, nil, nil), rules(t, []string{"*.example", "*.com", "*.org"}, nil, nil)
	for line := range strings.Lines(string(text)) {
		var c struct{ Kind, Input, Expect string }
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		if c.Kind != "url" || !strings.Contains(c.Input, ":") || strings.Contains(c.Input, " (") {
			continue
		}
		if v := r.URL(c.Input); v.Effect == network.Allow || c.Expect == "deny" && v.Effect != network.Deny {
			t.Errorf("%s: %s (%s), want %s", c.Input, v.Effect, v.Reason, c.Expect)
		}
		if v := broad.URL(c.Input); c.Expect == "deny" && v.Effect != network.Deny {
			t.Errorf("%s under broad rules: %s (%s)", c.Input, v.Effect, v.Reason)
		}
	}
}

func FuzzURL(f *testing.F) {
	for _, seed := range []string{"https://example.com/", "http://127.1/", "https://a@b/", "https://example.com/?u=https%3a//x.y", "http://[::1%25a]:80/", "https://①②⑦.⓪.⓪.①/", "HTTPS://EXAMPLE.COM:443?#"} {
		f.Add(seed)
	}
	none, some := rules(f, nil, nil, nil), rules(f, []string{"example.com"}, nil, nil)
	f.Fuzz(func(t *testing.T, raw string) {
		if v := none.URL(raw); v.Effect == network.Allow || v.Reason == "" {
			t.Fatalf("%q without any rules: %+v", raw, v)
		}
		if v := some.URL(raw); v.Effect == network.Allow && (v.Host != "example.com" || !strings.Contains(strings.ToLower(raw), "example.com") && isASCII(raw)) {
			t.Fatalf("%q: %+v", raw, v)
		}
	})
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0
}
