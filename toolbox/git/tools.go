package git

import (
	"context"
	"time"

	"jig/tool"
	"jig/workspace"
)

// Tools are all tools of this package.
func Tools(sess *workspace.Session) []tool.Tool {
	return []tool.Tool{Status(sess), Diff(sess), Log(sess), Show(sess), Blame(sess)}
}

// timeout bounds one call; large histories take their time.
const timeout = 60 * time.Second

// request is what a call asks of git.
type request struct {
	repo string // a folder in the repository
	path string // a file or folder in it
	// args are those of git, without the path.
	args []string
	// names are the arguments that make git list the files whose content is shown,
	// one after the other with a zero byte between them; commits are added to them.
	names   []string
	commits []string
	// content is set when the content of files is shown and not only names.
	content bool
	summary string
	empty   string // what to say when git says nothing
}

// reader makes a tool of a function that turns arguments into a request.
func reader[In any](sess *workspace.Session, spec tool.Spec, ask func(In) (request, error)) *tool.Typed[In, *tool.Result] {
	if sess == nil {
		panic("git: there is no session to read in")
	}
	spec.Category = tool.FileSystem
	spec.Access = tool.ReadOnly
	spec.Timeout = timeout
	spec.Keywords = append(spec.Keywords, "git", "repository", "version control")
	return tool.New(spec, func(ctx context.Context, in In) (*tool.Result, error) {
		req, err := ask(in)
		if err != nil {
			return nil, err
		}
		at, err := locate(sess, req)
		if err != nil {
			return nil, err
		}
		if err := at.still(ctx, req); err != nil {
			return nil, err
		}
		return at.read(ctx, req)
	}).WithCheck(func(_ context.Context, in In) error {
		_, err := ask(in)
		return err
	}).WithPlan(func(ctx context.Context, in In) (*tool.Intent, error) {
		req, err := ask(in)
		if err != nil {
			return nil, err
		}
		at, err := locate(sess, req)
		if err != nil {
			return nil, err
		}
		return at.intent(ctx, req), nil
	})
}
