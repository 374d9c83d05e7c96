package text

// jsonFormats are those that write a call as JSON in an envelope.
func jsonFormats() []format {
	return []format{
		apertus(), cogito(), commandR(), deepseekV3(), deepseekV31(), ernie45(), genericJSON(),
		gigachat3(), granite(), granite4(), granite20bFC(), hermes(), hunyuan(), hunyuanA13B(), internlm2(),
		jamba(), jsonArray(), kimiK2(), llama3JSON(), longcat(), minimax(), mistral(), nemotronV2(),
		ollamaPromptJSON(), phi4mini(), reka(), xlam(),
	}
}
