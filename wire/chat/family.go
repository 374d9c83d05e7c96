package chat

import (
	"strings"

	"jig/wire/internal/transcript"
)

// family is what is known about the servers that have a model.
type family struct {
	noStreamOptions bool
	id              func(string) string // makes identifiers of calls valid
}

// maxID is how long identifiers of calls may be at OpenAI.
const maxID = 40

func familyOf(model string) family {
	f := family{id: transcript.AtMost(maxID)}
	name := strings.ToLower(model)
	for _, theirs := range []string{"mistral", "mixtral", "ministral", "magistral", "codestral", "devstral", "pixtral", "voxtral"} {
		if strings.Contains(name, theirs) {
			f.id = mistralID
			// With an owner in its name the model is at somebody else's, who needs to
			// be asked for the usage.
			f.noStreamOptions = !strings.Contains(name, "/")
			break
		}
	}
	return f
}

// mistralID makes identifiers that Mistral's models and templates take: nine letters and
// digits.
func mistralID(id string) string {
	if len(id) == 9 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" {
		return id
	}
	return transcript.Hash(id, 9)
}
