package vet

import "strings"

// secretPath finds the name of a place where secrets are kept in a text, or "".
func secretPath(s string) string {
	s = strings.ReplaceAll(strings.ToLower(s), `\`, "/")
	for _, place := range []string{
		".ssh/", "/.ssh", "id_rsa", "id_ed25519", "id_ecdsa", "authorized_keys", "known_hosts", ".aws/", ".gnupg", ".kube/config", ".docker/config.json",
		".netrc", ".git-credentials", ".config/gcloud", ".azure/", ".npmrc", ".pypirc", ".config/gh/", ".password-store", ".bash_history", ".zsh_history",
		"/etc/passwd", "/etc/shadow", "/etc/sudoers", "/proc/self/environ", ".cursor/mcp.json", ".claude.json", ".claude/settings", ".mcp.json", ".codex/auth.json",
		"wallet.dat", "login data", "cookies.sqlite", "credentials.json", "service-account", "secrets.yaml", ".vault-token", ".env.local", ".env.production",
		"keychain", "ntuser.dat", "/config/sam", "169.254.169.254",
	} {
		if strings.Contains(s, place) {
			return place
		}
	}
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(" \t\n\"'`,;:()=<>", r) }) {
		if word == ".env" || strings.HasSuffix(word, "/.env") || strings.HasSuffix(word, ".pem") || strings.HasSuffix(word, ".p12") || strings.HasSuffix(word, ".kdbx") {
			return word
		}
	}
	return ""
}

// fetchedAndRun finds a line of shell that runs what it downloads, or hides what
// it runs; "" if there is none.
func fetchedAndRun(s string) string {
	for line := range strings.Lines(s) {
		low := strings.ToLower(line)
		fetches := mentions(low, "curl", "wget", "fetch", "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "base64", "xxd", "nc", "ncat")
		if !fetches {
			continue
		}
		after := low
		for {
			_, rest, found := strings.Cut(after, "|")
			if !found {
				break
			}
			after = rest
			if mentions(firstWords(rest), "sh", "bash", "zsh", "dash", "ksh", "python", "python3", "node", "perl", "ruby", "php", "iex", "invoke-expression", "sudo", "source", "xargs") {
				return brief(strings.TrimSpace(line))
			}
		}
		if strings.Contains(low, "$(") && mentions(low, "eval", "sh", "bash", "iex") || strings.Contains(low, "<(") {
			return brief(strings.TrimSpace(line))
		}
	}
	return ""
}

// firstWords is enough of a pipeline's next part to see its program behind a
// wrapper.
func firstWords(s string) string {
	fields := strings.Fields(s)
	return strings.Join(fields[:min(3, len(fields))], " ")
}

// mentions reports whether one of the words stands in s as a whole word.
func mentions(s string, words ...string) bool {
	for field := range strings.FieldsFuncSeq(s, func(r rune) bool {
		return r != '-' && r != '_' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	}) {
		for _, w := range words {
			if field == w {
				return true
			}
		}
	}
	return false
}

// runsShell reports whether a text that should be data looks like a command line:
// a substitution, or a program run with operators around it.
func runsShell(s string) bool {
	if strings.Contains(s, "$(") || strings.Contains(s, "`") || strings.Contains(s, "${IFS}") {
		return true
	}
	low := strings.ToLower(s)
	if fetchedAndRun(low) != "" {
		return true
	}
	operator := strings.ContainsAny(s, ";|&<>") || strings.Contains(s, " -")
	return operator && mentions(low, "curl", "wget", "rm", "sh", "bash", "powershell", "pwsh", "cmd.exe", "nc", "ncat", "eval", "chmod", "sudo", "dd", "mkfs", "scp", "ssh", "cat", "env")
}
