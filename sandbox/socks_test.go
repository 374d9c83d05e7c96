package sandbox

import (
	"bufio"
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"jig/internal/addr"
)

// FuzzProxyTarget sends bytes as the request of a client. Whatever they are, the
// gate is asked only about hosts in their normal form, and nothing is dialled that
// it did not allow.
func FuzzProxyTarget(f *testing.F) {
	f.Add([]byte("CONNECT good.example:443 HTTP/1.1\r\nHost: good.example\r\n\r\n"))
	f.Add([]byte("GET http://good.example/ HTTP/1.1\r\nHost: bad.example\r\n\r\n"))
	f.Add([]byte("GET http://good.example@bad.example/ HTTP/1.1\r\n\r\n"))
	f.Add([]byte("\x05\x01\x00\x05\x01\x00\x03\x0cgood.example\x00\x50"))
	f.Add([]byte("\x05\x01\x00\x05\x01\x00\x03\x10bad\x00good.example\x00\x50"))
	f.Add([]byte("\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x50"))
	f.Fuzz(func(t *testing.T, request []byte) {
		x := &proxy{
			allow: func(_ context.Context, host string, _ int) error {
				if parsed, err := addr.ParseHost(host); err != nil || parsed.Name != host {
					t.Errorf("the gate was asked about %q", host)
				}
				if host != "good.example" {
					return errors.New("not on the list")
				}
				return nil
			},
			dial: func(_ context.Context, _, address string) (net.Conn, error) {
				if !strings.HasPrefix(address, "good.example:") {
					t.Errorf("dialled %q", address)
				}
				return nil, errors.New("nobody is there")
			},
		}
		x.handle(t.Context(), &script{text: strings.NewReader(string(request))})
	})
}

// script is a connection whose client has already said everything.
type script struct {
	net.Conn // not used
	text     *strings.Reader
}

func (s *script) Read(p []byte) (int, error)      { return s.text.Read(p) }
func (s *script) Write(p []byte) (int, error)     { return len(p), nil }
func (s *script) SetReadDeadline(time.Time) error { return nil }

func TestATargetOfSOCKSIsRead(t *testing.T) {
	tests := map[string]struct {
		request string
		host    string
		port    int
		wrong   bool
	}{
		"a name":               {"\x05\x01\x00\x03\x03a.b\x01\xbb", "a.b", 443, false},
		"an IPv4 address":      {"\x05\x01\x00\x01\x01\x02\x03\x04\x00\x50", "1.2.3.4", 80, false},
		"an IPv6 address":      {"\x05\x01\x00\x04" + strings.Repeat("\x00", 15) + "\x01\x00\x50", "::1", 80, false},
		"listening is refused": {"\x05\x02\x00\x03\x03a.b\x01\xbb", "", 0, true},
		"another kind":         {"\x05\x01\x00\x09\x03a.b\x01\xbb", "", 0, true},
		"too short":            {"\x05\x01\x00\x03\x09a.b", "", 0, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			host, port, err := socksTarget(bufio.NewReader(strings.NewReader(test.request)))
			if (err != nil) != test.wrong || host != test.host || port != test.port {
				t.Errorf("read %q %d %v, want %q %d", host, port, err, test.host, test.port)
			}
		})
	}
}
