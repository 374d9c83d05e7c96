package wire

import "jig/tool"

// Request is what a model is asked: a conversation, and the tools it may use.
type Request struct {
	// Model is the provider's name for it.
	Model    string
	System   string
	Messages []Message
	// Tools are what the model may call, in an order that does not change between
	// requests, so that providers can cache it.
	Tools []tool.Definition
	// Choice says whether it may call ("auto" or empty), must ("any"), must not ("none"),
	// or which one it must.
	Choice string
	// MaxTokens bounds the answer; zero for the provider's default.
	MaxTokens int
	// Effort asks for thinking: "low", "medium" or "high"; empty for what the model does
	// by itself.
	Effort string
	// Temperature is nil for the default.
	Temperature *float64
	// Stream asks for the answer as it is made.
	Stream bool
	// Cache asks the provider to remember the conversation until here, where that has to
	// be asked for.
	Cache bool
}

// Mode is how a model is told about tools.
type Mode string

// The modes of calling.
const (
	// Native leaves it to the provider.
	Native Mode = "native"
	// PromptBased describes the tools in the instructions, in the dialect that the
	// model knows, and reads its calls from its text.
	PromptBased Mode = "prompt"
)
