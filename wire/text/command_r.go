package text

// commandR is the format of Cohere's Command models: an array of actions, in tokens of
// its own or, before Command R7B, in a code fence behind the word "Action:".
func commandR() format {
	action := &jsonBlock{closes: []string{"<|END_ACTION|>"}}
	fenced := &jsonBlock{jsonStyle: jsonStyle{full: true}, noObject: true}
	return format{
		name:    "command_r",
		aliases: []string{"command_r7b", "cohere2"},
		think:   []span{{"<|START_THINKING|>", "<|END_THINKING|>"}},
		drop: []string{
			"<|START_RESPONSE|>", "<|END_RESPONSE|>", "<|START_TEXT|>", "<|END_TEXT|>",
			"<|END_OF_TURN_TOKEN|>", "<|CHATBOT_TOKEN|>",
		},
		marks: []string{"<|START_ACTION|>", "Action:"},
		read: func(mark string) reader {
			if mark == "Action:" {
				return fenced.reader(mark)
			}
			return action.reader(mark)
		},
	}
}
