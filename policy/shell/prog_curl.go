package shell

import (
	"path"
	"strings"
)

const curlOptions = "-s,--silent -S,--show-error -f,--fail --fail-with-body --fail-early -L,--location --location-trusted -i,--include,--show-headers -I,--head -v,--verbose -k,--insecure --proxy-insecure -X,--request= " +
	"-H,--header= --proxy-header= -d,--data,--data-ascii= --data-raw= --data-binary= --data-urlencode= --url-query= --json= -o,--output=> -O,--remote-name --remote-name-all -J,--remote-header-name! --output-dir= " +
	"-R,--remote-time -w,--write-out= -A,--user-agent= -e,--referer= -m,--max-time= --connect-timeout= --expect100-timeout= --retry= --retry-delay= --retry-max-time= --retry-connrefused --retry-all-errors " +
	"--compressed --tr-encoding --raw -u,--user= -U,--proxy-user= --basic --digest --ntlm --negotiate --anyauth --aws-sigv4= --oauth2-bearer= -G,--get -F,--form= --form-string= --form-escape -T,--upload-file= -a,--append " +
	"--url= -g,--globoff -#,--progress-bar --no-progress-meter -4,--ipv4 -6,--ipv6 -0,--http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 -1,--tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tls-max= --ciphers= " +
	"--ssl --ssl-reqd -N,--no-buffer --no-keepalive --keepalive-time= --tcp-nodelay --create-dirs -r,--range= -C,--continue-at= --max-redirs= --max-filesize= --limit-rate= -y,--speed-time= -Y,--speed-limit= " +
	"--post301 --post302 --post303 --path-as-is --proto= --proto-default= --proto-redir= -V,--version -h,--help? -q,--disable -l,--list-only -B,--use-ascii -j,--junk-session-cookies -Z,--parallel --parallel-max= -:,--next " +
	"-c,--cookie-jar=> -b,--cookie= -D,--dump-header=> --trace=> --trace-ascii=> --trace-time --stderr=> --libcurl=> --etag-save=> --etag-compare=< --hsts=! --alt-svc=! -n,--netrc --netrc-optional --netrc-file=< " +
	"-E,--cert= --key=< --cacert=< --capath=< --cert-type= --key-type= --pass= --pinnedpubkey= --crlfile=< -z,--time-cond= -K,--config=! -x,--proxy= --preproxy= --socks4= --socks4a= --socks5= --socks5-hostname= " +
	"--proxy1.0= --noproxy= -p,--proxytunnel --resolve= --connect-to= --doh-url= --interface= --local-port= --unix-socket=! --abstract-unix-socket=! --dns-servers=! -Q,--quote=! -t,--telnet-option=! -P,--ftp-port=! --variable=!"

// curlOperands are URLs. The host is told as exactly as it is known, because
// rules are about hosts.
func curlOperands(in *invocation, a *arguments) {
	urls := append(a.values("--url"), a.operands...)
	if a.has("-V", "-h") && len(urls) == 0 {
		return
	}
	for _, w := range urls {
		in.visit(w)
		if w.known && !a.has("-g") && globbedHost(w.text) {
			in.opaquef("curl would make several addresses of %s", w.text)
		}
	}
	if a.has("-L", "--location-trusted", "-K") || len(urls) == 0 || a.unsure {
		in.connect(anywhere) // a redirection leads anywhere
	}
	for _, g := range a.given {
		if g.valued {
			in.curlWay(g)
			in.curlData(g)
		}
	}
	if a.has("-O", "--remote-name-all") {
		folder := ""
		for _, w := range a.values("--output-dir") {
			folder = w.text + "/"
			if !w.known {
				in.doubtf("curl: the folder %q is not known", w.text)
			}
		}
		for _, w := range urls {
			name, _, _ := strings.Cut(w.text, "?")
			if !w.known || strings.ContainsAny(name, "{}[]#") {
				in.doubtf("curl: it is not known under which name %q is kept", w.text)
			}
			in.change(literal(folder + path.Base(name)))
		}
	} else if a.has("--output-dir") {
		in.doubtf("curl: --output-dir moves what -o names")
	}
	for _, w := range a.values("-o") {
		if strings.Contains(w.text, "#") {
			in.doubtf("curl: the name %q is put together from the URL", w.text)
		}
	}
}

// curlWay records where an option makes curl connect to instead of, or on the way
// to, the host of the URL.
func (in *invocation) curlWay(g given) {
	w := g.value
	switch g.name {
	case "-x", "--preproxy", "--socks4", "--socks4a", "--socks5", "--socks5-hostname", "--proxy1.0", "--doh-url":
		if !w.known || w.text != "" {
			in.connectTo([]word{w}, urlHost)
		}
	case "--connect-to": // HOST1:PORT1:HOST2:PORT2
		in.connectTo([]word{w}, func(text string) string {
			parts := strings.Split(text, ":")
			if len(parts) != 4 || parts[2] == "" {
				return anywhere
			}
			return hostOf(strings.TrimSuffix(parts[2]+":"+parts[3], ":"))
		})
	case "--resolve": // HOST:PORT:ADDRESS,ADDRESS
		parts := strings.SplitN(w.text, ":", 3)
		if !w.known || len(parts) != 3 {
			in.connect(anywhere)
			return
		}
		for address := range strings.SplitSeq(parts[2], ",") {
			in.connect(hostOf(strings.Trim(address, "[]")))
		}
	case "--interface":
		if !w.known || strings.Contains(w.text, "!") {
			in.connect(anywhere)
		}
	}
}

// curlData records the files that are sent or used because a value begins with @,
// or because it is the name of one.
func (in *invocation) curlData(g given) {
	text := g.value.text
	if !g.value.known {
		text = g.value.lead
	}
	at := strings.IndexByte(text, '@')
	switch g.name {
	case "-d", "--data-binary", "--json", "-H", "--proxy-header", "-w":
		if strings.Contains(text, "%output") || g.name == "-w" && !g.value.known {
			in.doubtf("curl: -w can write to a file")
		}
		if at != 0 && text != "" {
			return
		}
		at++
	case "--data-urlencode", "--url-query":
		// name@file, but not name=value@x
		if text != "" && strings.IndexByte(text, '=') >= 0 && (at < 0 || strings.IndexByte(text, '=') < at) {
			return
		}
		if at < 0 && g.value.known {
			return
		}
		at++
	case "-F":
		_, value, _ := strings.Cut(text, "=")
		if strings.ContainsAny(text, `"\,`) && value != "" && strings.IndexByte("@<", value[0]) >= 0 {
			in.doubtf("curl: it is not certain which files %q names", text)
			return
		}
		if value == "" && g.value.known || value != "" && strings.IndexByte("@<(", value[0]) < 0 {
			return
		}
		value, _, _ = strings.Cut(value, ";")
		at = strings.IndexByte(text, '=') + 2
		text = text[:min(len(text), at)] + value[min(1, len(value)):]
	case "-b":
		if strings.Contains(text, "=") {
			return
		}
		at = 0
	case "-T", "-z", "-E":
		if g.name == "-T" && g.value.known && among(text, "-", ".") {
			return
		}
		if strings.ContainsAny(text, "{}[]") {
			in.doubtf("curl: it is not certain which files %q names", text)
		}
		if g.name == "-E" {
			text, _, _ = strings.Cut(text, ":")
		}
		at = 0
	default:
		return
	}
	if !g.value.known {
		in.doubtf("curl: the value of %s is not known", g.name)
		return
	}
	if file := text[min(at, len(text)):]; file != "" && file != "-" {
		in.read(literal(file))
	}
}

const wgetOptions = "-q,--quiet -n --no-verbose -v,--verbose -S,--server-response --spider -c,--continue -N,--timestamping -O,--output-document=> -P,--directory-prefix=> -T,--timeout= -t,--tries= -w,--wait= -U,--user-agent= " +
	"--header= --user= --password= --no-check-certificate --show-progress --content-disposition! --post-data= --post-file=< --method= --body-data= --body-file=< -V,--version -h,--help -4,--inet4-only -6,--inet6-only " +
	"--max-redirect= --no-clobber --no-proxy --no-cookies --no-cache --limit-rate= --load-cookies=< --save-cookies=> --certificate=< --private-key=< --ca-certificate=< --connect-timeout= --read-timeout= --dns-timeout= " +
	"--waitretry= --retry-connrefused --referer= --compression= --progress= -e,--execute=! -i,--input-file= -o,--output-file=> -a,--append-output=> --config=! --use-askpass=! -r,--recursive! -m,--mirror! " +
	"-p,--page-requisites! -k,--convert-links! -x,--force-directories!"

func wgetOperands(in *invocation, a *arguments) {
	lists := a.values("-i")
	in.readAll(lists)
	if len(a.operands)+len(lists) == 0 {
		return
	}
	for _, w := range a.operands {
		in.visit(w)
	}
	fixed := false
	for _, w := range a.values("--max-redirect") {
		fixed = w.known && w.text == "0"
	}
	if !fixed || len(lists) > 0 || a.unsure || a.has("-e", "--config") {
		in.connect(anywhere) // it follows redirections
	}
	if !a.has("-O", "--spider", "-P") {
		in.write(here())
	}
}
