package workspace

import "strings"

const (
	logins  = "keys or logins"
	browser = "what a person does in a browser, with its logins"
)

// secretFolder is what a folder of this name holds, with everything below it.
func secretFolder(grand, parent, name string) string {
	switch name {
	case ".ssh", ".gnupg", ".aws", ".azure", ".gcloud", ".password-store", "keychains", "keyrings", ".keyrings", ".secrets", ".oci", ".vault":
		return logins
	case ".mozilla", ".thunderbird":
		return browser
	}
	switch parent {
	case ".config":
		switch name {
		case "gcloud", "gh", "op", "sops", "hub", "doctl", "rclone", "1password", "bitwarden", "keepassxc", "age":
			return logins
		case "google-chrome", "google-chrome-beta", "chromium", "bravesoftware", "microsoft-edge", "vivaldi", "opera":
			return browser
		}
	case "google":
		if name == "chrome" && grand == "application support" {
			return browser
		}
	case "application support":
		if name == "firefox" || name == "bravesoftware" || name == "chromium" || name == "microsoft edge" || name == "arc" {
			return browser
		}
	case ".kube", ".docker":
		if name == "config" || name == "config.json" || name == "cache" {
			return logins
		}
	case ".claude", ".codex", ".gemini", ".jig":
		switch name {
		case ".credentials.json", "credentials.json", "auth.json", "oauth_creds.json", "credentials":
			return logins
		}
	case ".cargo":
		if name == "credentials" || name == "credentials.toml" {
			return logins
		}
	}
	return ""
}

// secretFile is what a file of this name holds.
func secretFile(parent, name string) string {
	switch name {
	case ".env", ".envrc", ".netrc", "_netrc", ".npmrc", ".pypirc", ".yarnrc.yml", ".git-credentials", ".htpasswd", ".pgpass", ".my.cnf", ".mylogin.cnf",
		".dockercfg", ".vault-token", ".boto", ".s3cfg", ".terraformrc", ".claude.json", ".authinfo", ".authinfo.gpg", "secring.gpg", ".fetchmailrc", ".msmtprc",
		"credentials.json", "secrets.json", "secrets.yml", "secrets.yaml", "secrets.toml", ".secret", "master.key", "terraform.tfstate", "terraform.tfstate.backup",
		"application_default_credentials.json", "cookies.sqlite", "logins.json", "key4.db", "login data", "kubeconfig", "wallet.dat", ".pam-token", "token.json":
		return logins
	}
	switch {
	case strings.HasPrefix(name, ".env."):
		switch name[len(".env."):] {
		case "example", "sample", "template", "dist", "defaults":
			return "" // made to be read: the names of settings without values
		}
		return logins
	case strings.HasPrefix(name, "id_") && !strings.HasSuffix(name, ".pub"):
		switch name[len("id_"):] {
		case "rsa", "dsa", "ecdsa", "ed25519", "ecdsa_sk", "ed25519_sk", "xmss":
			return "a private key"
		}
	case strings.HasPrefix(name, "ssh_host_") && strings.HasSuffix(name, "_key"):
		return "a private key"
	case strings.HasSuffix(name, "_history") && name[0] == '.':
		return "what a person typed, often with passwords"
	case parent == "private-keys-v1.d":
		return "private keys"
	case strings.HasPrefix(name, "service-account") && strings.HasSuffix(name, ".json"), strings.HasPrefix(name, "service_account") && strings.HasSuffix(name, ".json"):
		return logins
	}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		switch name[dot:] {
		case ".env", ".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".kdb", ".ppk", ".tfvars", ".keytab", ".ovpn", ".mobileprovision", ".agekey":
			return logins
		}
	}
	return ""
}
