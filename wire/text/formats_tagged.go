package text

// taggedFormats are those that write each parameter between tags of its own.
func taggedFormats() []format {
	return []format{
		anthropicXML(),
		deepseekV32(),
		deepseekV4(),
		dots(),
		glm45(),
		glm47(),
		laguna(),
		ling3(),
		minicpm5(),
		minimaxM2(),
		minimaxM3(),
		museGlimmer(),
		poolsideV1(),
		qwen3Coder(),
		seedOSS(),
		step3(),
		step3p5(),
		xmlNested(),
	}
}
