package shell

import (
	"strings"
	"sync"
)

// dataPrograms are small languages over structured data.
func dataPrograms() map[string]judge {
	return map[string]judge{
		"jq": judgeJq(),
		"yq": program{
			options: "-r,--raw-output,--unwrapScalar? -y,--yaml-output -Y,--yaml-roundtrip -c,--compact-output -j,--tojson -P,--prettyPrint -C,--colors -M,--no-colors -e,--exit-status " +
				"-n,--null-input -N,--no-doc -s,--slurp -o,--output-format= -p,--input-format= -I,--indent= -i,--inplace,--in-place -V,--version -h,--help",
			exact: true, operands: yqOperands,
		}.judge(),
		"xmllint": program{options: "--noout --format --nonet --xpath= --version --html --pretty=", exact: true, operands: func(in *invocation, a *arguments) {
			in.readAll(a.operands)
			if !a.has("--nonet") {
				in.doubtf("xmllint can fetch what a document names; use --nonet")
			}
		}}.judge(),
	}
}

// judgeJq takes away the options that have two words before the rest is sorted.
func judgeJq() judge {
	p := program{
		options: "-n,--null-input -R,--raw-input -s,--slurp -c,--compact-output -r,--raw-output --raw-output0 -j,--join-output -a,--ascii-output -S,--sort-keys -C,--color-output " +
			"-M,--monochrome-output --tab --indent= --unbuffered --stream --stream-errors --seq -f,--from-file! -L,--library-path=! " +
			"--args --jsonargs -e,--exit-status -b,--binary -V,--version --build-configuration -h,--help",
		exact: true,
	}
	table := sync.OnceValue(func() *optionTable { return parseTable(p.options) })
	return func(in *invocation) {
		a := p.sort(table(), in, jqPairs(in))
		if len(a.operands) == 0 {
			return
		}
		languageOperand(in, a.operands[0], "import", "include", "env", "ENV", "modulemeta")
		// After --args the words are values, and reading them is claimed in vain.
		in.readAll(a.operands[1:])
	}
}

// jqPairs are the arguments without --arg name value and the like.
func jqPairs(in *invocation) []word {
	var rest []word
	for i := 0; i < len(in.args); i++ {
		w := in.args[i]
		if w.known && w.text == "--" {
			return append(rest, in.args[i:]...)
		}
		if !w.known || !among(w.text, "--arg", "--argjson", "--slurpfile", "--rawfile") || i+2 >= len(in.args) {
			rest = append(rest, w)
			continue
		}
		for _, v := range in.args[i+1 : i+3] {
			if v.many && !v.known {
				in.doubtf("jq: %q can become several words; quote it", v.text)
			}
		}
		if among(w.text, "--slurpfile", "--rawfile") {
			in.read(in.args[i+2])
		}
		i += 2
	}
	return rest
}

// languageOperand doubts a program that is not known or that uses one of the words.
func languageOperand(in *invocation, w word, words ...string) {
	if !w.known {
		in.doubtf("%s: the program %q is not known before it runs", in.name, w.text)
		return
	}
	names := strings.FieldsFunc(w.text, func(r rune) bool {
		return r != '_' && !alphanumeric(r)
	})
	for _, n := range names {
		if among(n, words...) {
			in.doubtf("%s: %s reaches beyond the input", in.name, n)
		}
	}
}

// yqOperands are the expression and then files; two programs have this name, and
// one of them has sub-commands.
func yqOperands(in *invocation, a *arguments) {
	files := a.operands
	if len(files) > 0 && files[0].known && among(files[0].text, "eval", "e", "eval-all", "ea") {
		files = files[1:]
	}
	if len(files) == 0 {
		return
	}
	if among(files[0].text, "shell-completion", "completion", "help") {
		in.doubtf("yq: %s is a sub-command that is not written down", files[0].text)
	}
	languageOperand(in, files[0], "import", "include", "env", "ENV", "strenv", "envsubst", "load", "load_str", "load_xml", "load_props", "load_base64", "loadstr",
		"system", "eval", "input_filename")
	if len(files) == 1 && files[0].known && strings.HasSuffix(files[0].text, "ml") {
		in.readAll(files) // yq file.yaml
	}
	in.readAll(files[1:])
	if a.has("-i") {
		for _, w := range files[1:] {
			in.change(w)
		}
	}
}

// alphanumeric reports whether a character is a plain letter or digit.
func alphanumeric(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}
