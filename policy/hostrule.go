package policy

import (
	"fmt"
	"net/url"
	"strings"

	"jig/internal/addr"
	"jig/policy/network"
)

// hostRule is a rule about where calls connect: "domain:example.com" for that
// host alone, "domain:*.example.com" for those below it.
type hostRule struct{ pattern string }

func hostPattern(inside string) (*hostRule, error) {
	host, ok := strings.CutPrefix(inside, "domain:")
	if !ok {
		u, err := url.Parse(inside)
		if err != nil || u.Host == "" {
			return nil, fmt.Errorf("write domain:example.com, or domain:*.example.com for what is below it")
		}
		if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
			return nil, fmt.Errorf("a rule is about a whole host; write domain:%s", u.Hostname())
		}
		host = u.Hostname()
	}
	if err := addr.ValidatePattern(host); err != nil {
		return nil, err
	}
	return &hostRule{host}, nil
}

func (r *hostRule) covers(host string) bool { return addr.MatchHost(r.pattern, bareHost(host)) }

// touches reports whether the call connects to the host, or to one below it.
func (r *hostRule) touches(s *scene) bool {
	for _, h := range s.intent.Hosts {
		bare := bareHost(h)
		if r.covers(h) || !strings.HasPrefix(r.pattern, "*") && addr.MatchHost("*."+strings.TrimPrefix(r.pattern, "."), bare) {
			return true
		}
	}
	return false
}

// bareHost is a host without its port.
func bareHost(host string) string {
	if i := strings.LastIndexByte(host, ':'); i > 0 && !strings.Contains(host[:i], ":") {
		return host[:i]
	}
	if strings.HasPrefix(host, "[") {
		if i := strings.IndexByte(host, ']'); i > 0 {
			return host[1:i]
		}
	}
	return host
}

// reaching is what the rules of the network say about a host.
func (p *Policy) reaching(host string) network.Verdict {
	return p.opt.Network.URL("https://" + host + "/")
}
