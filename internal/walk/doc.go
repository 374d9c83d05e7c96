// Package walk visits the files of a tree, as fast as the system lists them.
//
// [Files] calls a function for every file below a folder, from several goroutines
// at once. Files that ignore rules exclude (see package ignore) and hidden ones
// are left out unless asked for, links are not followed unless asked to, and the
// insides of .git never show. What it costs is little more than the system's own
// listing: folders are opened by their name in the folder above, nothing is asked
// about a file that the listing has said already, and no file gets a path of its
// own in memory unless the visitor wants one.
//
//	report, err := walk.Files(ctx, root, walk.Options{}, func(worker int, e *walk.Entry) error {
//		f, err := e.Open()
//		…
//	})
//
// Folders wait on one stack that all workers share; the one put there last is
// taken first, so that few wait even in a large tree. The files of a folder are
// visited by the worker that listed it, while the listing is still in its cache;
// only when others have nothing to do does it give away half of what is left.
//
// [List] is the other way to ask: one folder, all at once, in order.
package walk
