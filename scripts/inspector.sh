#!/usr/bin/env bash
# Calls the server as the official MCP inspector does: lists the tools, calls each once on this repository, and sees an
# error where one is due. Usage: scripts/inspector.sh PATH_OF_SPELUNK
set -euo pipefail
cd "$(dirname "$0")/.."

server=$(realpath "$1")
home="${SPELUNK_INSPECTOR:-${XDG_CACHE_HOME:-$HOME/.cache}/spelunk-inspector}"
inspector="$home/node_modules/.bin/mcp-inspector"
if [ ! -x "$inspector" ]; then
  echo "installing the inspector" >&2
  mkdir -p "$home"
  # The newest release that runs on Node 20.
  npm install --silent --no-audit --no-fund --prefix "$home" @modelcontextprotocol/inspector@0.15.0 >&2
fi

inspect() { "$inspector" --cli "$server" serve --root "$PWD" "$@"; }

call() {
  local tool=$1
  shift
  inspect --method tools/call --tool-name "$tool" "$@"
}

tools=$(inspect --method tools/list | python3 -c 'import json, sys; print(*(tool["name"] for tool in json.load(sys.stdin)["tools"]))')
echo "tools: $tools"
for tool in $tools; do
  case $tool in
    map_code) arguments=(--tool-arg path=src --tool-arg maxTokens=500) ;;
    search) arguments=(--tool-arg query="token budget") ;;
    grep) arguments=(--tool-arg pattern="fn main") ;;
    extract) arguments=(--tool-arg 'targets=["src/main.rs:1"]') ;;
    *) arguments=(--tool-arg symbol=Outline --tool-arg wait=0) ;;
  esac
  answer=$(call "$tool" "${arguments[@]}")
  python3 - "$tool" "$answer" <<'PYTHON'
import json, sys
tool, answer = sys.argv[1], json.loads(sys.argv[2])
assert not answer.get("isError"), f"{tool}: {answer}"
text = answer["content"][0]["text"]
assert text.strip().splitlines()[-1].endswith("tokens]"), f"{tool} has no footer: {text[-200:]}"
print(f"{tool}: {text.strip().splitlines()[-1]}")
PYTHON
done

# Some releases of the inspector exit with a tool's error, others only print it.
refused=$(call map_code --tool-arg path=no/such/folder 2>&1 || true)
grep -q '"isError": true' <<< "$refused" || { echo "a missing path was no error: $refused" >&2; exit 1; }
echo "errors are errors"
