package journal

import "os"

// WithSync is for tests that count syncs, hold them up, or let them fail.
func (o Options) WithSync(sync func(*os.File) error) Options {
	o.sync = sync
	return o
}
