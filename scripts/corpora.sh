#!/usr/bin/env bash
# Fetches the real code that tests and benchmarks read, at fixed versions, from the package registries into a cache
# outside the repository. Usage: scripts/corpora.sh [NAME]…  (default: all but linux)
# Prints one `name<TAB>path` line for each; a corpus that is already there is not fetched again.
set -euo pipefail

cache="${SPELUNK_CORPORA:-${XDG_CACHE_HOME:-$HOME/.cache}/spelunk-corpora}"
mkdir -p "$cache"

# Unpacks a crate's source, as cargo fetched it.
crate() {
  local name=$1 version=$2 work
  work=$(mktemp -d)
  mkdir -p "$work/src" && : > "$work/src/lib.rs"
  printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n%s = { version = "=%s", default-features = false }\n' \
    "$name" "$version" > "$work/Cargo.toml"
  (cd "$work" && cargo vendor --quiet --versioned-dirs vendor >/dev/null 2>&1)
  mv "$work/vendor/$name-$version" "$3"
  rm -f "$3/.cargo-checksum.json"
  rm -rf "$work"
}

npm_package() {
  local work
  work=$(mktemp -d)
  (cd "$work" && npm pack --silent "$1@$2" >/dev/null 2>&1 && tar xzf ./*.tgz)
  mv "$work/package" "$3"
  rm -rf "$work"
}

python_package() {
  local work
  work=$(mktemp -d)
  python3 -m pip download --quiet --no-deps --no-binary :all: --no-build-isolation -d "$work" "$1==$2" >/dev/null 2>&1 ||
    python3 -m pip download --quiet --no-deps --no-binary :all: -d "$work" "$1==$2" >/dev/null
  (cd "$work" && tar xzf ./*.tar.gz && rm ./*.tar.gz)
  mv "$work"/* "$3"
  rm -rf "$work"
}

go_module() {
  local dir
  dir=$(cd / && GOFLAGS=-mod=mod go mod download -json "$1@$2" | python3 -c 'import json,sys; print(json.load(sys.stdin)["Dir"])')
  cp -r "$dir" "$3"
  chmod -R u+w "$3"
}

linux_source() {
  local work
  work=$(mktemp -d)
  chmod 755 "$work"
  (cd "$work" && apt-get download linux-source-6.1 >/dev/null 2>&1 && dpkg-deb -x ./*.deb out)
  mkdir "$work/tree" && tar xJf "$work"/out/usr/src/linux-source-6.1.tar.xz -C "$work/tree"
  mv "$work"/tree/linux-source-6.1 "$1"
  rm -rf "$work"
}

fetch() {
  local name=$1 target="$cache/$1" partial="$cache/.partial-$1-$$"
  if [ ! -d "$target" ]; then
    echo "fetching $name" >&2
    case $name in
      tokio) crate tokio 1.47.1 "$partial" ;;
      cargo) crate cargo 0.90.0 "$partial" ;;
      ripgrep) crate ripgrep 14.1.1 "$partial" ;;
      axum) crate axum 0.8.4 "$partial" ;;
      django) python_package Django 5.2.19 "$partial" ;;
      flask) python_package flask 3.1.2 "$partial" ;;
      requests) python_package requests 2.32.5 "$partial" ;;
      pygments) python_package pygments 2.19.2 "$partial" ;;
      rxjs) npm_package rxjs 7.8.2 "$partial" ;;
      effect) npm_package effect 4.1.0 "$partial" ;;
      zod) npm_package zod 4.1.12 "$partial" ;;
      gin) go_module github.com/gin-gonic/gin v1.11.0 "$partial" ;;
      cobra) go_module github.com/spf13/cobra v1.10.1 "$partial" ;;
      libgit2) crate libgit2-sys 0.18.2+1.9.1 "$partial" ;;
      linux) linux_source "$partial" ;;
      *) echo "unknown corpus: $name" >&2; return 2 ;;
    esac
    mv "$partial" "$target"
  fi
  printf '%s\t%s\n' "$name" "$target"
}

if [ $# -eq 0 ]; then
  set -- tokio cargo ripgrep django flask requests pygments rxjs effect zod gin cobra libgit2
fi
for name in "$@"; do fetch "$name"; done
