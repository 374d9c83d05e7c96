package official_test

import (
	"testing"

	"google.golang.org/genai"
)

// geminiRequest is a request in the types of the client, which has none for the whole.
type geminiRequest struct {
	System     *genai.Content          `json:"systemInstruction,omitempty"`
	Tools      []*genai.Tool           `json:"tools,omitempty"`
	ToolConfig *genai.ToolConfig       `json:"toolConfig,omitempty"`
	Contents   []*genai.Content        `json:"contents"`
	Generation *genai.GenerationConfig `json:"generationConfig,omitempty"`
}

func TestRequestsToGeminiAreKnownToItsClient(t *testing.T) {
	for name, sent := range golden(t, "gemini") {
		t.Run(name, func(t *testing.T) {
			switch name {
			case "results.json":
				survives[genai.Content](t, sent)
			case "tool_list.json":
				survives[[]*genai.Tool](t, sent)
			default:
				survives[geminiRequest](t, sent)
			}
		})
	}
}
