package text

// A lasting reader can read another block that begins with the same mark, when it is done
// with one: answers with many calls would otherwise make a reader for each.
type lasting interface {
	reader
	// renew makes the reader as it was when it was made. It may keep memory, but nothing of the
	// answer: the next one that it reads may be somebody else's, and may be long in coming.
	renew()
}

// renew implements lasting.
func (r *jsonBlockReader) renew() {
	r.scan.reset(0)
	if r.scan.first = nil; r.bare {
		r.scan.first = jsonCallKey
	}
	r.at, r.safe, r.shown, r.state = r.begins, 0, 0, nil
	r.array, r.fenced, r.given, r.passing = false, false, false, false
}

// renew implements lasting.
func (r *taggedReader) renew() {
	r.args.reset()
	*r = taggedReader{tagged: r.tagged, args: r.args, words: r.words, block: r.begins.block, pos: r.begins.pos, begins: r.begins}
}

// renew implements lasting.
func (b *gemmaBlock) renew() {
	b.values.reset()
	*b = gemmaBlock{gemmaShape: b.gemmaShape, mark: b.mark, bare: b.bare, stack: kept(b.stack, mostHeld), values: b.values, words: b.words}
	if !b.bare {
		b.pos = b.mark
	}
}

// renew implements lasting.
func (b *pyBare) renew() {
	if b.pos = 0; b.block != nil {
		b.block.renew()
		b.idle, b.block = b.block, nil
	}
}

// renew implements lasting.
func (b *pyBlock) renew() {
	b.values.reset()
	*b = pyBlock{
		pyShape: b.pyShape, mark: b.mark, bare: b.bare, values: b.values, words: b.words, spare: kept(b.spare, mostHeld),
		scan: pyScan{stack: kept(b.scan.stack, mostHeld), strs: kept(b.scan.strs, mostNames)},
	}
	if !b.bare {
		b.pos = b.mark
	}
}

// renew implements lasting.
func (b *autoBracket) renew() {
	if b.pos = 0; b.block != nil {
		b.block.renew()
		b.idle, b.block = b.block, nil
	}
}

// renew implements lasting.
func (b *autoBlock) renew() {
	if try, ok := b.try.(lasting); ok {
		try.renew()
		b.idle, b.idleAt = try, b.at
	}
	b.try, b.begun, b.given, b.text, b.at = nil, false, false, 0, 0
	b.warned, b.doubts = nil, nil
	b.out, b.taker = calls{}, autoTaker{}
}
