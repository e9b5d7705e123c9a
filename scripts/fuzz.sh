#!/usr/bin/env bash
# Fuzzes one target for some seconds: scripts/fuzz.sh TARGET [SECONDS]. Seeds are made from the tests' fixtures; what was found
# before is kept in fuzz/corpus, and a failing input in fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1 seconds=${2:-3600}
corpus=fuzz/corpus/$target
mkdir -p "$corpus"
case $target in
query | outline | pattern)
  # The first byte chooses the language.
  for file in tests/fixtures/languages/*; do
    for byte in 00 01 02 03 04 05 06 07 08 09 0a; do
      { printf "\\x$byte\\x$byte"; head -c 3000 "$file"; } >"$corpus/seed-$byte-$(basename "$file")"
    done
  done
  ;;
lsp_frames) printf '\003Content-Length: 38\r\n\r\n{"jsonrpc":"2.0","id":1,"result":null}' >"$corpus/seed-frame" ;;
json_rpc)
  printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"grep","arguments":{"pattern":"b"}}}\n' >"$corpus/seed-call"
  printf '{"jsonrpc":"2.0","id":"x","method":"tools/list"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n' >"$corpus/seed-list"
  ;;
paths) printf 'in/b/c.rs\n../secret\na/../up/root/a/b' >"$corpus/seed-paths" ;;
budget) printf '\002\310\001fn one()\001fn two() {}\001<b>]]></b>' >"$corpus/seed-texts" ;;
*) echo "no such target: $target" >&2 && exit 2 ;;
esac
# The sanitizers' flags are unstable; the stable compiler takes them with this variable.
export RUSTC_BOOTSTRAP=1
if [ "$seconds" = 0 ]; then exec cargo fuzz build "$target"; fi
exec cargo fuzz run "$target" -- -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=4096
