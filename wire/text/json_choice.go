package text

// jsonChoice is for formats that have several shapes under one mark. The first byte that
// is not white space says which it is.
type jsonChoice struct {
	mark string
	pick func(c byte, mark string) reader
	at   int
	as   reader
}

func (r *jsonChoice) read(in []byte, final bool, out *calls) (int, verdict) {
	if r.as == nil {
		r.at = jsonSpace(in, max(r.at, len(r.mark)))
		if r.at == len(in) {
			if final {
				return r.at, refused
			}
			return 0, more
		}
		r.as = r.pick(in[r.at], r.mark)
	}
	return r.as.read(in, final, out)
}
