package shell

import (
	"strings"
	"sync"
)

// effect says what giving an option means for the world.
type effect byte

const (
	harmless  effect = 0
	reads     effect = '<' // its value is a file that is read
	writes    effect = '>' // its value is a file that is written
	patterned effect = '~' // its value takes the place of the pattern operand
	forbidden effect = '!' // it runs a program, or nobody has thought it through
)

// arity says whether an option has a value.
type arity byte

const (
	noValue  arity = 0
	value    arity = '=' // attached or the next word
	optional arity = '?' // attached only
)

// option is one option of one program; name is how its table names it first.
type option struct {
	name   string
	arity  arity
	effect effect
}

// program is what is written down about one program.
//
// The options are one string of fields such as "-o,--output=>": names joined by
// commas, then "=" for a value or "?" for an optional one, then an effect. A
// field with one dash and several letters stands for that many plain flags, and
// "-#" for flags that are numbers. Long options must all be listed, also those
// that are forbidden, because an abbreviation is resolved against all of them.
type program struct {
	options string
	// exact programs do not take abbreviations of long options.
	exact bool
	// posix programs stop looking for options at the first operand.
	posix bool
	// tame programs have only options that are harmless and name no file outside
	// of the folder: a file whose name looks like an option does no damage.
	tame bool
	// pure programs touch no files whatever their operands are.
	pure bool
	// dash programs take "-" as the file of an option for standard output; for
	// others, such as sort, it is the name of a file.
	dash bool
	// apart programs take the value of a short option from the next word, and read
	// the letters behind it as options: tree -LR 1.
	apart bool
	// operands judges what is left; nil if operands are of no consequence.
	operands func(in *invocation, a *arguments)
}

// arguments are the words of an invocation, sorted into options and operands.
type arguments struct {
	operands []word
	given    []given
	// dashed is how many operands stand before "--", -1 if there is none.
	dashed int
	// first is the first word if that is known, be it an option or an operand.
	first string
	// unsure is set when a word may be an option of which nothing is known.
	unsure bool
}

// given is an option as it was used.
type given struct {
	option
	value  word
	valued bool
}

// has reports whether one of the options was used, by the name listed first.
func (a *arguments) has(names ...string) bool {
	for _, g := range a.given {
		for _, n := range names {
			if g.name == n {
				return true
			}
		}
	}
	return false
}

// values are the values that were given to an option.
func (a *arguments) values(name string) []word {
	var all []word
	for _, g := range a.given {
		if g.name == name && g.valued {
			all = append(all, g.value)
		}
	}
	return all
}

// optionTable is the parsed form of program.options.
type optionTable struct {
	short  map[byte]option
	long   map[string]option
	digits bool
}

// judge makes the judge of a program. The table is parsed when first needed.
func (p program) judge() judge {
	table := sync.OnceValue(func() *optionTable { return parseTable(p.options) })
	return func(in *invocation) {
		a := p.sort(table(), in, in.args)
		if p.operands != nil {
			p.operands(in, a)
		}
	}
}

func parseTable(text string) *optionTable {
	t := &optionTable{short: map[byte]option{}, long: map[string]option{}}
	for field := range strings.FieldsSeq(text) {
		var o option
		if end := len(field) - 1; strings.IndexByte("<>~!", field[end]) >= 0 {
			o.effect, field = effect(field[end]), field[:end]
		}
		if end := len(field) - 1; field[end] == '=' || field[end] == '?' {
			o.arity, field = arity(field[end]), field[:end]
		}
		if field == "-#" {
			t.digits = true
			continue
		}
		names := strings.Split(field, ",")
		o.name = names[0]
		for _, name := range names {
			if long, ok := strings.CutPrefix(name, "--"); ok {
				t.long[long] = o
				continue
			}
			for i := 1; i < len(name); i++ {
				flag := o
				if len(name) > 2 {
					flag.name = "-" + name[i:i+1]
				}
				t.short[name[i]] = flag
			}
		}
	}
	return t
}

// find resolves a long option, or a unique abbreviation of one.
func (t *optionTable) find(name string, exact bool) (option, bool) {
	if o, ok := t.long[name]; ok {
		return o, true
	}
	if exact || name == "" {
		return option{}, false
	}
	var found option
	var n int
	for long, o := range t.long {
		if strings.HasPrefix(long, name) && (n == 0 || o.name != found.name) {
			found = o
			n++
		}
	}
	return found, n == 1
}
