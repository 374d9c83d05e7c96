package connect

import (
	"fmt"
	"slices"
	"strings"

	"jig/internal/spelling"
)

// Provider is somebody who serves models.
type Provider struct {
	// Name is what stands before the slash in the name of a model.
	Name    string
	Aliases []string
	// Title is the name for people.
	Title string
	// KeyVariables are the environment variables that hold the key, the first that is set
	// counts. A provider without any needs no key.
	KeyVariables []string
	// KeyOptional says that it is asked without a key where there is none.
	KeyOptional bool
	// BaseURL is where its API is; empty if only the caller knows.
	BaseURL string
	// BaseVariable is the environment variable that overrides BaseURL.
	BaseVariable string
	// Start says how to start it, for those that run on one's own machine.
	Start string
	// Pull is how to get a model that it does not have yet.
	Pull string

	dial dialer
}

// Providers gives all of them, those of the large models first.
func Providers() []Provider {
	return []Provider{
		{Name: "anthropic", Aliases: []string{"claude"}, Title: "Anthropic", KeyVariables: []string{"ANTHROPIC_API_KEY"}, BaseURL: "https://api.anthropic.com/", BaseVariable: "ANTHROPIC_BASE_URL", dial: dialAnthropic},
		{Name: "openai", Title: "OpenAI", KeyVariables: []string{"OPENAI_API_KEY"}, BaseURL: "https://api.openai.com/v1/", BaseVariable: "OPENAI_BASE_URL", dial: dialResponses},
		{Name: "openai-chat", Title: "OpenAI, by Chat Completions", KeyVariables: []string{"OPENAI_API_KEY"}, BaseURL: "https://api.openai.com/v1/", BaseVariable: "OPENAI_BASE_URL", dial: dialChat},
		{Name: "gemini", Aliases: []string{"google"}, Title: "Google Gemini", KeyVariables: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, BaseURL: "https://generativelanguage.googleapis.com/", BaseVariable: "GOOGLE_GEMINI_BASE_URL", dial: dialGemini},
		{Name: "openrouter", Title: "OpenRouter", KeyVariables: []string{"OPENROUTER_API_KEY"}, BaseURL: "https://openrouter.ai/api/v1/", dial: dialChat},
		{Name: "groq", Title: "Groq", KeyVariables: []string{"GROQ_API_KEY"}, BaseURL: "https://api.groq.com/openai/v1/", dial: dialChat},
		{Name: "deepseek", Title: "DeepSeek", KeyVariables: []string{"DEEPSEEK_API_KEY"}, BaseURL: "https://api.deepseek.com/v1/", dial: dialChat},
		{Name: "mistral", Title: "Mistral", KeyVariables: []string{"MISTRAL_API_KEY"}, BaseURL: "https://api.mistral.ai/v1/", dial: dialChat},
		{Name: "xai", Aliases: []string{"grok"}, Title: "xAI", KeyVariables: []string{"XAI_API_KEY"}, BaseURL: "https://api.x.ai/v1/", dial: dialChat},
		{Name: "together", Title: "Together", KeyVariables: []string{"TOGETHER_API_KEY"}, BaseURL: "https://api.together.xyz/v1/", dial: dialChat},
		{Name: "ollama", Title: "Ollama", KeyVariables: []string{"OLLAMA_API_KEY"}, KeyOptional: true, BaseURL: "http://127.0.0.1:11434/", BaseVariable: "OLLAMA_HOST", Start: "ollama serve", Pull: "ollama pull", dial: dialOllama},
		{Name: "lmstudio", Title: "LM Studio", KeyVariables: []string{"LMSTUDIO_API_KEY"}, KeyOptional: true, BaseURL: "http://127.0.0.1:1234/v1/", BaseVariable: "LMSTUDIO_BASE_URL", Start: "lms server start", Pull: "lms get", dial: dialChat},
		{Name: "vllm", Title: "vLLM", KeyVariables: []string{"VLLM_API_KEY"}, KeyOptional: true, BaseURL: "http://127.0.0.1:8000/v1/", BaseVariable: "VLLM_BASE_URL", Start: "vllm serve MODEL", dial: dialChat},
		{Name: "llamacpp", Aliases: []string{"llama.cpp"}, Title: "llama.cpp", KeyVariables: []string{"LLAMACPP_API_KEY"}, KeyOptional: true, BaseURL: "http://127.0.0.1:8080/v1/", BaseVariable: "LLAMACPP_BASE_URL", Start: "llama-server --jinja -m FILE", dial: dialChat},
		{Name: "compatible", Title: "any server that speaks like OpenAI's", KeyVariables: []string{"COMPATIBLE_API_KEY"}, KeyOptional: true, BaseVariable: "COMPATIBLE_BASE_URL", dial: dialChat},
	}
}

// List gives the names of the providers, for help texts.
func List() []string {
	var names []string
	for _, p := range Providers() {
		names = append(names, p.Name)
	}
	return names
}

// split takes the name of a model apart.
func split(name string) (Provider, string, error) {
	first, rest, found := strings.Cut(name, "/")
	if !found || rest == "" {
		if p, ok := providerOf(first); ok {
			return Provider{}, "", fmt.Errorf("%q is a provider and no model: write provider/model, here %s/MODEL", name, p.Name)
		}
		hint := ""
		if home := homeOf(name); home != "" {
			hint = fmt.Sprintf("; perhaps %s/%s", home, name)
		}
		return Provider{}, "", fmt.Errorf("%q is not the name of a model: write provider/model, such as anthropic/claude-sonnet-4-5%s", name, hint)
	}
	if p, ok := providerOf(first); ok {
		return p, rest, nil
	}
	hint := ""
	if near := nearest(strings.ToLower(first)); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return Provider{}, "", fmt.Errorf("there is no provider %q%s The providers are %s", first, orPeriod(hint), strings.Join(List(), ", "))
}

// providerOf finds a provider by one of its names.
func providerOf(name string) (Provider, bool) {
	folded := strings.ToLower(name)
	for _, p := range Providers() {
		if p.Name == folded || slices.Contains(p.Aliases, folded) {
			return p, true
		}
	}
	return Provider{}, false
}

func orPeriod(hint string) string {
	if hint == "" {
		return "."
	}
	return hint
}

// nearest is the provider whose name was probably meant.
func nearest(name string) string {
	if len(name) > 40 {
		return ""
	}
	best, near := 3, ""
	for _, p := range Providers() {
		for _, known := range append([]string{p.Name}, p.Aliases...) {
			if d := spelling.Distance(name, known); d < best {
				best, near = d, p.Name
			}
		}
	}
	return near
}
