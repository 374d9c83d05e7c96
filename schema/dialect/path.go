package dialect

import "strings"

// path is a place in the original document. Places share their prefixes and become text only when a Loss names them.
type path struct {
	up    *path
	token string
}

func (p *path) child(token string) *path { return &path{up: p, token: token} }

// String is the place as a JSON pointer; the root is the empty string.
func (p *path) String() string {
	var tokens []string
	for ; p != nil && p.up != nil; p = p.up {
		tokens = append(tokens, p.token)
	}
	var b strings.Builder
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for i := len(tokens) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(escape.Replace(tokens[i]))
	}
	return b.String()
}
