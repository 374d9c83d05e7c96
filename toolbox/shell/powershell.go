package shell

import "jig/tool"

// powershell is the tool for PowerShell lines. It is there everywhere, so that a model that knows it is told what to use
// instead where PowerShell is not installed.
func (s *Shells) powershell() tool.Tool {
	return s.lineTool(s.power, tool.Spec{
		Name:  "powershell",
		Title: "PowerShell",
		Description: "Runs a line in PowerShell (pwsh, or else powershell) without a profile, and returns what it printed; a code other " +
			"than 0 is said first, as \"Exit code: N\". Works like the shell tool in everything else: no input, a timeout, and background commands.",
		Help:     "For bash lines use shell. Where PowerShell is not installed the call fails and says so.",
		Aliases:  []string{"PowerShell", "pwsh"},
		Keywords: []string{"powershell", "pwsh", "windows", "command", "cmdlet"},
		Deferred: true,
	})
}
