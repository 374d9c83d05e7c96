package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// The program that starts itself again tells itself what it is by its first two
// arguments, stage and number of the file with the order. The variable keeps a
// program that does not call MaybeInit from starting itself without end.
const (
	stageVariable = "JIG_SANDBOX_STAGE"
	superviseWord = "jig-sandbox-supervise"
	confineWord   = "jig-sandbox-confine"
	nurseryWord   = "jig-sandbox-nursery"
	serveWord     = "jig-sandbox-serve"
	attemptWord   = "jig-sandbox-attempt"
	attemptDone   = "done\n"

	// selfProgram is the program of the init itself, wherever its file may be.
	selfProgram = "/proc/self/exe"
)

// An order is what the supervisor and the confined init have to do. It is handed
// down as a sealed file in memory.
type order struct {
	Backend Backend  `json:"backend"`
	Path    string   `json:"path"`
	Argv    []string `json:"argv"`
	Dir     string   `json:"dir"`
	Env     []string `json:"env"`
	Limits  Limits   `json:"limits"`
	Network Network  `json:"network"`
	Sockets bool     `json:"sockets"`
	TTY     bool     `json:"tty"`

	Wrap   []string `json:"wrap,omitempty"`   // bubblewrap with its arguments
	Self   []string `json:"self"`             // the program that confines itself
	Cgroup string   `json:"cgroup,omitempty"` // a group made for this command
	Temp   string   `json:"temp,omitempty"`   // a folder made for this command
	Watch  int      `json:"watch,omitempty"`  // kill a tree of more processes than this

	StandIns []string `json:"stand_ins,omitempty"` // folders made for this command

	Writable []place  `json:"writable,omitempty"` // with links resolved
	ReadOnly []place  `json:"read_only,omitempty"`
	Hidden   []place  `json:"hidden,omitempty"`
	Sealed   []string `json:"sealed,omitempty"` // must be mounted read-only
}

// isolated says whether the command has a network of its own.
func (o *order) isolated() bool {
	return o.Network == Allowlist || o.Network == Offline && o.Backend == Bubblewrap
}

// write puts the order into a file in memory.
func (o *order) write() (*os.File, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("write the order: %w", err)
	}
	return memoryFile("order", text)
}

// memoryFile makes a file in memory that cannot be changed any more.
func memoryFile(name string, content []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("jig-sandbox-"+name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("make a file in memory: %w", err)
	}
	f := os.NewFile(uintptr(fd), name)
	if _, err := f.Write(content); err != nil {
		return nil, errors.Join(fmt.Errorf("write the %s: %w", name, err), f.Close())
	}
	if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_GROW|unix.F_SEAL_SHRINK|unix.F_SEAL_SEAL); err != nil {
		return nil, errors.Join(fmt.Errorf("seal the %s: %w", name, err), f.Close())
	}
	return f, nil
}

// readOrder reads an order from an inherited file. It reads from the start
// whatever others have read, because all stages share one file.
func readOrder(f *os.File) (*order, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("read the order: %w", err)
	}
	text, err := io.ReadAll(io.NewSectionReader(f, 0, info.Size()))
	if err != nil {
		return nil, fmt.Errorf("read the order: %w", err)
	}
	o := &order{}
	if err := json.Unmarshal(text, o); err != nil {
		return nil, fmt.Errorf("read the order: %w", err)
	}
	return o, nil
}
