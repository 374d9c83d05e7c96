package shell

// here is the working folder as an operand.
func here() word { return word{text: ".", known: true} }

// literal makes a word whose value is known.
func literal(text string) word { return word{text: text, known: true} }

// readAll reports the words as files that are read; "-" is standard input.
func (in *invocation) readAll(words []word) {
	for _, w := range words {
		if !w.known || w.text != "-" {
			in.read(w)
		}
	}
}

// readOperands is for programs that read their operands, or standard input.
func readOperands(in *invocation, a *arguments) { in.readAll(a.operands) }

// readOrHere is for programs that read the working folder if nothing is named.
func readOrHere(in *invocation, a *arguments) {
	if len(a.operands) == 0 {
		in.read(here())
	}
	in.readAll(a.operands)
}

// noOperands is for programs that take none; an operand could be a command.
func noOperands(in *invocation, a *arguments) {
	for _, w := range a.operands {
		in.doubtf("%s: operand %q is not expected", in.name, w.text)
	}
}

// inThenOut is for programs whose second operand is the output.
func inThenOut(in *invocation, a *arguments) {
	if len(a.operands) == 0 {
		return
	}
	if first := a.operands[0]; first.many && !first.known {
		in.doubtf("%s: %q can become several words, and the second is written", in.name, first.text)
	}
	in.readAll(a.operands[:1])
	for _, w := range a.operands[1:] {
		if !w.known || w.text != "-" {
			in.output(w)
		}
	}
}

// refuse is for programs that are known, and known not to be provable.
func refuse(why string) judge {
	return func(in *invocation) { in.doubtf("%s %s", in.name, why) }
}

// subject is the name of the first operand if it is known.
func (a *arguments) subject() string {
	if len(a.operands) > 0 && a.operands[0].known {
		return a.operands[0].text
	}
	return ""
}

// texts are the values of the words, and whether all are known.
func texts(words []word) ([]string, bool) {
	all, known := make([]string, len(words)), true
	for i, w := range words {
		all[i] = w.text
		known = known && w.known
	}
	return all, known
}
