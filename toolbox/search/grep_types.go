package search

import "strings"

// types says how the files of a type are called: endings with a dot, or whole names. The names of the types are ripgrep's, and
// further ones that people use.
//
//nolint:gochecknoglobals // a table that is only read
var types = map[string]string{
	"asm":        ".asm .s .S",
	"bazel":      ".bazel .bzl BUILD WORKSPACE MODULE.bazel",
	"c":          ".c .h .H",
	"clojure":    ".clj .cljc .cljs .cljx",
	"cmake":      ".cmake CMakeLists.txt",
	"cpp":        ".C .cc .cpp .cxx .c++ .h .H .hh .hpp .hxx .h++ .inl .tpp",
	"cs":         ".cs",
	"css":        ".css .scss .sass .less",
	"csv":        ".csv .tsv",
	"cuda":       ".cu .cuh",
	"d":          ".d",
	"dart":       ".dart",
	"docker":     "Dockerfile Containerfile .dockerfile .Dockerfile docker-compose.yml docker-compose.yaml compose.yml compose.yaml",
	"elixir":     ".ex .exs .eex .heex .leex",
	"elm":        ".elm",
	"erlang":     ".erl .hrl",
	"fortran":    ".f .F .f77 .f90 .F90 .f95 .F95",
	"fsharp":     ".fs .fsi .fsx",
	"go":         ".go",
	"gomod":      "go.mod go.sum go.work",
	"gradle":     ".gradle .gradle.kts gradle.properties",
	"graphql":    ".graphql .graphqls .gql",
	"groovy":     ".groovy .gradle",
	"h":          ".h .hh .hpp .hxx",
	"haskell":    ".hs .lhs .cabal",
	"html":       ".html .htm .xhtml .ejs",
	"java":       ".java .jsp .jspx .properties",
	"js":         ".js .jsx .mjs .cjs .vue",
	"json":       ".json .jsonc .json5 .jsonl .ndjson composer.lock",
	"julia":      ".jl",
	"jupyter":    ".ipynb",
	"kotlin":     ".kt .kts",
	"lisp":       ".lisp .lsp .el .scm .cl",
	"lock":       ".lock package-lock.json go.sum pnpm-lock.yaml",
	"log":        ".log",
	"lua":        ".lua",
	"make":       ".mk .mak makefile Makefile GNUmakefile",
	"markdown":   ".md .markdown .mdown .mdwn .mdx .mkd .mkdn",
	"nix":        ".nix",
	"objc":       ".m .h",
	"objcpp":     ".mm .h",
	"ocaml":      ".ml .mli .mll .mly",
	"perl":       ".pl .pm .pod .t .perl .PL",
	"php":        ".php .php3 .php4 .php5 .php7 .php8 .phtml",
	"powershell": ".ps1 .psm1 .psd1 .ps1xml",
	"proto":      ".proto",
	"py":         ".py .pyi .pyx .pxd",
	"r":          ".r .R .Rmd .Rnw",
	"ruby":       ".rb .rbw .gemspec .rake Gemfile Rakefile config.ru",
	"rust":       ".rs",
	"scala":      ".scala .sbt .sc",
	"sh":         ".sh .bash .zsh .ksh .fish .bashrc .bash_profile .profile .zshrc",
	"sql":        ".sql .psql",
	"svelte":     ".svelte",
	"svg":        ".svg",
	"swift":      ".swift",
	"tex":        ".tex .ltx .cls .sty .bib",
	"tf":         ".tf .tfvars .tf.json .hcl",
	"toml":       ".toml Cargo.lock",
	"ts":         ".ts .tsx .mts .cts",
	"txt":        ".txt",
	"vim":        ".vim vimrc .vimrc",
	"vue":        ".vue",
	"xml":        ".xml .xsd .xsl .xslt .dtd .rng .csproj .props .targets .plist",
	"yaml":       ".yaml .yml",
	"zig":        ".zig .zon",
}

// otherNames are what types are called as well.
//
//nolint:gochecknoglobals // a table that is only read
var otherNames = map[string]string{
	"bash": "sh", "shell": "sh", "zsh": "sh", "c++": "cpp", "cxx": "cpp", "csharp": "cs", "dockerfile": "docker", "golang": "go", "javascript": "js",
	"jsonl": "json", "kt": "kotlin", "makefile": "make", "md": "markdown", "pl": "perl", "ps": "powershell", "ps1": "powershell", "protobuf": "proto",
	"python": "py", "rb": "ruby", "rs": "rust", "terraform": "tf", "text": "txt", "typescript": "ts", "yml": "yaml", "hs": "haskell", "ml": "ocaml",
}

// endingsOf lists the endings and names of a type. What is no type is taken for an ending, which is what it mostly is.
func endingsOf(name string) []string {
	if other, ok := otherNames[name]; ok {
		name = other
	}
	if list, ok := types[name]; ok {
		return strings.Fields(list)
	}
	return []string{"." + name}
}
