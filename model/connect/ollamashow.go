package connect

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"jig/model"
	"jig/wire"
)

// showOllama asks what the model can do: a model whose template has no place for tools is
// told about them in its instructions.
func (a address) showOllama(ctx context.Context, info *model.Info) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	body, err := json.Marshal(map[string]string{"model": a.model})
	if err != nil {
		return
	}
	resp, err := a.askOllama(ctx, "api/show", body)
	if err != nil {
		return
	}
	defer func() { _ = resp.Body.Close() }() // only read
	var shown struct {
		Capabilities []string                   `json:"capabilities"`
		Info         map[string]json.RawMessage `json:"model_info"`
	}
	if resp.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(resp.Body, 64<<20)).Decode(&shown) != nil {
		return
	}
	for key, value := range shown.Info {
		if strings.HasSuffix(key, ".context_length") {
			var n int
			if json.Unmarshal(value, &n) == nil && n > 0 {
				info.Context = n
			}
		}
	}
	if len(shown.Capabilities) == 0 { // an older one, which does not say
		return
	}
	info.Mode, info.Images = wire.PromptBased, false
	for _, c := range shown.Capabilities {
		switch c {
		case "tools":
			info.Mode = wire.Native
		case "vision":
			info.Images = true
		}
	}
}
