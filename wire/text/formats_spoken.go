package text

// spokenFormats are those whose calls are spoken: written as calls of Python, or as
// messages on channels, rather than as JSON or tags in an envelope.
func spokenFormats() []format {
	return []format{
		functiongemma(),
		gemma4(),
		harmony(),
		inkling(),
		kimiK3(),
		lfm2(),
		llama4Pythonic(),
		olmo3(),
		pythonic(),
	}
}
