package connect

import "jig/model"

import "jig/wire"

// openModels are those that many serve. Their format is the one that their templates teach
// them, for servers that leave calls in the text; contexts are those of the models, a server
// may give less.
func openModels() []family {
	open := func(prefix, format string, context int) family {
		return family{prefix: prefix, Info: model.Info{Context: context, Format: format}}
	}
	sees := func(f family) family { f.Images = true; return f }
	told := func(f family) family { f.Mode = wire.PromptBased; return f }
	return []family{
		open("gpt-oss", "harmony", 131_072),
		open("qwen2-5", "hermes", 32_768),
		open("qwen3", "hermes", 40_960),
		open("qwen3-coder", "qwen3_coder", 262_144),
		open("qwen3-5", "qwen3_coder", 262_144),
		open("qwq", "hermes", 40_960),
		open("hermes", "hermes", 0),
		open("deepseek-v3", "deepseek_v3", 131_072),
		open("deepseek-v3-1", "deepseek_v31", 131_072),
		open("deepseek-v3-2", "deepseek_v32_dsml", 131_072),
		open("deepseek-v4", "deepseek_v4_dsml", 0),
		open("deepseek-r1", "deepseek_v3", 131_072),
		open("kimi-k2", "kimi_k2", 262_144),
		open("kimi-k3", "kimi_k3", 0),
		open("glm-4-5", "glm4_moe", 131_072),
		open("glm-4-6", "glm4_moe", 202_752),
		open("glm-4-7", "glm47", 202_752),
		open("minimax-m1", "minimax", million),
		open("minimax-m2", "minimax_m2", 204_800),
		open("minimax-m3", "minimax_m3", 0),
		open("llama-3", "llama3_json", 131_072),
		open("llama3", "llama3_json", 131_072),
		sees(open("llama-4", "llama4_pythonic", 0)),
		sees(open("llama4", "llama4_pythonic", 0)),
		open("mistral", "mistral", 131_072),
		open("mixtral", "mistral", 32_768),
		open("ministral", "mistral", 0),
		open("codestral", "mistral", 0),
		open("devstral", "mistral", 131_072),
		open("magistral", "mistral", 40_960),
		open("granite-3", "granite", 131_072),
		open("granite3", "granite", 131_072),
		open("granite-4", "granite4", 131_072),
		open("granite4", "granite4", 131_072),
		open("command-r", "command_r", 131_072),
		open("command-a", "command_r", 262_144),
		open("lfm2", "lfm2", 32_768),
		open("seed-oss", "seed_oss", 524_288),
		open("step-3", "step3", 65_536),
		open("longcat", "longcat", 131_072),
		open("internlm2", "internlm2", 0),
		open("jamba", "jamba", 262_144),
		open("olmo-3", "olmo3", 65_536),
		open("apertus", "apertus", 65_536),
		open("hunyuan-a13b", "hunyuan_a13b", 262_144),
		open("ernie-4-5", "ernie45", 131_072),
		open("phi-4-mini", "phi4mini", 131_072),
		open("phi4-mini", "phi4mini", 131_072),
		open("functiongemma", "functiongemma", 32_768),
		sees(open("gemma-4", "gemma4", 0)),
		sees(open("gemma4", "gemma4", 0)),
		// These were not trained to call tools: they are told how in their instructions.
		told(sees(open("gemma-3", "auto", 131_072))),
		told(sees(open("gemma3", "auto", 131_072))),
		told(open("gemma-2", "auto", 8_192)),
		told(open("gemma2", "auto", 8_192)),
		told(open("phi-4", "auto", 16_384)),
		told(open("phi4", "auto", 16_384)),
		told(open("deepseek-coder", "auto", 0)),
	}
}
