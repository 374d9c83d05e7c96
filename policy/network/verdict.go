package network

// Effect is what shall happen. The zero value denies.
type Effect uint8

// The effects, from the strictest.
const (
	Deny Effect = iota
	Ask
	Allow
)

// String is the effect in a word.
func (e Effect) String() string {
	switch e {
	case Deny:
		return "deny"
	case Ask:
		return "ask"
	case Allow:
		return "allow"
	}
	return "unknown"
}

// Verdict is what the rules say about a URL.
type Verdict struct {
	Effect Effect
	// Host is the host in normal form, empty when it could not be read.
	Host string
	// Reason says why, for a person and for the model.
	Reason string
	// Rule is the entry of a list that decided, if one did.
	Rule string
}

// stricter is the stricter of two verdicts, the first when they agree.
func (v Verdict) stricter(w Verdict) Verdict {
	if w.Effect < v.Effect {
		return w
	}
	return v
}
