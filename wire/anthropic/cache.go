package anthropic

import "jig/wire"

// cache marks the end of what the provider shall remember.
type cache struct {
	Type string `json:"type"`
}

// remember marks what stays the same from one request to the next: the tools, the
// instructions, and the conversation up to the last message of the user and up to the one
// before. The provider takes four marks. It looks for what it remembers not far before a mark,
// which is why there are two in the conversation: the earlier one is where the last
// request ended.
func (r *request) remember() {
	mark := &cache{Type: "ephemeral"}
	if n := len(r.Tools); n > 0 {
		r.Tools[n-1].Cache = mark
	}
	if n := len(r.System); n > 0 {
		r.System[n-1].Cache = mark
	}
	left := 2
	for i := len(r.Messages) - 1; i >= 0 && left > 0; i-- {
		t := &r.Messages[i]
		if t.Role != wire.User {
			continue
		}
		if end, ok := t.Content[len(t.Content)-1].(*param); ok {
			end.Cache = mark
			left--
		}
	}
}
