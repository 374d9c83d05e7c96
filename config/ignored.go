package config

// ignoredSettings are the top-level keys of Claude Code that jig knows and does
// not obey, with the reason. Commands in them are never executed. An empty reason
// means that nobody needs to be told.
func ignoredSettings() map[string]string {
	const (
		command = "jig never runs this command"
		looks   = "jig's faces have settings of their own"
		account = "jig takes keys and accounts from the environment"
		model   = "of all that is about models only model counts"
		plugins = "plugins of Claude Code are not loaded"
		trust   = "whether servers of a project start is decided by trust (jig trust)"
	)
	return map[string]string{
		"$schema": "",

		"apiKeyHelper": command, "awsAuthRefresh": command, "awsCredentialExport": command, "gcpAuthRefresh": command,
		"fileSuggestion": command, "otelHeadersHelper": command, "statusLine": command, "subagentStatusLine": command,
		"policyHelper": command, "processWrapper": command,

		"availableModels": model, "modelOverrides": model, "fallbackModel": model, "agent": model,
		"effortLevel": model, "alwaysThinkingEnabled": model, "fastMode": model, "fastModePerSessionOptIn": model,
		"advisorModel": model, "enforceAvailableModels": model, "showThinkingSummaries": looks,

		"attribution": looks, "autoMemoryEnabled": looks, "autoMemoryDirectory": looks, "autoScrollEnabled": looks,
		"autoUpdatesChannel": looks, "minimumVersion": looks, "awaySummaryEnabled": looks, "autoConnectIde": looks,
		"cleanupPeriodDays": looks, "companyAnnouncements": looks, "editorMode": looks, "feedbackSurveyRate": looks,
		"gitAttribution": looks, "includeCoAuthoredBy": looks, "includeGitInstructions": looks, "language": looks,
		"outputStyle": looks, "plansDirectory": looks, "prefersReducedMotion": looks, "preferredNotifChannel": looks,
		"respectGitignore": looks, "showClearContextOnPlanAccept": looks, "showTurnDuration": looks, "spinnerTipsEnabled": looks,
		"spinnerTipsOverride": looks, "spinnerVerbs": looks, "syntaxHighlightingDisabled": looks, "teammateMode": looks,
		"terminalProgressBarEnabled": looks, "theme": looks, "tui": looks, "useAutoModeDuringPlan": looks, "verbose": looks,
		"viewMode": looks, "voice": looks, "voiceEnabled": looks, "worktree": looks, "defaultShell": looks,
		"claudeMd": looks, "claudeMdExcludes": looks, "skillOverrides": looks, "skillListingBudgetFraction": looks,
		"maxSkillDescriptionChars": looks, "disableSkillShellExecution": "jig runs no commands while it reads a skill",
		"autoCompactEnabled": looks, "fileCheckpointingEnabled": looks, "todoFeatureEnabled": looks, "promptSuggestionEnabled": looks,

		"forceLoginMethod": account, "forceLoginOrgUUID": account, "skipWebFetchPreflight": account,
		"forceRemoteSettingsRefresh": account, "disableDeepLinkRegistration": account, "sshConfigs": account,
		"disableRemoteControl": account,

		"enabledPlugins": plugins, "extraKnownMarketplaces": plugins, "blockedMarketplaces": plugins,
		"pluginConfigs": plugins, "pluginTrustMessage": plugins, "channelsEnabled": plugins, "allowedChannelPlugins": plugins,
		"skippedMarketplaces": plugins, "skippedPlugins": plugins,

		"enableAllProjectMcpServers": trust, "enabledMcpjsonServers": trust, "hasTrustDialogAccepted": trust,
		"skipDangerousModePermissionPrompt": "the mode bypass is chosen by its name alone",
		"autoMode":                          "the mode auto runs what is proved read-only, and nothing else",
		"disableAutoMode":                   "the mode auto runs what is proved read-only, and nothing else",
	}
}
