package connect

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// elsewhere is that a server wants a request to be sent to another one.
type elsewhere struct{ host string }

func (e elsewhere) Error() string { return "it sends requests on to " + e.host }

// staying is a client that follows nobody to another host. The keys of some providers are
// in headers that [http.Client] does not know to be secret, and the body of a request is
// the whole conversation: both are for the host that the person has named.
func staying(c *http.Client) *http.Client {
	stays := *c
	before := c.CheckRedirect
	stays.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if !sameHost(via[0].URL, req.URL) {
			return elsewhere{req.URL.Scheme + "://" + req.URL.Host}
		}
		if before != nil {
			return before(req, via)
		}
		if len(via) >= 10 {
			return errors.New("it sends requests in circles")
		}
		return nil
	}
	return &stays
}

// sameHost reports whether a server is the same, or the same behind TLS.
func sameHost(from, to *url.URL) bool {
	if from.Scheme == "http" && to.Scheme == "https" {
		return from.Hostname() == to.Hostname() && to.Port() == ""
	}
	return from.Scheme == to.Scheme && from.Host == to.Host
}

// shownURL is an address as messages may tell it: without the parts that can hold secrets.
func shownURL(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return "the address"
	}
	return fmt.Sprintf("%s://%s%s", u.Scheme, u.Host, u.Path)
}
