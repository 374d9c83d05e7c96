package vet

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// longestName is how long a name that a stranger gives may be. Providers refuse
// names of tools beyond it.
const longestName = 128

// toolName looks at what a server calls a tool.
func toolName(r *report, name string, builtin func(string) bool) {
	const where = "/name"
	if name == "" {
		r.addf(Deny, where, "the tool has no name")
		return
	}
	if len(name) > longestName {
		r.addf(Deny, where, "the name has %d bytes; at most %d are accepted", len(name), longestName)
		name = name[:longestName]
	}
	r.at(where, unseen(name))
	for _, c := range name {
		switch {
		case c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("_.-", c)):
			continue
		case imitates(c) != 0:
			r.addf(Deny, where, "the name %q contains %q (U+%04X), which looks like the letter %q", brief(name), string(c), c, string(imitates(c)))
		default:
			r.addf(Deny, where, "the name %q contains %q (U+%04X); only A-Z, a-z, 0-9, '_', '.' and '-' are accepted", brief(name), brief(string(c)), c)
		}
		break
	}
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, ".") {
		r.addf(Deny, where, "the name %q begins with %q, which is read as an option or a hidden file", brief(name), name[:1])
	}
	if builtin == nil {
		return
	}
	looks := skeleton(name)
	switch {
	case builtin(name):
		r.addf(Deny, where, "%q is the name of a built-in tool; a server's tool may not take its place", brief(name))
	case builtin(looks) || builtin(strings.ToLower(looks)):
		r.addf(Deny, where, "%q looks like the built-in tool %q", brief(name), looks)
	}
}

// skeleton is a name as a hurried person reads it.
func skeleton(name string) string {
	var b strings.Builder
	for _, c := range norm.NFKC.String(name) {
		if like := imitates(c); like != 0 {
			c = like
		}
		if kindOf(c) != seen {
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// imitates gives the ASCII letter or digit that a character looks like, 0 if it
// looks like none. The letters are those of Cyrillic, Greek, Armenian, Cherokee
// and Latin that print alike in common typefaces; full-width and mathematical
// forms are found by their decomposition.
func imitates(c rune) rune {
	if c < 0x80 {
		return 0
	}
	const (
		foreign = "аеорсухіјѕԁԛԝһӏӀ" + "АВЕКМНОРСТУХІЈЅԌԜҮ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ονριακτυχεγω" + "оսհոցզԼ" + "ᎪᏴᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ" + "ıɑɡɩʟʀᴄᴏᴜᴠᴡᴢꞁǀℓ∣⁄‐‑‒–—−․"
		ascii   = "aeopcyxijsdqwhlI" + "ABEKMHOPCTYXIJSGWY" + "ABEZHIKMNOPTYX" + "ovpiaktuxeyw" + "ouhngqL" + "ABCDEGHIJKLMPRSTVWZ" + "iagilrcouvwzlllI/------."
	)
	i := 0
	for _, f := range foreign {
		if f == c {
			return rune(ascii[i])
		}
		i++
	}
	whole := []rune(norm.NFKD.String(string(c)))
	if len(whole) > 0 && whole[0] < 0x80 && (unicode.IsLetter(whole[0]) || unicode.IsDigit(whole[0]) || whole[0] == '_' || whole[0] == '-' || whole[0] == '.') {
		return whole[0]
	}
	return 0
}

// SkillName refuses the name of a skill that would be installed anywhere but in a
// folder of its own: it is used as the name of a folder.
func SkillName(name string) error {
	switch {
	case name == "":
		return errors.New("the skill has no name; give it one in the front matter")
	case len(name) > 64:
		return fmt.Errorf("the name of the skill has %d bytes; at most 64 are accepted", len(name))
	case strings.Trim(name, ".") == "" || strings.HasPrefix(name, ".") || strings.HasSuffix(name, "."):
		return fmt.Errorf("the name of the skill %q would leave its folder or hide it; a name neither begins nor ends with a dot", brief(name))
	case strings.ContainsAny(name, `/\:`) || path.Clean(name) != name:
		return fmt.Errorf("the name of the skill %q is a path; a name has no %q, %q or %q", brief(name), "/", `\`, ":")
	case strings.HasPrefix(name, "-"):
		return fmt.Errorf("the name of the skill %q begins with a dash and would be read as an option", brief(name))
	}
	for _, c := range name {
		if c >= 0x80 || !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_.-", c) {
			return fmt.Errorf("the name of the skill %q contains %q; only letters a to z, digits, '_', '.' and '-' are accepted", brief(name), brief(string(c)))
		}
	}
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch stem {
	case "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "lpt1", "lpt2", "lpt3":
		return fmt.Errorf("the name of the skill %q is that of a device on some systems", brief(name))
	}
	return nil
}
