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
  # The first line is the language; each seed is tried in every one.
  for language in languages/*/; do
    language=$(basename "$language")
    for seed in fuzz/seeds/"$target"/*; do
      { echo "$language" && tail -n +2 "$seed"; } >"$corpus/seed-$(basename "$seed")-$language"
    done
  done
  for file in tests/fixtures/languages/*; do
    { echo "${file##*.}" && head -c 4000 "$file"; } >"$corpus/fixture-$(basename "$file" | tr . -)"
  done
  ;;
esac
if [ -z "${FUZZ_IS_BUILT:-}" ]; then
  # What is fuzzed is what is built: the fuzzer's own dependencies are added to these.
  cp Cargo.lock fuzz/Cargo.lock
  # Clang checks the grammars' code in C, and tells the fuzzer what it covers.
  if command -v clang >/dev/null; then
    export CC=clang CFLAGS="-fsanitize=address,fuzzer-no-link${CFLAGS:+ $CFLAGS}"
  fi
  # The sanitizers' flags are unstable; the stable compiler takes them with this variable.
  RUSTC_BOOTSTRAP=1 cargo fuzz build "$target"
fi
if [ "$seconds" = 0 ]; then exit; fi
# With the sanitizer, tree-sitter, with which that target compares, takes long to compile some queries.
timeout=20
if [ "$target" = query ]; then timeout=300; fi
mkdir -p "fuzz/artifacts/$target"
export ASAN_OPTIONS=detect_odr_violation=0
# What is kept between inputs (compiled queries, parsers) is no leak, and looking for one after each input takes most of the time.
exec "fuzz/target/$(rustc -vV | sed -n 's/^host: //p')/release/$target" -max_total_time="$seconds" -max_len=5000 -timeout="$timeout" \
  -rss_limit_mb=4096 -detect_leaks=0 -print_final_stats=1 -artifact_prefix="fuzz/artifacts/$target/" "$corpus"
