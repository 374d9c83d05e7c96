package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"jig/sandbox"
)

func TestTheAllowlistHolds(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "hello from "+r.Host+"\n")
	}))
	defer server.Close()
	var lock sync.Mutex
	var asked []string
	profile := sandbox.Profile{
		Network: sandbox.Allowlist,
		Allow: func(_ context.Context, host string, port int) error {
			lock.Lock()
			defer lock.Unlock()
			asked = append(asked, fmt.Sprint(host, ":", port))
			if host != "good.example" {
				return errors.New("this host is not on the list")
			}
			return nil
		},
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
		},
	}
	private := profile
	private.Allow, private.Dial = func(context.Context, string, int) error { return nil }, nil
	tests := map[string]struct {
		profile sandbox.Profile
		line    string
		want    string // part of the output
		fails   bool
	}{
		"an allowed host by URL":          {profile, "curl -sS http://good.example/", "hello from good.example", false},
		"an allowed host by CONNECT":      {profile, "curl -sS -p http://good.example:8080/", "hello from good.example:8080", false},
		"an allowed host by SOCKS":        {profile, "curl -sS -x $ALL_PROXY http://good.example/", "hello from good.example", false},
		"the Host header cannot differ":   {profile, "curl -sS -H 'Host: bad.example' http://good.example/", "hello from good.example", false},
		"another host by URL":             {profile, "curl -sSf http://bad.example/", "403", true},
		"another host says why":           {profile, "curl -sS http://bad.example/", "not on the list", false},
		"another host by CONNECT":         {profile, "curl -sS -p http://bad.example/", "403", true},
		"another host by SOCKS":           {profile, "curl -sS -x $ALL_PROXY http://bad.example/", "", true},
		"a name with a NUL byte":          {profile, `printf '\005\001\000\005\001\000\003\020bad\000good.example\000\120' | curl -sS -m 5 -x '' telnet://${HTTP_PROXY#http://} | od -An -tu1`, "5   0   5   2", false},
		"around the proxy":                {profile, "curl -sS -m 5 --noproxy '*' http://" + server.Listener.Addr().String() + "/", "", true},
		"a private address behind a name": {private, "curl -sSf http://localhost:" + server.URL[strings.LastIndex(server.URL, ":")+1:] + "/ -x $HTTP_PROXY --noproxy ''", "403", true},
		"the address of metadata":         {private, "curl -sSf http://169.254.169.254/ -x $HTTP_PROXY --noproxy ''", "403", true},
		"nothing is allowed by default":   {sandbox.Profile{Network: sandbox.Allowlist}, "curl -sSf http://good.example/", "403", true},
	}
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				out, err := run(t, box, test.profile, test.line)
				if (err != nil) != test.fails || !strings.Contains(out, test.want) {
					t.Errorf("printed %q (%v), want %q", out, err, test.want)
				}
			})
		}
	})
	lock.Lock()
	defer lock.Unlock()
	for _, host := range asked {
		if strings.ContainsFunc(host, func(r rune) bool { return r < ' ' }) {
			t.Errorf("the gate was asked about %q", host)
		}
	}
}
