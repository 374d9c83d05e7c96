package network_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"jig/internal/addr"
	"jig/policy/network"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// answers is a resolver that gives the next answer at each lookup of a name.
type answers struct {
	given map[string][]string
	asked atomic.Int32
}

func (a *answers) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	n := int(a.asked.Add(1)) - 1
	lists, ok := a.given[strings.TrimSuffix(host, ".")]
	if !ok {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	var addrs []netip.Addr
	for text := range strings.FieldsSeq(lists[min(n, len(lists)-1)]) {
		addrs = append(addrs, netip.MustParseAddr(text))
	}
	return addrs, nil
}

// watched is a dialler that notes where it would connect and does not.
func watched(dialled *[]string) *net.Dialer {
	return &net.Dialer{Control: func(_, address string, _ syscall.RawConn) error {
		*dialled = append(*dialled, address)
		return errors.New("not in a test")
	}}
}

func TestTheDiallerConnectsOnlyToWhatItChecked(t *testing.T) {
	for name, test := range map[string]struct {
		answer  string
		address string
		want    string // the addresses dialled
	}{
		"a public name":                      {"93.184.216.34 2606:4700::1", "a.example:443", "93.184.216.34:443 [2606:4700::1]:443"},
		"a mapped answer is dialled as IPv4": {"::ffff:93.184.216.34", "a.example:80", "93.184.216.34:80"},
		"a private answer":                   {"10.0.0.1", "a.example:80", ""},
		"one private answer among public":    {"93.184.216.34 127.0.0.1", "a.example:80", ""},
		"metadata":                           {"169.254.169.254", "a.example:80", ""},
		"an empty answer":                    {"", "a.example:80", ""},
		"a name that does not resolve":       {"1.1.1.1", "b.example:80", ""},
		"a private host allowed by name":     {"10.0.0.1", "private.example:80", "10.0.0.1:80"},
		"a private host at its port":         {"10.0.0.1", "port.example:81", "10.0.0.1:81"},
		"a private host at another port":     {"10.0.0.1", "port.example:80", ""},
		"metadata behind a private host":     {"169.254.169.254", "private.example:80", ""},
		"a denied host":                      {"93.184.216.34", "denied.example:80", ""},
		"an address on the deny list":        {"93.184.216.99", "a.example:80", ""},
		"an address written as a number":     {"", "2130706433:80", ""},
		"a NUL in the name":                  {"93.184.216.34", "a\x00.example:80", ""},
		"a port that is none":                {"93.184.216.34", "a.example:http", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := rules(t, nil, []string{"denied.example", "93.184.216.99"}, []string{"private.example", "port.example:81"})
			list := []string{test.answer}
			resolver := &answers{given: map[string][]string{"a.example": list, "private.example": list, "port.example": list, "denied.example": list}}
			var dialled []string
			conn, err := r.Dialer(watched(&dialled), resolver).DialContext(t.Context(), "tcp", test.address)
			if err == nil {
				t.Fatal(conn.Close(), "connected")
			}
			if got := strings.Join(dialled, " "); got != test.want {
				t.Errorf("dialled %q, want %q (%v)", got, test.want, err)
			}
		})
	}
}

func TestTheDiallerSpeaksOnlyTCP(t *testing.T) {
	for _, n := range []string{"udp", "unix", "ip", ""} {
		if _, err := rules(t, nil, nil, nil).Dialer(nil, &answers{}).DialContext(t.Context(), n, "93.184.216.34:80"); err == nil {
			t.Errorf("%q is dialled", n)
		}
	}
}

// The first answer is public and the second is not: the name is looked up once,
// so the second never counts.
func TestASecondAnswerIsNeverUsed(t *testing.T) {
	resolver := &answers{given: map[string][]string{"rebind.example": {"93.184.216.34", "169.254.169.254"}}}
	var dialled []string
	d := rules(t, nil, nil, nil).Dialer(watched(&dialled), resolver)
	if conn, err := d.DialContext(t.Context(), "tcp", "rebind.example:80"); err == nil {
		t.Fatal(conn.Close(), "connected")
	}
	if n := resolver.asked.Load(); n != 1 || len(dialled) != 1 || dialled[0] != "93.184.216.34:80" {
		t.Errorf("looked up %d times, dialled %q", n, dialled)
	}
	_, err := d.DialContext(t.Context(), "tcp", "rebind.example:80")
	var refused *addr.Refused
	if !errors.As(err, &refused) || refused.Kind != addr.Metadata {
		t.Errorf("the second connection gives %v, want a refusal", err)
	}
}

// site is a server on this machine, known under several names.
type site struct {
	port     string
	resolver *answers
}

func serve(t *testing.T, handler http.Handler) site {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	here := []string{"127.0.0.1"}
	return site{port, &answers{given: map[string][]string{"one.example": here, "two.example": here, "three.example": here, "stranger.example": here}}}
}

func (s site) get(t *testing.T, client *http.Client, url string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.ReplaceAll(url, "PORT", s.port), http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	body, err := io.ReadAll(resp.Body)
	return string(body), errors.Join(err, resp.Body.Close())
}

func TestTheClientJudgesEveryHop(t *testing.T) {
	var s site
	mux := http.NewServeMux()
	mux.HandleFunc("/ok", func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.WriteString(w, "host "+strings.TrimSuffix(r.Host, ":"+s.port)); err != nil {
			t.Error(err)
		}
	})
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	for _, hop := range []string{"metadata http://169.254.169.254/latest", "two http://two.example:PORT/ok", "three http://three.example:PORT/ok", "stranger http://stranger.example:PORT/ok", "file file:///etc/passwd", "self /ok", "loopback http://127.0.0.1:PORT/ok"} {
		name, to, _ := strings.Cut(hop, " ")
		mux.HandleFunc("/"+name, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, strings.ReplaceAll(to, "PORT", s.port), http.StatusFound)
		})
	}
	s = serve(t, mux)
	// Proxies of the environment must not matter.
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	r := rules(t, nil, []string{"three.example"}, []string{"one.example:*", "two.example:*"})
	client := r.ClientWith(nil, s.resolver)
	t.Cleanup(client.CloseIdleConnections)

	for path, want := range map[string]string{"/ok": "host one.example", "/self": "host one.example", "/two": "host two.example"} {
		if got, err := s.get(t, client, "http://one.example:PORT"+path); err != nil || got != want {
			t.Errorf("%s gives %q, %v", path, got, err)
		}
	}
	for _, path := range []string{"/metadata", "/three", "/stranger", "/file", "/loopback"} {
		_, err := s.get(t, client, "http://one.example:PORT"+path)
		var refused *network.RedirectRefused
		if !errors.As(err, &refused) {
			t.Errorf("%s gives %v, want a refused redirect", path, err)
		}
	}
	if _, err := s.get(t, client, "http://one.example:PORT/loop"); err == nil {
		t.Error("a loop of redirects ends well")
	}
	for _, url := range []string{"http://stranger.example:PORT/ok", "http://127.0.0.1:PORT/ok", "http://three.example:PORT/ok", "http://nowhere.example:PORT/ok", "http://localhost:PORT/ok"} {
		if _, err := s.get(t, client, url); err == nil {
			t.Errorf("%s is fetched", url)
		}
	}
}

func TestTheHostHeaderIsThatOfTheURL(t *testing.T) {
	s := serve(t, http.NotFoundHandler())
	client := rules(t, nil, nil, []string{"one.example:*"}).ClientWith(nil, s.resolver)
	t.Cleanup(client.CloseIdleConnections)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://one.example:"+s.port+"/", strings.NewReader("body"))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "evil.example"
	if resp, err := client.Do(req); err == nil {
		t.Fatal(resp.Body.Close(), "the request was made")
	} else if !strings.Contains(err.Error(), "Host header") {
		t.Errorf("the error is %v", err)
	}
}

func TestABaseTransportLosesItsOwnWaysOut(t *testing.T) {
	s := serve(t, http.NotFoundHandler())
	out := func(context.Context, string, string) (net.Conn, error) {
		t.Error("the dialler of the base was used")
		return nil, errors.New("no")
	}
	base := &http.Client{Transport: &http.Transport{DialContext: out, DialTLSContext: out, Proxy: http.ProxyFromEnvironment}}
	client := rules(t, nil, nil, []string{"one.example:*"}).ClientWith(base, s.resolver)
	t.Cleanup(client.CloseIdleConnections)
	if _, err := s.get(t, client, "http://one.example:PORT/"); err != nil {
		t.Error(err)
	}
	if _, err := s.get(t, client, "https://stranger.example:PORT/"); err == nil {
		t.Error("a stranger is reached")
	}
	defer func() {
		if recover() == nil {
			t.Error("a transport that cannot be checked is taken")
		}
	}()
	rules(t, nil, nil, nil).Client(&http.Client{Transport: client.Transport})
}
