#!/usr/bin/env bash
# Build the bundled sample into .demo, ask it a question, and say how to connect a client.
set -euo pipefail
cd "$(dirname "$0")/.."
okf=.venv/bin/okf
question="What is the hotel limit in London?"

"$okf" build samples/acme --base .demo
printf '\n$ .venv/bin/okf search "%s" --base .demo --limit 2\n' "$question"
"$okf" search "$question" --base .demo --limit 2
cat <<END

Connect an AI client that starts its servers itself, for example Claude Code:

  claude mcp add acme -- $PWD/.venv/bin/okf serve --stdio --base $PWD/.demo

or start one for clients that speak HTTP, at http://127.0.0.1:5001/mcp:

  .venv/bin/okf serve --base .demo

Your own documents: .venv/bin/okf build PATH
END
