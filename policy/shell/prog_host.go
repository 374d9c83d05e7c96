package shell

import (
	"net/netip"
	"net/url"
	"strings"
)

// anywhere is the host that stands for one that is not known.
const anywhere = "*"

// hostOf is the host in user@host or host:port, or anywhere if that is not a
// plain name or address: programs disagree about all other ways to write one.
func hostOf(text string) string {
	if strings.Count(text, "@") > 1 {
		return anywhere
	}
	text = strings.ToLower(text[strings.LastIndexByte(text, '@')+1:])
	name, port := text, ""
	if at := strings.LastIndexByte(text, ':'); at >= 0 && (strings.HasPrefix(text, "[") && text[at-1] == ']' || strings.Count(text, ":") == 1) {
		name, port = text[:at], text[at+1:]
		if port != "" && !numeric(port) || strings.HasPrefix(port, "-") {
			return anywhere
		}
	}
	bare := strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if _, err := netip.ParseAddr(bare); err != nil {
		if bare != name || !plainName(name) {
			return anywhere
		}
	} else if strings.Contains(bare, ":") {
		name = "[" + bare + "]"
	}
	if port != "" {
		return name + ":" + port
	}
	return name
}

// plainName reports whether a text is a name as hosts have them. One that ends in
// a number is an address in disguise: 0x7f.1 is this machine.
func plainName(name string) bool {
	if name == "" || name[0] == '-' || name[0] == '.' || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789.-_") != "" {
		return false
	}
	name = strings.TrimSuffix(name, ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	return last != "" && !numeric(last) && !strings.HasPrefix(last, "0x")
}

// urlHost is where a URL leads, or anywhere if that is not certain.
func urlHost(text string) string {
	host, _ := leadsTo(text, true)
	return host
}

// leadsTo is the host of a URL. If only the beginning of the URL is known, then
// that must reach past the host.
func leadsTo(text string, whole bool) (host string, ok bool) {
	scheme, rest, has := strings.Cut(text, "://")
	if !has {
		rest = text
	} else if strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz0123456789+.-") != "" || scheme == "" {
		return anywhere, false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 && !whole {
		return anywhere, false
	}
	if end >= 0 {
		rest = rest[:end]
	}
	if strings.ContainsAny(rest, "{}\\ \t\n%") || strings.HasSuffix(rest, ":") {
		return anywhere, false // programs expand or decode some of these
	}
	// Some programs add the port of the scheme, which tells nothing more.
	host = hostOf(rest)
	return host, host != anywhere
}

// fileURL is the path in a file URL.
func fileURL(text string) (w word, ok bool) {
	if len(text) < 5 || !strings.EqualFold(text[:5], "file:") {
		return word{}, false
	}
	at := text[5:]
	if rest, ok := strings.CutPrefix(at, "//"); ok {
		slash := strings.IndexByte(rest, '/')
		if slash < 0 || !among(strings.ToLower(rest[:slash]), "", "localhost", "127.0.0.1") {
			return word{text: text}, true
		}
		at = rest[slash:]
	}
	at, err := url.PathUnescape(at)
	if err != nil || strings.ContainsAny(at, "{}[]?#\x00") {
		return word{text: text}, true
	}
	return literal(at), true
}

// visit records where a word leads that is a URL: to a host, or to a file.
func (in *invocation) visit(w word) {
	text := w.text
	if !w.known {
		text = w.lead
	}
	if file, ok := fileURL(text); ok {
		if !w.known {
			file = word{text: w.text}
		}
		in.read(file)
		return
	}
	host, _ := leadsTo(text, w.known)
	in.connect(host)
}

// globbedHost reports whether curl makes several hosts of a URL: {a,b}, [1-3].
func globbedHost(text string) bool {
	at := strings.IndexAny(text, "{[")
	if at < 0 {
		return false
	}
	if _, rest, ok := strings.Cut(text, "://"); ok && at >= len(text)-len(rest) {
		text = rest
	}
	end := strings.IndexAny(text, "/?#")
	if end < 0 {
		end = len(text)
	}
	return strings.ContainsAny(text[:end], "{[") && hostOf(text[:end]) == anywhere
}

// elsewhere splits host:path, the way that scp, rsync and git write a file on
// another machine: the colon stands before any slash.
func elsewhere(text string) (host, file string, remote bool) {
	if strings.Contains(text, "://") {
		return urlHost(text), "", true
	}
	if strings.HasPrefix(text, "[") {
		if end := strings.Index(text, "]:"); end > 0 {
			return hostOf(text[:end+1]), text[end+2:], true
		}
	}
	host, file, remote = strings.Cut(text, ":")
	if !remote || strings.Contains(host, "/") || host == "" {
		return "", "", false
	}
	return hostOf(host), file, true
}
