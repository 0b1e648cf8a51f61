#!/usr/bin/env bash
# Resolve every dependency again and write the lock files, with the hashes of all files of each version.
# constraints.txt is what running needs (the usual extras, and the build backend), constraints-dev.txt the heavy extras and the
# tools. Both hold for every platform that CPython 3.11 or newer runs on.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"${PYTHON:-python3}" -m venv "$tools"
"$tools/bin/pip" install --quiet "uv>=0.13"

compile() {
  "$tools/bin/uv" pip compile --quiet --universal --generate-hashes --no-annotate --upgrade \
    --python-version 3.11 --custom-compile-command "make constraints" "$@"
}
compile pyproject.toml --extra documents --extra evaluate --extra semantic --group build --output-file constraints.txt
compile pyproject.toml --extra audio --extra ocr-cjk --group dev --constraints constraints.txt \
  --output-file constraints-dev.txt
