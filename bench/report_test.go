package main

import (
	"slices"
	"strings"
	"testing"
)

func TestALineShowsItsVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		line line
		want string
	}{
		"below the goal is yes":             {compare("a", 812, 1000, 1, nanoseconds), "a 812ns 1000ns 0.812 <=1.00 yes"},
		"at the goal as it is shown is yes": {compare("a", 10004, 10000, 1, nanoseconds), "a 10.0us 10.0us 1.000 <=1.00 yes"},
		"above the goal is no":              {compare("a", 1001, 1000, 1, nanoseconds), "a 1001ns 1000ns 1.001 <=1.00 no"},
		"without a goal there is none":      {compare("a", 2048, 1024, 0, size), "a 2048B 1024B 2.000 - -"},
		"long times are in milliseconds":    {compare("a", 52.5e6, 105e6, 1.05, nanoseconds), "a 52.50ms 105.00ms 0.500 <=1.05 yes"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(c.line.cells(), " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestBetweenReplacesOnlyWhatIsMarked(t *testing.T) {
	page := "before\n" + marker("begin", "x") + "\nold\n" + marker("end", "x") + "\nafter\n"
	want := "before\n" + marker("begin", "x") + "\nnew\n" + marker("end", "x") + "\nafter\n"
	got, found := between(page, "x", "new\n")
	if !found || got != want {
		t.Errorf("found %v, got %q", found, got)
	}
	if again, _ := between(got, "x", "new\n"); again != want {
		t.Errorf("a second time it became %q", again)
	}
	for name, page := range map[string]string{"no marker": "text", "no end": marker("begin", "x") + "text"} {
		if got, found := between(page, "x", "new\n"); found || got != page {
			t.Errorf("%s: found %v, got %q", name, found, got)
		}
	}
}

func TestTheSummaryShowsWhatIsNearestToItsGoalAndAllThatIsBeyond(t *testing.T) {
	lines := []line{
		compare("far", 1, 10, 1, nanoseconds), compare("near", 9, 10, 1, nanoseconds), compare("informs", 99, 10, 0, nanoseconds),
		compare("beyond", 11, 10, 1, nanoseconds), compare("nearer", 5, 10, 0.51, nanoseconds), compare("nearly", 8, 10, 1, nanoseconds),
	}
	got := summary([]group{{name: "x"}}, map[string][]line{"x": lines})
	for name, want := range map[string]bool{"far": false, "near": true, "informs": false, "beyond": true, "nearer": true, "nearly": false} {
		if strings.Contains(got, "| "+name+" |") != want {
			t.Errorf("%s is shown: %v, in\n%s", name, !want, got)
		}
	}
	if !strings.Contains(got, "4 of 5 goals are met") {
		t.Errorf("the goals are not counted in\n%s", got)
	}
}

func TestChooseKeepsTheOrderAsked(t *testing.T) {
	chosen, err := choose(groups(), "scale,dispatch")
	if err != nil {
		t.Fatal(err)
	}
	if len(chosen) != 2 || chosen[0].name != "scale" || chosen[1].name != "dispatch" {
		t.Errorf("got %v", chosen)
	}
	if _, err := choose(groups(), "nonsense"); err == nil {
		t.Error("an unknown group was accepted")
	}
	if all, err := choose(groups(), ""); err != nil || len(all) != len(groups()) {
		t.Errorf("got %d groups and %v without a choice", len(all), err)
	}
}

func TestListNamesEveryGroup(t *testing.T) {
	var out strings.Builder
	if err := bench(t.Context(), []string{"-list"}, &out); err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(groups(), func(g group) bool { return !strings.Contains(out.String(), g.name+"\t") }) {
		t.Errorf("got %q", out.String())
	}
}
