#!/usr/bin/env bash
# A whole agent in bash: curl asks the model, jig runs its calls, jq keeps the conversation.
#
#   OPENAI_API_KEY=… ./agent.sh "what does this project do?"
#
# Every server that speaks like OpenAI's works: set OPENAI_BASE_URL and MODEL.
set -euo pipefail
url=${OPENAI_BASE_URL:-https://api.openai.com/v1}/chat/completions
model=${MODEL:-gpt-5}
tools=$(jig tools --for openai-chat)
messages=$(jq -n --arg task "$1" '[{role: "user", content: $task}]')

for _ in $(seq "${MAX_TURNS:-20}"); do
	answer=$(jq -n --arg model "$model" --argjson tools "$tools" --argjson messages "$messages" '{$model, $tools, $messages}' |
		curl -sS --fail-with-body "$url" -H "Authorization: Bearer ${OPENAI_API_KEY:-none}" -H 'Content-Type: application/json' -d @-)
	results=$(jig exec --quiet --format openai-chat <<<"$answer")
	messages=$(jq --argjson answer "$answer" --argjson results "$results" '. + [$answer.choices[0].message] + $results' <<<"$messages")
	if [ "$results" = "[]" ]; then
		jq -r '.[-1].content' <<<"$messages"
		exit
	fi
done
echo "it did not come to an end in ${MAX_TURNS:-20} answers" >&2
exit 5
