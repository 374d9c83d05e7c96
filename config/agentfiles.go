package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tailscale/hujson"
)

// What a folder may bring along to be looked at: more than this nobody looks at,
// and reading it would be work that a stranger orders.
const (
	maxAgents  = 200     // agent files
	maxAgented = 8 << 20 // bytes of them together
	maxEntries = 2000    // names in one folder
)

func agentFolders() []string { return []string{".kiro/agents", ".claude/agents", ".jig/agents"} }

// agentFiles reads the agents of a folder, by their names seen from it. They are
// counted before any of them is parsed.
func agentFiles(dir string) (map[string][]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, unreadable(dir, err)
	}
	texts, err := readAgents(root)
	if err := errors.Join(err, root.Close()); err != nil {
		return nil, err
	}
	return texts, nil
}

func readAgents(root *os.Root) (map[string][]byte, error) {
	texts := map[string][]byte{}
	size := 0
	var errs []error
	for _, folder := range agentFolders() {
		entries, err := listInside(root, filepath.FromSlash(folder), maxEntries)
		errs = append(errs, err)
		for _, e := range entries {
			name := folder + "/" + e.Name()
			if ext := filepath.Ext(name); e.IsDir() || ext != ".json" && ext != ".md" {
				continue
			}
			if len(texts) == maxAgents {
				return nil, tooMuch(root, fmt.Sprintf("more than %d agent files", maxAgents))
			}
			text, err := readInside(root, filepath.FromSlash(name))
			if err != nil {
				errs = append(errs, err)
				continue
			}
			texts[name] = text
			if size += len(text); size > maxAgented {
				return nil, tooMuch(root, fmt.Sprintf("agent files of more than %d bytes together", maxAgented))
			}
		}
	}
	return texts, errors.Join(errs...)
}

func tooMuch(root *os.Root, what string) error {
	return Problem{File: root.Name(), Text: fmt.Sprintf("this folder has %s (in .kiro/agents, .claude/agents, .jig/agents); nobody can look at so much, so it cannot be trusted; remove some", what)}
}

// executablePart is what an agent file would run, for the hash and for people: of
// JSON its hooks and servers, of Markdown the whole front matter if it may speak
// of them. A file that cannot be understood counts whole.
func executablePart(file string, text []byte) ([]byte, []Runnable) {
	if filepath.Ext(file) == ".md" {
		front := frontMatter(text)
		if !maySpeakOfRunning(front) {
			return nil, nil
		}
		return front, []Runnable{{File: file, Kind: "front matter", Text: string(bytes.TrimSpace(front))}}
	}
	whole := []Runnable{{File: file, Kind: "text that cannot be understood", Text: string(text)}}
	doc, err := parse(file, text)
	if err != nil {
		return append([]byte{}, text...), whole
	}
	object, ok := doc.root.Value.(*hujson.Object)
	if !ok {
		return text, whole
	}
	var hooks json.RawMessage
	servers := map[string]json.RawMessage{}
	for i := range object.Members {
		m := &object.Members[i]
		switch literal(&m.Name) {
		case "hooks":
			hooks = raw(&m.Value)
		case "mcpServers":
			servers["all"] = raw(&m.Value)
		}
	}
	if emptyObject(servers["all"]) {
		delete(servers, "all")
	}
	x := newExecutable(hooks, servers)
	if x == nil {
		return nil, nil
	}
	list := (&Executable{Hooks: x.Hooks}).runnables(file)
	if all := servers["all"]; all != nil {
		list = append(list, Runnable{File: file, Kind: "MCP servers", Text: string(all)})
	}
	return []byte(x.Hash), list
}

// frontMatter is what stands between the first line --- and the next one. Without
// a next one it is everything.
func frontMatter(text []byte) []byte {
	front, ok := bytes.CutPrefix(bytes.TrimLeft(text, "\ufeff \t\r\n"), []byte("---"))
	if !ok {
		return nil
	}
	for at := 0; at < len(front); {
		line, _, _ := bytes.Cut(front[at:], []byte("\n"))
		if at > 0 && string(bytes.TrimRight(line, " \t\r")) == "---" {
			return front[:at]
		}
		at += len(line) + 1
	}
	return front
}

// maySpeakOfRunning reports whether YAML may have a key for hooks or servers. A
// key can be spelled with escapes ("h\x6foks") or be a tagged value (!!binary), so
// what has those counts as well.
func maySpeakOfRunning(front []byte) bool {
	folded := bytes.ToLower(front)
	for _, sign := range []string{"hooks", "mcpservers", `\`, "!!", "!<", "%tag"} {
		if bytes.Contains(folded, []byte(sign)) {
			return true
		}
	}
	return false
}
