package shell

import "strings"

// judgeLsof takes the value of -i away before the rest is sorted: it may stand in
// the next word, and is no file.
func judgeLsof() judge {
	sort := program{
		options: "-ablnNoOPQRtUvVwXCEhH -c= -d? -D! -f? -F? -g? -i? -k! -K? -L? -m! -p= -r? -s? -S? -T? -u= -x? -A! -e= -z? -Z?", exact: true,
		operands: lsofOperands,
	}.judge()
	return func(in *invocation) {
		all, kept := in.args, make([]word, 0, len(in.args))
		for i := 0; i < len(all); i++ {
			w := all[i]
			if i+1 < len(all) && w.known && lsofInternet(w.text) && all[i+1].known && !strings.HasPrefix(all[i+1].text, "-") && !strings.HasPrefix(all[i+1].text, "+") {
				w = literal(w.text + all[i+1].text)
				i++
			}
			kept = append(kept, w)
		}
		in.args = kept
		sort(in)
		in.args = all
	}
}

// lsofInternet reports whether a word of flags ends in -i.
func lsofInternet(text string) bool {
	return strings.HasPrefix(text, "-") && strings.HasSuffix(text, "i") && strings.Trim(text[1:len(text)-1], "ablnNoOPQRtUvVwXCEhH") == ""
}

// lsofOperands are files. Unless told not to, lsof asks for the names of the
// addresses that it shows; that is let pass where only a port is asked for.
func lsofOperands(in *invocation, a *arguments) {
	in.readAll(a.operands)
	ports := a.has("-i")
	for _, g := range a.given {
		if g.name != "-i" {
			continue
		}
		protocol, port, _ := strings.Cut(strings.ToLower(g.value.text), ":")
		ports = ports && g.value.known && among(strings.TrimLeft(protocol, "46"), "", "tcp", "udp") && port != "" && strings.Trim(port, "0123456789,-") == ""
		if strings.Contains(g.value.text, "@") {
			in.connect(anywhere) // a name is looked up
		}
	}
	if !a.has("-n") && !ports {
		in.connect(anywhere)
	}
}
