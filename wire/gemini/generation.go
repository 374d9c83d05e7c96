package gemini

import (
	"fmt"
	"strconv"
	"strings"

	"jig/wire"
)

// generation says how the answer is made.
type generation struct {
	MaxOutput   int       `json:"maxOutputTokens,omitzero"`
	Temperature *float64  `json:"temperature,omitzero"`
	Thinking    *thinking `json:"thinkingConfig,omitzero"`
}

// thinking asks the model to think and to tell what it thought.
type thinking struct {
	Include bool   `json:"includeThoughts"`
	Level   string `json:"thinkingLevel,omitzero"`
	Budget  int    `json:"thinkingBudget,omitzero"`
}

// generate renders what the request says about the answer.
func generate(req *wire.Request, v version) (*generation, error) {
	g := generation{MaxOutput: max(0, req.MaxTokens), Temperature: req.Temperature}
	budget := 0
	switch req.Effort {
	case "":
	case "low":
		budget = 1024
	case "medium":
		budget = 8192
	case "high":
		budget = 24576
	default:
		return nil, fmt.Errorf("there is no effort %q: use low, medium or high", req.Effort)
	}
	switch {
	case budget == 0 || !v.thinks():
	case v.levels():
		g.Thinking = &thinking{Include: true, Level: strings.ToUpper(req.Effort)}
		if req.Effort == "medium" && v.coarse {
			g.Thinking.Level = "HIGH"
		}
	default:
		g.Thinking = &thinking{Include: true, Budget: budget}
	}
	if g == (generation{}) {
		return nil, nil
	}
	return &g, nil
}

// version is which generation of Gemini a model is; zero if its name does not say it.
type version struct {
	major, minor int
	gemini       bool
	coarse       bool // it thinks little or much, and nothing between
}

// versionOf reads names such as gemini-2.5-flash, models/gemini-3-pro-preview and
// publishers/google/models/gemini-2.0-flash-001.
func versionOf(model string) version {
	_, rest, ok := strings.Cut(strings.ToLower(model), "gemini-")
	v := version{gemini: ok || model == ""}
	number, family, _ := strings.Cut(rest, "-")
	major, minor, _ := strings.Cut(number, ".")
	if n, err := strconv.Atoi(major); ok && err == nil {
		v.major = n
		if v.minor, err = strconv.Atoi(minor); err != nil {
			v.minor = 0
		}
	}
	v.coarse = v.major == 3 && v.minor == 0 && strings.HasPrefix(family, "pro")
	return v
}

// thinks says that the model can think.
func (v version) thinks() bool {
	return v.gemini && (v.major == 0 || v.major > 2 || v.major == 2 && v.minor >= 5)
}

// levels says that it is told how much in words. Models whose version is not known take a
// budget, which all take.
func (v version) levels() bool { return v.gemini && v.major >= 3 }

// signs says that the model signs its calls and checks that; and that it takes images inside
// of results.
func (v version) signs() bool { return v.gemini && v.major >= 3 }
