package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"jig/config"
	"jig/internal/toolref"
	"jig/policy/network"
	"jig/policy/shell"
	"jig/tool"
	"jig/workspace"
)

// Options are what a policy is made of. Only Space is required.
type Options struct {
	// Space are the folders of the session. The policy never widens them: not
	// even a call can name a working folder that becomes one.
	Space *workspace.Space
	// Home is the home folder, for rules with ~ and for commands.
	Home string
	// Rules are in the order in which they stand.
	Rules []Rule
	Order config.Order
	Mode  Mode
	Tier  config.Tier
	// PlanFile is what may be written in plan mode, relative to the workspace.
	PlanFile string
	// Untrusted says that nobody has said yet that the folder can be trusted:
	// commands are asked about then even if they only look, since a project can
	// make git run what it wants.
	Untrusted bool
	// Only are the tools that may be called at all, nil for every one.
	Only []toolref.Ref
	// DenyCommands makes a denial of every question about a command.
	DenyCommands bool
	// Confined says that commands run in a sandbox that holds them in the
	// workspace, and that the person wants no question about those.
	Confined bool
	// NoBypass refuses the mode bypass.
	NoBypass bool
	// Network says where calls may connect; default nowhere without a question.
	Network *network.Rules
}

// Policy decides about calls. It is safe for concurrent use.
type Policy struct {
	opt   Options
	roots []string
	own   *workspace.Space // to be closed with it, nil if it is somebody else's
	rules []*rule          // as they stand
	deny  []*rule
	ask   []*rule
	allow []*rule
	// specific is set when a rule denies some commands, files or hosts.
	specific bool

	faces sync.Map // *tool.Spec → *face

	mu  sync.Mutex // for those who change now
	now atomic.Pointer[state]
}

// state is what can change about a policy. A state that others can see is not
// changed any more.
type state struct {
	mode   Mode
	grants grants
	// unconfined is set when there is no sandbox after all.
	unconfined bool
}

// change makes a new state of the one that holds.
func (p *Policy) change(edit func(s *state)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	next := *p.now.Load()
	edit(&next)
	p.now.Store(&next)
}

// New makes a policy. A rule that cannot be understood, or that fails its own
// examples, is an error.
func New(opt Options) (*Policy, error) {
	if opt.Space == nil {
		return nil, errors.New("policy: no workspace")
	}
	if opt.Mode == "" {
		opt.Mode = Default
	}
	if opt.Order == "" {
		opt.Order = config.Severity
	}
	if opt.Network == nil {
		none, err := network.New(nil, nil, nil)
		if err != nil {
			return nil, err
		}
		opt.Network = none
	}
	p := &Policy{opt: opt, roots: opt.Space.Roots()}
	p.now.Store(&state{mode: Default})
	if err := p.SetMode(opt.Mode); err != nil {
		return nil, err
	}
	var wrong []error
	for _, r := range opt.Rules {
		c, err := p.compile(r)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		p.rules = append(p.rules, c)
		c.number = len(p.rules)
		switch r.Effect {
		case Deny:
			p.deny = append(p.deny, c)
			p.specific = p.specific || c.what != nil
		case Ask:
			p.ask = append(p.ask, c)
		case Allow:
			p.allow = append(p.allow, c)
		case None:
		}
	}
	p.faces.Clear() // those made so far do not know all rules
	return p, errors.Join(wrong...)
}

// Mode is the mode that holds now.
func (p *Policy) Mode() Mode {
	return p.now.Load().mode
}

// SetMode changes the mode. Rules, ceilings and what a person has denied stay.
func (p *Policy) SetMode(m Mode) error {
	if !slices.Contains(Modes(), m) {
		return fmt.Errorf("unknown mode %q", m)
	}
	if m == Bypass && p.opt.NoBypass {
		return errors.New("the mode bypass is switched off by the settings (disableBypassPermissionsMode)")
	}
	p.change(func(s *state) { s.mode = m })
	return nil
}

// Unconfine says that commands do not run in a sandbox after all, so that none
// needs no question for that reason.
func (p *Policy) Unconfine() {
	p.change(func(s *state) { s.unconfined = true })
}

// Space is the workspace that the policy is about.
func (p *Policy) Space() *workspace.Space { return p.opt.Space }

// Trusted reports whether the folder is trusted.
func (p *Policy) Trusted() bool { return !p.opt.Untrusted }

// Roots are the folders of the workspace, the main one first.
func (p *Policy) Roots() []string { return slices.Clone(p.roots) }

// root is the main folder of the workspace.
func (p *Policy) root() string { return p.roots[0] }

// holds reports whether a path lies in the workspace, by its name.
func (p *Policy) holds(path string) bool {
	for _, r := range p.roots {
		if within(path, r) {
			return true
		}
	}
	return false
}

// above reports whether a folder of the workspace lies in the path.
func (p *Policy) above(path string) bool {
	for _, r := range p.roots {
		if r != path && within(r, path) {
			return true
		}
	}
	return false
}

// ShellIntent is what a shell line would do in the main folder.
func (p *Policy) ShellIntent(line string) *tool.Intent {
	return shell.Analyse(line, shell.Options{Dir: p.root(), Home: p.opt.Home}).Intent(line)
}

// Subject is what is decided about.
type Subject struct {
	Spec   *tool.Spec
	Args   json.RawMessage
	Intent *tool.Intent
	// Advised is what hooks advise. Allow spares a question that no rule asks;
	// it lifts nothing else.
	Advised Effect
	// Advice is why.
	Advice string
}

// Verdict is a decision.
type Verdict struct {
	Effect Effect `json:"decision"`
	// ReadOnly is set when it is proved that the call changes nothing.
	ReadOnly bool   `json:"readonly"`
	Reason   string `json:"reason"`
	Rule     string `json:"rule,omitempty"`
	// Offers are what a person who is asked can choose to allow, the narrowest
	// first.
	Offers []Offer `json:"offers,omitempty"`
	// Hard is set when no rule and no person can lift a denial.
	Hard bool `json:"hard,omitempty"`

	bind binding
	// insists is set when a rule or a hook wants the question each time: an
	// answer that holds for longer would change nothing.
	insists bool
}

// Insists reports whether a rule or a hook wants this question each time: no answer
// but a person's counts, and none that holds for longer.
func (v *Verdict) Insists() bool { return v.insists }

// face is what the policy remembers of a tool.
type face struct {
	name     toolref.Name
	families uint8
	foreign  bool
	about    []bool // by the number of a rule: whether it names the tool
}

func (p *Policy) face(s *tool.Spec) *face {
	if f, ok := p.faces.Load(s); ok {
		return f.(*face)
	}
	f := &face{name: NameOf(s), foreign: s.Origin.Kind != tool.BuiltIn}
	for _, k := range families() {
		if k.has(s) {
			f.families |= 1 << k
		}
	}
	for _, c := range p.rules {
		f.about = append(f.about, c.names(f))
	}
	p.faces.Store(s, f)
	return f
}
