package policy

import "fmt"

// Effect is the outcome of a decision. The zero value is no decision.
type Effect uint8

// The effects, from mild to strict.
const (
	None Effect = iota
	Allow
	Ask
	Deny
)

func (e Effect) String() string {
	switch e {
	case None:
		return "none"
	case Allow:
		return "allow"
	case Ask:
		return "ask"
	case Deny:
		return "deny"
	}
	return fmt.Sprintf("effect(%d)", uint8(e))
}

// MarshalText writes the effect as a word.
func (e Effect) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads an effect by its word.
func (e *Effect) UnmarshalText(text []byte) error {
	for _, known := range []Effect{Allow, Ask, Deny} {
		if known.String() == string(text) {
			*e = known
			return nil
		}
	}
	return fmt.Errorf("unknown effect %q: use allow, ask or deny", text)
}
