#!/usr/bin/env bash
# Make the virtual environment with PYTHON ($1) in VENV ($2), or say what is missing.
set -euo pipefail
python=$1 venv=$2

if ! command -v "$python" >/dev/null; then
  echo "error: there is no $python here; Python 3.11 or newer is needed." >&2
  exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "error: $python is $("$python" --version 2>&1), and Python 3.11 or newer is needed." >&2
  echo "hint: name another one, for example: make PYTHON=python3.12 demo" >&2
  exit 1
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  echo "error: $python cannot make virtual environments (no ensurepip)." >&2
  echo "hint: on Debian or Ubuntu: apt install python3-venv; on Fedora it comes with python3-pip." >&2
  exit 1
fi
"$python" -m venv --clear "$venv"
