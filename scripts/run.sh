#!/bin/sh
# run.sh <file.ts> [arguments]: runs a file on the Node of this repository (a package like any other), after bringing
# the packages when they are missing or not those of package-lock.json. `exec`, so that signals reach it.
set -eu
cd "$(dirname "$0")/.."

node=node_modules/.bin/node
stamp=node_modules/.keyward-lock
if [ ! -x "$node" ] || ! cmp -s package-lock.json "$stamp"; then
  # packages installed by hand will do if they are the right ones
  if [ ! -x "$node" ] || ! "$node" scripts/installed.ts; then
    echo 'Installing packages (npm ci) …'
    if ! npm ci --include=dev --include=optional; then
      echo 'The packages could not be installed: npm ci failed (see above). Is the npm registry reachable?' >&2
      exit 1
    fi
    if [ ! -x "$node" ]; then
      echo "There is no Node 26 for this machine ($(uname -sm)): Keyward runs on Linux (glibc, x64 or arm64) and macOS." >&2
      exit 1
    fi
  fi
  cp package-lock.json "$stamp"
fi
exec "$node" "$@"
