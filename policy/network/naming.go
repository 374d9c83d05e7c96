package network

import (
	"fmt"
	"net/netip"
	"strings"

	"jig/internal/addr"
)

// internal says why a name leads to somewhere private, as far as the name alone
// can tell. The dialler checks what the name really leads to.
func internal(h addr.Host) string {
	if h.IsAddr {
		return ""
	}
	const listIt = "; put it on the private list if it is meant"
	if !strings.Contains(h.Name, ".") {
		return fmt.Sprintf("%s is a name of this machine or its local network%s", h, listIt)
	}
	for _, suffix := range []string{
		".localhost", ".local", ".localdomain", ".internal", ".intranet", ".lan", ".home", ".corp", ".private", ".home.arpa",
		".in-addr.arpa", ".ip6.arpa", ".onion", ".svc", ".consul",
	} {
		if strings.HasSuffix(h.Name, suffix) {
			return fmt.Sprintf("%s is a name of a local network (%s)%s", h, suffix, listIt)
		}
	}
	// Names that anybody can make, and that lead to the address written in them.
	for _, service := range []string{"nip.io", "sslip.io", "xip.io", "traefik.me", "local-ip.co", "1u.ms", "backname.io"} {
		if rest, ok := strings.CutSuffix(h.Name, "."+service); ok {
			if a, ok := spelled(rest); !ok || addr.Check(a) != nil {
				return fmt.Sprintf("%s leads to the address in its name%s", h, listIt)
			}
		}
	}
	for _, name := range []string{"localtest.me", "lvh.me", "vcap.me", "lacolhost.com", "yoogle.com", "localhost.direct", "local.gd", "fuf.me"} {
		if h.Name == name || strings.HasSuffix(h.Name, "."+name) {
			return fmt.Sprintf("%s leads to this machine%s", h, listIt)
		}
	}
	return ""
}

// spelled reads the address at the end of a name, as in "app.10.0.0.1" and
// "app-10-0-0-1".
func spelled(name string) (netip.Addr, bool) {
	parts := strings.FieldsFunc(name, func(c rune) bool { return c == '.' || c == '-' })
	if len(parts) < 4 {
		return netip.Addr{}, false
	}
	a, err := netip.ParseAddr(strings.Join(parts[len(parts)-4:], "."))
	return a, err == nil
}

// proxying reports whether a host fetches other pages for whoever asks: then its
// own name says nothing about where the answer comes from.
func proxying(h addr.Host) bool {
	first, rest, _ := strings.Cut(h.Name, ".")
	if first == "translate" && (strings.HasPrefix(rest, "google.") || strings.HasPrefix(rest, "yandex.")) {
		return true
	}
	for _, name := range []string{
		"translate.goog", "webcache.googleusercontent.com", "web.archive.org", "archive.org", "archive.ph", "archive.today", "archive.is",
		"r.jina.ai", "s.jina.ai", "api.allorigins.win", "allorigins.win", "corsproxy.io", "cors-anywhere.herokuapp.com", "thingproxy.freeboard.io",
		"12ft.io", "txtify.it", "outline.com", "translatetheweb.com", "microsofttranslator.com", "webtranslate.com", "api.codetabs.com",
		"images.weserv.nl", "wsrv.nl", "croxyproxy.com", "hide.me", "googleweblight.com", "cc.bingj.com",
		"freedium.cfd", "urlbox.io", "api.microlink.io", "api.scraperapi.com", "app.scrapingbee.com", "api.firecrawl.dev", "defuddle.md", "pure.md",
	} {
		if h.Name == name || strings.HasSuffix(h.Name, "."+name) {
			return true
		}
	}
	return false
}
