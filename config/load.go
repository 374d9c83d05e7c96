package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// projectFiles are the settings that a folder may bring along, strongest first.
func projectFiles() []string {
	return []string{".jig/settings.json", ".claude/settings.local.json", ".claude/settings.json", ".mcp.json", ".kiro/settings/mcp.json"}
}

// Load reads all layers for a folder. Any mistake in any file is an error,
// because without that file its denials would be lost.
func Load(o Options) (*Config, error) {
	dir, err := realDir(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("the folder to work in: %w", err)
	}
	l := &loading{options: o, config: &Config{Dir: dir}}
	if err := errors.Join(l.managed(), l.flags(), l.person(), l.projectIn(dir), l.outer()); err != nil {
		return nil, err
	}
	l.restrict()
	c := l.config
	c.warnBypass()
	c.warnModel()
	if l.shared {
		c.Runnables, c.ExecutableHash, err = lookInto(dir)
	} else {
		c.Runnables, c.ExecutableHash, err = executables(dir, c.Layers)
	}
	if err != nil {
		return nil, err
	}
	if o.Trust != nil {
		if c.Trust, err = o.Trust.status(dir, c.ExecutableHash); err != nil {
			return nil, err
		}
		c.Trusted = c.Trust == Trusted
	}
	c.withhold()
	return c, nil
}

type loading struct {
	options Options
	config  *Config
	read    []string // files that are already a layer
	shared  bool     // a file of the project is one of them; the trust store still counts it
}

// managed reads the administrator's files. Of files in a folder the later name is
// stronger, and all are stronger than the file beside the folder.
func (l *loading) managed() error {
	var errs []error
	for _, dir := range l.options.ManagedDirs {
		for _, base := range []string{"settings", "managed-settings"} {
			parts, err := partFiles(filepath.Join(dir, base+".d"))
			errs = append(errs, err)
			for _, name := range append(parts, filepath.Join(dir, base+".json")) {
				errs = append(errs, l.file(Managed, name))
			}
		}
	}
	return errors.Join(errs...)
}

// partFiles lists the settings in a folder, strongest first.
func partFiles(dir string) ([]string, error) {
	entries, err := listFolder(dir, maxEntries)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".json" && e.Name()[0] != '.' {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	slices.Reverse(names)
	return names, nil
}

func (l *loading) flags() error {
	if f := l.options.Flags; f != nil {
		s := f.withSource(Source{Level: Flags})
		s.resolvePaths(l.options.Home, l.config.Dir)
		l.add(Layer{Level: Flags, Settings: s})
	}
	var errs []error
	for _, name := range l.options.FlagFiles {
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, Problem{File: name, Text: "there is no such file, but the command line names it"})
			continue
		}
		errs = append(errs, l.file(Flags, name))
	}
	return errors.Join(errs...)
}

func (l *loading) person() error {
	var errs []error
	if name := l.options.UserFile(); name != "" {
		errs = append(errs, l.file(User, name))
	}
	if l.options.Claude && l.options.Home != "" {
		errs = append(errs, l.file(User, filepath.Join(l.options.Home, ".claude", "settings.json")))
	}
	name, err := l.options.LocalFile()
	if errs = append(errs, err); name != "" {
		errs = append(errs, l.file(Local, name))
	}
	return errors.Join(errs...)
}

// projectIn reads the settings that lie in a folder: the one to work in, or one
// above it.
func (l *loading) projectIn(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return unreadable(dir, err)
	}
	var errs []error
	for _, name := range projectFiles() {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if slices.Contains(l.read, full) {
			l.shared = l.shared || dir == l.config.Dir // the folder is the person's home
			continue
		}
		text, err := readInside(root, filepath.FromSlash(name))
		if err == nil && text != nil {
			err = l.parse(Project, full, text, dir)
		}
		errs = append(errs, err)
	}
	return errors.Join(append(errs, root.Close())...)
}

func (l *loading) file(level Level, name string) error {
	text, err := readFile(name)
	if err != nil || text == nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		l.read = append(l.read, target)
	}
	if level == Flags && looksLikeAgent(text, name) {
		agent, err := ParseKiro(text, name)
		if err == nil {
			l.config.Agents = append(l.config.Agents, agent)
		}
		return err
	}
	return l.parse(level, name, text, l.config.Dir)
}

// parse adds the layer of a file. Its relative paths are seen from dir.
func (l *loading) parse(level Level, name string, text []byte, dir string) error {
	read := (*reader).settings
	if level == Project && isServerFile(name) {
		read = (*reader).servers
	}
	s, r, err := parseSettings(text, name, level, read)
	if err != nil {
		return err
	}
	l.config.Warnings = append(l.config.Warnings, r.warnings...)
	s.resolvePaths(l.options.Home, dir)
	if level != Project {
		if err := r.missingFolders(s.Permissions.AdditionalDirectories); err != nil {
			return err
		}
	}
	l.add(Layer{Level: level, File: name, Settings: *s, outer: dir != l.config.Dir, lines: r.lines})
	return nil
}

// missingFolders tells of further roots that are not there, while it is known
// which file names them.
func (r *reader) missingFolders(dirs []string) error {
	var problems Problems
	for i, dir := range dirs {
		path := fmt.Sprintf("permissions.additionalDirectories[%d]", i)
		p := Problem{File: r.file, Line: r.lines[path], Column: 1, Path: path}
		switch info, err := os.Stat(dir); {
		case errors.Is(err, fs.ErrNotExist):
			p.Text = fmt.Sprintf("there is no folder %s; make it, or remove it here", Visible(dir))
		case err != nil:
			p.Text = fmt.Sprintf("the folder cannot be used: %v", err)
		case !info.IsDir():
			p.Text = fmt.Sprintf("%s is not a folder", Visible(dir))
		default:
			continue
		}
		problems = append(problems, p)
	}
	if len(problems) > 0 {
		return problems
	}
	return nil
}

func (l *loading) add(layer Layer) { l.config.Layers = append(l.config.Layers, layer) }
