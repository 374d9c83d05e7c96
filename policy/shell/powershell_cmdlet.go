package shell

// psValue says what the value of a parameter is.
type psValue int

const (
	psSwitch  psValue = iota // has no value
	psText                   // a value that names nothing
	psName                   // a path that is only taken apart or put together
	psRead                   // a path that is read
	psExact                  // the same, without wildcards
	psWrite                  // a path that is changed
	psPlace                  // the same, without wildcards
	psSibling                // a new name in the folder of the path
	psKind                   // the kind of a new item
)

// psCmdlet is what is written down about one cmdlet: the parameters that it may be
// used with, and no others.
type psCmdlet struct {
	name   string
	params map[string]psValue
	// positions are the parameters that words without a name belong to, in order.
	positions []string
	// rest is set if the last position takes all words that follow.
	rest bool
	// here is set if without a path it reads the folder it is in.
	here bool
	// takes says what it makes of objects from the pipeline: "files" if they can
	// name the files that it works on, "content" if they are what it writes.
	takes string
	// gives says what it sends on: "files", "text", "same" for what it was given,
	// or "" for anything.
	gives string
	// wipes is set if it removes what it is given.
	wipes bool
}

// psAlias gives the cmdlet behind a name, in small letters. On Unix PowerShell
// leaves the names of the system's own programs alone.
func psAlias(name string, unix bool) string {
	switch name {
	case "gci", "dir":
		return "get-childitem"
	case "gc", "type":
		return "get-content"
	case "gi":
		return "get-item"
	case "gl", "pwd":
		return "get-location"
	case "sl", "cd", "chdir":
		return "set-location"
	case "sls":
		return "select-string"
	case "select":
		return "select-object"
	case "measure":
		return "measure-object"
	case "group":
		return "group-object"
	case "where":
		return "where-object"
	case "gps":
		return "get-process"
	case "gcm":
		return "get-command"
	case "rvpa":
		return "resolve-path"
	case "echo":
		return "write-output"
	case "ft":
		return "format-table"
	case "fl":
		return "format-list"
	case "ni":
		return "new-item"
	case "ri", "del", "erase", "rd":
		return "remove-item"
	case "cpi", "copy":
		return "copy-item"
	case "mi", "move":
		return "move-item"
	case "rni", "ren":
		return "rename-item"
	case "clc":
		return "clear-content"
	}
	if unix {
		return name
	}
	switch name {
	case "ls":
		return "get-childitem"
	case "cat":
		return "get-content"
	case "sort":
		return "sort-object"
	case "diff", "compare":
		return "compare-object"
	case "ps":
		return "get-process"
	case "write":
		return "write-output"
	case "ac":
		return "add-content"
	case "rm", "rmdir":
		return "remove-item"
	case "cp":
		return "copy-item"
	case "mv":
		return "move-item"
	case "md":
		return "mkdir"
	}
	return name
}
