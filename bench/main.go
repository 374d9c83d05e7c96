// Command bench measures jig beside its peers.
//
// Everything that is compared is measured in the same run, in turns (see race), because a figure from another day or another
// machine says little: absolute times move by a factor of two between runs, ratios by a tenth. One line per comparison goes
// to standard output,
//
//	name  ours  other  ratio  goal  ok
//
// separated by tabs, and nothing else does; progress goes to standard error. The exit status is 1 when a goal is missed. A
// run of all groups also rewrites the tables of docs/benchmarks.md, which explains what each group measures, and of the
// README.
//
// The program is a module of its own, so that nobody who uses jig inherits the dependencies of its rivals.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"jig/sandbox"
)

// A group is a set of comparisons that belong together and can be run alone.
type group struct {
	name  string
	about string
	run   func(ctx context.Context, b budget) ([]line, error)
}

// groups are all groups, in the order they run and are documented. A new group is one file and one line here.
func groups() []group {
	return []group{
		{"dispatch", "one typed call, and a batch of eight, from raw arguments to answer, beside other frameworks", dispatch},
		{"schedule", "makespan of random batches of reads and writes, against the least possible and other strategies", schedule},
		{"gate", "what a decision of the gate costs, against the time it may take", gate},
		{"scale", "time and memory per call as a turn grows from 1 to 10,000 calls", scale},
		{"shell", "starting a command that can be ended with all that it starts, and ending it", shell},
		{"files", "all files of a source tree, ignore files honoured, beside ripgrep", files},
		{"grep", "lines of source trees by pattern, beside ripgrep", grep},
		{"wire", "reading an answer that comes in pieces of three bytes, against the time it may take", wires},
		{"agent", "calls that start while the answer still comes, and sessions of a thousand turns", agents},
	}
}

// errMissed says that the measurement went well and jig did not.
var errMissed = errors.New("a goal is missed")

func main() {
	sandbox.MaybeInit() // the shell group's commands are started by this program, started again
	os.Exit(status())
}

// status runs the program and returns its exit status: 1 for a missed goal, 2 for anything else that went wrong.
func status() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := bench(ctx, os.Args[1:], os.Stdout)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	fmt.Fprintln(os.Stderr, "bench:", err)
	if errors.Is(err, errMissed) {
		return 1
	}
	return 2
}

func bench(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	only := flags.String("only", "", "run only these groups, separated by commas")
	list := flags.Bool("list", false, "list the groups and stop")
	rounds := flags.Int("rounds", 24, "how often each contender gets its turn")
	slice := flags.Duration("time", 40*time.Millisecond, "how long a turn is")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *rounds < 1 || *slice <= 0 {
		return errors.New("usage: bench [-only group,...] [-rounds n] [-time d] [-list], with n and d above 0")
	}
	if *list {
		for _, g := range groups() {
			if _, err := fmt.Fprintf(out, "%s\t%s\n", g.name, g.about); err != nil {
				return err
			}
		}
		return nil
	}
	chosen, err := choose(groups(), *only)
	if err != nil {
		return err
	}

	measured := map[string][]line{}
	missed := false
	for _, g := range chosen {
		fmt.Fprintf(os.Stderr, "%s: %s\n", g.name, g.about)
		lines, err := g.run(ctx, budget{rounds: *rounds, slice: *slice})
		if err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
		measured[g.name] = lines
		for _, l := range lines {
			if _, err := fmt.Fprintln(out, strings.Join(l.cells(), "\t")); err != nil {
				return err
			}
			missed = missed || !l.met()
		}
	}
	if *only == "" {
		if err := rewrite(chosen, measured); err != nil {
			return err
		}
	}
	if missed {
		return errMissed
	}
	return nil
}

// choose returns the groups that are named in only, all when it is empty.
func choose(all []group, only string) ([]group, error) {
	if only == "" {
		return all, nil
	}
	var chosen []group
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(all, func(g group) bool { return g.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no group %q: see -list", name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}
