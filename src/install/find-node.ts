/** What the launchers print if they find no Node. No quotes of any kind; `$needs` is the version they need. */
export const NO_NODE =
  'Node was not found on PATH, at the path chronicle init used, in nvm, fnm, volta, asdf, mise, nodenv, n or Homebrew, or in your login shell. Install Node $needs or newer, then run chronicle init.';

/**
 * The part of a POSIX shell script that sets `node`. Expects `app`, and in `needs` the oldest version that works. A Node on
 * PATH, the usual case, is found without starting a process. The file `node` in the copy names the Node that ran init, or the
 * one from a login shell, which takes a second to ask.
 *
 * If the Node turns out to be too old, its program starts the script again with its version in CHRONICLE_OLD_NODE.
 * CHRONICLE_TRIED_NODES lists the paths that were tried, each between colons.
 */
export const FIND_NODE = `node=
old=\${CHRONICLE_OLD_NODE:-}
tried=\${CHRONICLE_TRIED_NODES:-}

is_node() {
  case $tried in *":$1:"*) return 1 ;; esac
  case $1 in /* | [A-Za-z]:*) [ -f "$1" ] && [ -x "$1" ] && node=$1 ;; *) false ;; esac
}

# The newest Node in directories named after their versions.
newest() {
  least=$((needs * 1000000))
  best=$((least - 1))
  for file; do
    version=\${file%/bin/node}
    version=\${version%/installation}
    version=\${version##*/}
    version=\${version#v}
    case $version in *[!0-9.]* | *.*.*.* | *..* | .* | *.) continue ;; *.*.*) ;; *) continue ;; esac
    rest=\${version#*.}
    rank=$((\${version%%.*} * 1000000 + \${rest%%.*} * 1000 + \${rest#*.}))
    if [ "$rank" -lt "$least" ]; then
      [ -n "$old" ] || old="$version ($file)"
    elif [ "$rank" -gt "$best" ] && is_node "$file"; then
      best=$rank
    fi
  done
  [ "$best" -ge "$least" ]
}

# Only after the first on PATH turned out to be too old.
further_on_path() {
  rest=$PATH:
  while [ -n "$rest" ]; do
    line=\${rest%%:*}/node
    rest=\${rest#*:}
    is_node "$line" && return 0
  done
  false
}

from_login_shell() {
  case \${SHELL:-} in /*) ;; *) return 1 ;; esac
  while IFS= read -r line; do
    case $line in */node) is_node "$line" ;; esac
  done <<END
$("$SHELL" -lic 'command -v node' </dev/null 2>/dev/null)
END
  [ -n "$node" ] || return 1
  {
    umask 077
    printf '%s\\n' "$node" >"$app/node.$$" && mv -f "$app/node.$$" "$app/node"
  } 2>/dev/null
  return 0
}

find_node() {
  if [ -z "$tried$old" ]; then
    if command -v node >/dev/null 2>&1; then
      node=node
      return 0
    fi
    find_elsewhere
  else
    [ -n "$tried" ] || tried=:$(command -v node):
    further_on_path || find_elsewhere || return 1
    export CHRONICLE_TRIED_NODES="$tried$node:"
  fi
}

find_elsewhere() {
  { IFS= read -r line <"$app/node"; } 2>/dev/null && is_node "$line" && return 0
  newest "\${NVM_DIR:-$HOME/.nvm}"/versions/node/*/bin/node \\
    "\${FNM_DIR:-$HOME/.local/share/fnm}"/node-versions/*/installation/bin/node \\
    "$HOME/.fnm"/node-versions/*/installation/bin/node \\
    "$HOME/Library/Application Support/fnm"/node-versions/*/installation/bin/node \\
    "\${VOLTA_HOME:-$HOME/.volta}"/tools/image/node/*/bin/node \\
    "\${ASDF_DATA_DIR:-$HOME/.asdf}"/installs/nodejs/*/bin/node \\
    "\${MISE_DATA_DIR:-$HOME/.local/share/mise}"/installs/node/*/bin/node \\
    "\${NODENV_ROOT:-$HOME/.nodenv}"/versions/*/bin/node \\
    "\${N_PREFIX:-/usr/local}"/n/versions/node/*/bin/node && return 0
  for line in "\${N_PREFIX:-/usr/local}/bin/node" /opt/homebrew/bin/node /usr/local/bin/node \\
    /home/linuxbrew/.linuxbrew/bin/node; do
    is_node "$line" && return 0
  done
  from_login_shell
}
`;
