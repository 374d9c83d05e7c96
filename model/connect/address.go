package connect

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// checkURL is an address as the clients take it.
func checkURL(base string) (string, error) {
	u, err := url.Parse(base)
	if err != nil {
		return "", fmt.Errorf("%q is not an address: %w", base, err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", fmt.Errorf("%q is not an address: write it as https://host/path", base)
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	return u.String(), nil
}

// ollamaURL reads the address in the ways that OLLAMA_HOST is written: a host, a port, or
// both, with or without scheme. An address to listen at on all interfaces means this machine.
func ollamaURL(base string) (string, error) {
	scheme, rest, found := strings.Cut(base, "://")
	if !found {
		scheme, rest = "http", base
	}
	host, path, _ := strings.Cut(rest, "/")
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), "11434"
		if found && scheme == "https" {
			port = "443"
		} else if found {
			port = "80"
		}
	}
	if ip := net.ParseIP(name); name == "" || (ip != nil && ip.IsUnspecified()) {
		name = "127.0.0.1"
	}
	return checkURL(scheme + "://" + net.JoinHostPort(name, port) + "/" + path)
}
