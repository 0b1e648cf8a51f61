#!/usr/bin/env bash
# Build the wheel from the sdist, install it as its users do, and use it: once bare, once with every extra.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

.venv/bin/python -m build --no-isolation --outdir "$work/dist" >"$work/build.log" 2>&1 ||
  { cat "$work/build.log" >&2; exit 1; }
wheel=$(echo "$work"/dist/*.whl)
# The pins without their hashes: pip checks hashes only where everything has one, and our wheel has none.
sed -e '/--hash=/d' -e 's/ \\$//' constraints.txt >"$work/pins.txt"

# install NAME EXTRAS: a fresh environment with the wheel and nothing of this checkout
install() {
  "$root/.venv/bin/python" -m venv "$work/$1"
  "$work/$1/bin/python" -m pip install -qq --disable-pip-version-check -c "$work/pins.txt" "$wheel$2"
}

# answers OKF BASE MODE QUESTION PLACE: the first answer must cite PLACE, found in MODE
answers() {
  local out
  out=$("$1" search --base "$2" --limit 1 "$4")
  grep -qF -- "$5" <<<"$out" && grep -qF -- "$3 search" <<<"$out" || {
    printf 'wheel smoke test: %s was not answered with %s (%s):\n%s\n' "$4" "$5" "$3" "$out" >&2
    exit 1
  }
}

cd "$work"
install core ""
okf=$work/core/bin/okf
"$okf" --help >/dev/null
OKF_HOME=$work/home "$okf" doctor >/dev/null
mkdir notes
cp -r "$root"/samples/acme/{policies,procedures,de,ko} notes/
find notes -type f ! -name '*.md' -delete
"$okf" build notes --base core-base >/dev/null
answers "$okf" core-base keyword "hotel limit London" "policies/travel-policy.md, section “Hotels”"

install full "[documents,semantic,evaluate]"
okf=$work/full/bin/okf
"$okf" build "$root/samples/acme" --base full-base >/dev/null
answers "$okf" full-base hybrid "What does the TW-400 cost?" "products/price-list.csv"
answers "$okf" full-base hybrid "How often must the wrench be calibrated?" "products/TW-200 Manual.pdf, page 2"
echo "wheel smoke test: $(basename "$wheel") works bare and with every extra"
