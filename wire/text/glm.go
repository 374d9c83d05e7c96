package text

import (
	"encoding/json"
	"strings"
)

// glm45 is the format of GLM 4.5 and 4.6.
func glm45() format { return glm("glm4_moe", "glm45", "glm46") }

// glm47 is the format of GLM 4.7 and 5.
func glm47() format { return glm("glm47", "glm5") }

func glm(name string, aliases ...string) format {
	f := pairs()
	f.value = glmValue
	made := f.format(name, aliases...)
	made.drop = append(made.drop, "<|observation|>", "<|user|>", "<|endoftext|>")
	return made
}

// glmValue undoes that the model has written a value as JSON inside of JSON.
func glmValue(text string) string {
	s := strings.TrimSpace(text)
	if len(s) < 2 {
		return text
	}
	var inner string
	switch first, last := s[0], s[len(s)-1]; {
	case first == '"' && last == '"':
		if json.Unmarshal([]byte(s), &inner) == nil {
			return inner
		}
		// What JSON does not know as an escape was meant as it stands; but a text that
		// only begins and ends with quotes has more of them.
		if inner = s[1 : len(s)-1]; !strings.Contains(inner, `"`) {
			return inner
		}
	case first == '[' && last == ']' || first == '{' && last == '}':
		if strings.Contains(s, `\"`) && !json.Valid([]byte(s)) &&
			json.Unmarshal([]byte(`"`+s+`"`), &inner) == nil && json.Valid([]byte(inner)) {
			return inner
		}
	}
	return text
}
