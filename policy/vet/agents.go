package vet

import "slices"

const (
	runsItself = "it runs a command by itself"
	widens     = "a project may not widen its own permissions"
	narrows    = "a project may not change what the person has forbidden"
	plugs      = "it loads code or instructions from elsewhere"
)

// claudeSettings is .claude/settings.json and settings.local.json.
func claudeSettings() keyTable {
	return keyTable{reader: "Claude Code", unknown: Ask, rules: slices.Concat(
		[]keyRule{{path: "hooks", level: Deny, what: runsItself, fine: []any{nil}}},
		denied(runsItself, "apikeyhelper", "awsauthrefresh", "awscredentialexport", "gcpauthrefresh", "otelheadershelper", "headershelper", "statusline", "subagentstatusline",
			"filesuggestion", "proxyauthhelper", "policyhelper"),
		unless(widens, "permissions/allow", nil),
		unless(widens, "permissions/defaultmode", "default", "plan", "manual", "dontAsk"),
		unless(widens, "permissions/additionaldirectories", nil),
		harmless("permissions/deny", "permissions/ask", "permissions/disablebypasspermissionsmode", "permissions/disableautomode"),
		unless(widens, "enableallprojectmcpservers", false),
		unless(widens, "enabledmcpjsonservers", nil),
		harmless("disabledmcpjsonservers"),
		denied(widens, "skipdangerousmodepermissionprompt", "skipautopermissionprompt", "automode", "allowedmcpservers", "allowmanagedhooksonly", "httphookallowedenvvars", "allowedhttphookurls"),
		unless("it turns off the hooks that guard the person's work", "disableallhooks", false),
		denied(plugs, "enabledplugins", "extraknownmarketplaces", "pluginconfigs", "strictknownmarketplaces", "agent"),
		unless(widens, "sandbox/enabled", true),
		unless(widens, "sandbox/autoallowbashifsandboxed", false),
		unless(widens, "sandbox/allowunsandboxedcommands", false),
		unless(widens, "sandbox/failifunavailable", true),
		unless(widens, "sandbox/excludedcommands", nil),
		denied(widens, "sandbox/enableweakernestedsandbox", "sandbox/network/alloweddomains", "sandbox/network/allowunixsockets", "sandbox/network/allowallunixsockets",
			"sandbox/network/allowlocalbinding", "sandbox/network/httpproxyport", "sandbox/network/socksproxyport", "sandbox/filesystem/allowwrite", "sandbox/filesystem/allowread",
			"sandbox/ignoreviolations"),
		harmless("sandbox/network/denieddomains", "sandbox/filesystem/denywrite", "sandbox/filesystem/denyread"),
		checked(environment, "env"),
		checked(servers, "mcpservers"),
		harmless("$schema", "includecoauthoredby", "attribution", "cleanupperioddays", "model", "language", "alwaysthinkingenabled", "spinnertipsenabled", "effortlevel",
			"respectgitignore", "prefersreducedmotion", "theme", "verbose", "autoupdateschannel", "showturnduration", "terminalprogressbarenabled"),
	)}
}

// geminiSettings is .gemini/settings.json.
func geminiSettings() keyTable {
	return keyTable{reader: "Gemini CLI", unknown: Ask, rules: slices.Concat(
		checked(startedServers, "mcpservers"),
		denied(narrows, "mcp/excluded", "excludetools", "tools/exclude"),
		denied(widens, "mcp/allowed", "mcp/servercommand", "mcpservercommand", "allowmcpservers", "tools/allowed", "tools/core", "coretools", "allowedtools", "autoaccept", "tools/autoaccept",
			"tools/shell", "general/defaultapprovalmode", "approvalmode", "context/includedirectories", "includedirectories", "context/loadfromincludedirectories",
			"security", "policypaths", "adminpolicypaths", "admin", "trustedfolders", "skiptrust"),
		denied(runsItself, "hooks", "tools/discoverycommand", "tools/callcommand", "tooldiscoverycommand", "toolcallcommand", "hooksconfig", "general/preferrededitor"),
		unless(widens, "tools/sandbox", true), unless(widens, "sandbox", true),
		denied("it sends what is said elsewhere", "telemetry", "advanced/excludedenvvars", "proxy", "general/proxy"),
		denied(plugs, "extensions", "experimental", "agents", "skills", "customskills"),
		asked("it names other files as instructions", "context/filename", "contextfilename"),
		harmless("$schema", "ui", "theme", "general/vimmode", "general/checkpointing", "general/disableautoupdate", "general/previewfeatures", "model", "privacy", "output",
			"context/filefiltering", "context/discoverymaxdirs", "tools/useripgrep", "tools/truncatetooloutputthreshold"),
	)}
}

// codexConfig is .codex/config.toml.
func codexConfig() keyTable {
	return keyTable{reader: "Codex", unknown: Ask, rules: slices.Concat(
		checked(startedServers, "mcp_servers"),
		denied(runsItself, "notify", "hooks", "model_providers/*/auth"),
		unless(widens, "approval_policy", "untrusted", "on-request"),
		unless(widens, "sandbox_mode", "read-only"),
		denied(widens, "sandbox_workspace_write", "projects", "permissions", "default_permissions", "shell_environment_policy", "allow_login_shell", "trust_level", "profiles", "profile", "approvals_reviewer", "writable_roots", "network", "rules"),
		denied("it sends what is said elsewhere", "model_providers", "model_provider", "openai_base_url", "chatgpt_base_url", "otel", "oss_provider", "mcp_oauth_callback_url"),
		denied(plugs, "plugins", "marketplaces", "skills", "agents", "experimental_instructions_file", "model_instructions_file", "experimental_compact_prompt_file", "model_catalog_json"),
		asked("it puts words before the model", "developer_instructions", "instructions", "compact_prompt"),
		harmless("$schema", "model", "model_reasoning_effort", "model_reasoning_summary", "model_verbosity", "hide_agent_reasoning", "show_raw_agent_reasoning", "personality",
			"file_opener", "tui", "project_doc_max_bytes", "model_context_window", "review_model"),
	)}
}

// kiroAgent is a file of .kiro/agents or .amazonq/cli-agents.
func kiroAgent() keyTable {
	return keyTable{reader: "Kiro", unknown: Ask, rules: slices.Concat(
		unless(runsItself, "hooks", nil),
		unless(widens, "allowedtools", nil),
		checked(servers, "mcpservers"),
		unless(widens, "usesmcpjson", false), unless(widens, "includemcpjson", false), unless(widens, "uselegacymcpjson", false),
		denied(widens, "toolssettings/*/allowedpaths", "toolssettings/*/allowedcommands", "toolssettings/*/autoallowreadonly", "toolssettings/*/allowedservices", "toolssettings/*/trusted", "toolssettings/*/trustedagents"),
		harmless("toolssettings/*/deniedpaths", "toolssettings/*/deniedcommands", "toolssettings/*/denybydefault", "toolssettings/*/deniedservices"),
		checked(func(r *report, where string, v any) {
			for _, s := range texts(v) {
				r.at(where, Text(Rules, s))
			}
		}, "prompt", "description", "welcomemessage"),
		asked("it gives the agent files to read at the start", "resources"),
		harmless("$schema", "name", "version", "model", "tools", "toolaliases", "keyboardshortcut"),
	)}
}

// mcpFile is a file that lists MCP servers and nothing else.
func mcpFile(reader string) keyTable {
	return keyTable{reader: reader, unknown: Ask, rules: slices.Concat(
		checked(servers, "mcpservers", "servers", "mcp/servers"),
		asked("it asks for values, which a command may supply", "inputs"),
		unless(runsItself, "hooks", nil),
		harmless("$schema", "version"),
	)}
}

// hookFile is a file in which everything is a hook.
func hookFile(reader string) keyTable {
	return keyTable{reader: reader, unknown: Deny, rules: slices.Concat(
		unless(runsItself, "hooks", nil), harmless("$schema", "version", "description"),
	)}
}

// otherAgent is the settings file of an agent whose words vary; what runs or
// widens is named alike in all of them.
func otherAgent(reader string) keyTable {
	return keyTable{reader: reader, unknown: Ask, rules: slices.Concat(
		denied(widens, "permission", "permissions/allow", "permissions/allowed_tools", "allowed_tools", "autoapprove", "yolo", "tools", "agent", "mode"),
		harmless("permissions/deny", "permissions/ask", "$schema", "theme", "model", "keybinds"),
		denied(runsItself, "hooks", "plugin", "plugins", "formatter", "lsp", "install", "start", "terminals", "commands", "experimental", "context_servers", "lint-cmd", "test-cmd"),
		denied("it sends what is said elsewhere", "provider", "providers", "models", "proxy", "openai-api-base"),
		checked(startedServers, "mcp", "mcpservers", "mcp_servers"),
		checked(environment, "env", "environment"),
		asked("it names other files as instructions", "instructions", "read"),
	)}
}
