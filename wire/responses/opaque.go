package responses

import (
	"encoding/json"
	"strings"

	"jig/wire"
)

// unanswered finds items of the provider's that wait for something that nobody here has
// done, such as a command for a shell that was not ours to offer. The provider would
// refuse a conversation in which their answer is missing.
func unanswered(parts []wire.Part) map[int]bool {
	waits, answered := map[int]string{}, map[string]bool{}
	for i := range parts {
		if parts[i].Kind != wire.OpaquePart || parts[i].From != From {
			continue
		}
		var it item
		if json.Unmarshal(parts[i].Raw, &it) != nil {
			continue
		}
		switch it.Type {
		case "local_shell_call", "shell_call", "apply_patch_call", "computer_call", "tool_search_call":
			if it.CallID != "" {
				waits[i] = it.CallID
			}
		case "mcp_approval_request":
			waits[i] = it.ID
		default:
			if strings.HasSuffix(it.Type, "_output") {
				answered[it.CallID] = true
			}
		}
	}
	lost := map[int]bool{}
	for i, id := range waits {
		lost[i] = !answered[id]
	}
	return lost
}
