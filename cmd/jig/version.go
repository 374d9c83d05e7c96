package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
)

func versionCommand(out *cli.Output) *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the version",
		Args:              noOperands,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			out.Text(version())
			return nil
		},
	}
}

// version says which jig this is, and which Go built it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "jig devel"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
	}
	return "jig " + v + " (" + info.GoVersion + ")"
}
