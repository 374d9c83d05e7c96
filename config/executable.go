package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// newExecutable is nil when there is nothing to run.
func newExecutable(hooks json.RawMessage, servers map[string]json.RawMessage) *Executable {
	if emptyObject(hooks) {
		hooks = nil
	}
	if hooks == nil && len(servers) == 0 {
		return nil
	}
	x := &Executable{Hooks: hooks, MCPServers: servers}
	h := sha256.New()
	feed(h, "hooks", canonical(hooks))
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		feed(h, "mcpServers", []byte(name))
		feed(h, "is", canonical(servers[name]))
	}
	x.Hash = hex.EncodeToString(h.Sum(nil))
	return x
}

// executableHash is over all that a folder's files would make jig run: the hooks
// and servers of its settings, and those of the agents that it brings along. It
// is empty when there is nothing.
func executableHash(dir string, layers []Layer) (string, error) {
	h, some := sha256.New(), false
	for _, layer := range layers {
		if layer.Level != Project || layer.Executable == nil {
			continue
		}
		name, err := filepath.Rel(dir, layer.File)
		if err != nil {
			return "", err
		}
		feed(h, filepath.ToSlash(name), []byte(layer.Executable.Hash))
		some = true
	}
	agents, err := agentExecutables(dir)
	if err != nil {
		return "", err
	}
	for _, name := range slices.Sorted(maps.Keys(agents)) {
		feed(h, name, agents[name])
		some = true
	}
	if !some {
		return "", nil
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// feed adds a named part. Lengths keep two different lists of parts from giving
// the same bytes.
func feed(h hash.Hash, name string, part []byte) {
	for _, p := range [][]byte{[]byte(name), part} {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(p)))
		h.Write(size[:])
		h.Write(p)
	}
}

// canonical brings equal JSON to equal bytes. What has no canonical form is
// itself: then a change of spaces asks once more, which is harmless.
func canonical(text json.RawMessage) []byte {
	v := jsontext.Value(bytes.Clone(text))
	if len(v) == 0 || v.Canonicalize() != nil {
		return text
	}
	return v
}

// maxAgents bounds how many agents a folder may bring along.
const maxAgents = 1000

// agentExecutables finds the agent files of a folder that have hooks or servers.
func agentExecutables(dir string) (map[string][]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, unreadable(dir, err)
	}
	found := map[string][]byte{}
	var errs []error
	for _, folder := range []string{".kiro/agents", ".claude/agents", ".jig/agents"} {
		entries, err := fs.ReadDir(root.FS(), folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && len(entries) > maxAgents {
			err = fmt.Errorf("%d agents; at most %d are read", len(entries), maxAgents)
		}
		if err != nil {
			errs = append(errs, unreadable(filepath.Join(dir, folder), err))
			continue
		}
		for _, e := range entries {
			name := folder + "/" + e.Name()
			if ext := filepath.Ext(name); e.IsDir() || ext != ".json" && ext != ".md" {
				continue
			}
			text, err := readInside(root, filepath.FromSlash(name))
			if errs = append(errs, err); err == nil {
				if part := executablePart(name, text); part != nil {
					found[name] = part
				}
			}
		}
	}
	if err := errors.Join(append(errs, root.Close())...); err != nil {
		return nil, err
	}
	return found, nil
}

// executablePart is what an agent file would run: of JSON its hooks and servers,
// of Markdown the whole front matter if it speaks of them. A file that cannot be
// understood counts whole.
func executablePart(name string, text []byte) []byte {
	if filepath.Ext(name) == ".md" {
		front, ok := bytes.CutPrefix(bytes.TrimLeft(text, "\ufeff \t\r\n"), []byte("---"))
		if !ok {
			return nil
		}
		if end := bytes.Index(front, []byte("\n---")); end >= 0 {
			front = front[:end]
		}
		if bytes.Contains(front, []byte("hooks")) || bytes.Contains(front, []byte("mcpServers")) {
			return front
		}
		return nil
	}
	doc, err := parse(name, text)
	if err != nil {
		return text
	}
	object, ok := doc.root.Value.(*hujson.Object)
	if !ok {
		return text
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
	if x := newExecutable(hooks, servers); x != nil {
		return []byte(x.Hash)
	}
	return nil
}
