#!/usr/bin/env bash
# Install what the tests of scans and recordings need from the system's packages, where that is possible:
# as root on Debian or Ubuntu. Elsewhere those tests are skipped and say so.
set -euo pipefail

packages=()
command -v tesseract >/dev/null || packages+=(tesseract-ocr)
tesseract --list-langs 2>/dev/null | grep -qx kor || packages+=(tesseract-ocr-kor)
[ -d /usr/share/fonts/truetype/nanum ] || packages+=(fonts-nanum)
command -v espeak-ng >/dev/null || packages+=(espeak-ng)

if [ ${#packages[@]} -eq 0 ]; then exit 0; fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "note: not installed: ${packages[*]}; the tests that need them are skipped" >&2
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${packages[@]}"; } >/dev/null; then
  echo "note: could not be installed: ${packages[*]}; the tests that need them are skipped" >&2
fi
