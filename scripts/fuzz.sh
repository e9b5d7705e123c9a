#!/usr/bin/env bash
# Fuzzes one target for some seconds: scripts/fuzz.sh TARGET [SECONDS]. Seeds stand in fuzz/seeds, and more are made from the tests'
# fixtures; what was found before is kept in fuzz/corpus, and a failing input in fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1 seconds=${2:-3600}
corpus=fuzz/corpus/$target
[ -d "fuzz/seeds/$target" ] || { echo "no such target: $target" >&2 && exit 2; }
mkdir -p "$corpus"
cp fuzz/seeds/"$target"/* "$corpus"
case $target in
query | outline | pattern)
  # The first byte chooses the language.
  for file in tests/fixtures/languages/*; do
    for byte in 00 01 02 03 04 05 06 07 08 09 0a; do
      { printf "\\x$byte\\x$byte"; head -c 3000 "$file"; } >"$corpus/seed-$byte-$(basename "$file")"
    done
  done
  ;;
esac
# The sanitizers' flags are unstable; the stable compiler takes them with this variable.
export RUSTC_BOOTSTRAP=1
if [ "$seconds" = 0 ]; then exec cargo fuzz build "$target"; fi
exec cargo fuzz run "$target" -- -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=4096
