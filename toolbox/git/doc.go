// Package git holds tools that read a Git repository: git_status, git_diff,
// git_log, git_show and git_blame.
//
// They run the git that is installed, because nothing else reads every repository.
// But a repository is data from somewhere, and git obeys what stands in it: its
// configuration can name programs to monitor files, to convert them and to show
// them. So git runs in a hardened way. Each of those settings is overruled, for all
// filters by name; no external diff, no text conversion, no hooks, no pager, no
// prompt, no network and no submodules; no environment variable of Git's from
// outside; nothing is written, not even a refreshed index. The working tree is the
// folder that holds .git, wherever core.worktree points.
//
// Arguments cannot become options: what begins with a hyphen is refused, revisions
// stand behind --end-of-options and paths behind "--", taken literally.
//
// Where the repository keeps its data, which may be elsewhere (worktrees,
// alternates), is part of the stated intent and is checked like any other path.
package git
