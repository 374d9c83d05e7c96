package journal

// titleMark remembers where the title was said last, if that was not in the header.
type titleMark struct {
	changed bool
	seq     int64
}

// near is how many records may follow a title before it is said again when the session
// is closed: who lists sessions reads their beginnings and ends only.
const near = 8

type titleData struct {
	Title string `json:"title"`
}

// SetTitle gives the session a new title.
func (j *Journal) SetTitle(title string) error {
	seq, err := j.Commit(TitleKind, titleData{title})
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.header.Title = j.store.opt.Redactor.Text(title)
	j.title = titleMark{changed: true, seq: seq}
	return nil
}

// seeTitle takes a title from a record that was read.
func (j *Journal) seeTitle(r *Record) error {
	if r.Kind != TitleKind {
		return nil
	}
	var t titleData
	if err := r.Decode(&t); err != nil {
		return err
	}
	j.header.Title = t.Title
	j.title = titleMark{changed: true, seq: r.Seq}
	return nil
}

// repeatTitle says the title again at the end of the session, if it was said long ago.
// It is called with mu held.
func (j *Journal) repeatTitle() error {
	if j.err != nil || !j.title.changed || j.next-j.title.seq <= near {
		return nil //nolint:nilerr // what failed before has been told
	}
	data, err := encode(titleData{j.header.Title})
	if err != nil {
		return err
	}
	return j.put(&Record{Kind: TitleKind, Data: data})
}
