/**
 * The launchers in the copy that `chronicle init` makes. They find Node wherever the user keeps it, so that no settings file
 * names a Node that the next update deletes.
 *
 *     <app>/hook session-start        what settings run, on a POSIX system
 *     <app>/bin/chronicle log ERROR   what the agent runs
 */
import { shellWord } from '../value/shell-word.ts';
import { FIND_NODE, NO_NODE } from './find-node.ts';
import { HOOK_EVENTS } from './hook-events.ts';

/** The oldest Node for hooks and the agent's commands, and for all other commands. */
const HOOKS_NEED = 18;
const COMMANDS_NEED = 20;

/** The hooks' names as a pattern of `case`. */
const EVENTS = Object.values(HOOK_EVENTS)
  .map(({ word }) => word)
  .join(' | ');

/** The bundles of the agent's commands; `bin/chronicle` has the same list. */
export const AGENT_BUNDLES: readonly [bundle: string, commands: readonly string[]][] = [
  ['agent', ['log', 'summary', 'tags']],
  ['notebook', ['note', 'notes']],
  ['observe', ['observe', 'handoff']],
  ['pending', ['pending']],
];

/** The launcher of hooks, a POSIX shell script. Without a Node it prints and logs that, and fails where that is harmless. */
export function hookLauncher(app: string): string {
  return `#!/bin/sh
# Runs a hook of session-chronicle, for Claude Code: hook session-start < payload
# Written by chronicle init; do not edit. chronicle uninstall removes it.
app=${shellWord(app)}
needs=${HOOKS_NEED}
${FIND_NODE}
if find_node; then
  case \${1:-} in ${EVENTS}) bundle=$1 ;; *) bundle=chronicle ;; esac
  exec "$node" "$app/hooks/dist/$bundle.cjs" "$@"
fi
case \${1:-} in ${EVENTS}) event=$1 ;; *) event=hook ;; esac
if [ -n "$old" ]; then
  code=CHRONICLE_OLD_NODE
  why="Node $old is too old: hooks need $needs or newer. Nothing is recorded."
else
  code=CHRONICLE_NO_NODE
  why="${NO_NODE} Nothing is recorded."
fi
printf 'session-chronicle: %s\\n' "$why" >&2
# Such characters would have to be escaped in JSON.
case $why in *[\\"\\\\]*) why="Node \${old%% *} is too old: hooks need $needs or newer. Nothing is recorded." ;; esac
PATH=\${PATH:+$PATH:}/usr/bin:/bin
{
  umask 077
  printf '{"at":"%s","event":"%s","code":"%s","message":"%s"}\\n' \\
    "$(date -u +%Y-%m-%dT%H:%M:%S.000Z)" "$event" "$code" "$why" >>"\${app%/app}/log.jsonl"
} 2>/dev/null
# Claude Code takes exit 2 as a refusal before a tool call or a compaction, and at a stop as more work for the agent.
case $event in pre-tool-use | before-compaction | stop) exit 0 ;; esac
exit 2
`;
}

/** The launcher of commands, a POSIX shell script: the agent's run from the copy, others from the package if it exists. */
export function commandLauncher(app: string, packageRoot: string): string {
  return `#!/bin/sh
# Runs chronicle: chronicle log ERROR < text
# Written by chronicle init; do not edit. chronicle uninstall removes it.
app=${shellWord(app)}
package=${shellWord(packageRoot)}
case \${1:-} in
${AGENT_BUNDLES.map(
  ([bundle, commands]) => `  ${commands.join(' | ')})
    program=$app/hooks/dist/${bundle}.cjs
    needs=${HOOKS_NEED}
    ;;`,
).join('\n')}
  *)
    program=$package/bin/chronicle
    [ -f "$program" ] || program=$app/hooks/dist/cli.mjs
    needs=${COMMANDS_NEED}
    # The program starts this script again if its Node is too old.
    export CHRONICLE_LAUNCHER="$app/bin/chronicle"
    ;;
esac
${FIND_NODE}
if find_node; then
  case $program in
    */cli.mjs)
      # An older Node would fail with a stack trace.
      if ! "$node" -e "process.exit(parseInt(process.versions.node, 10) < $needs ? 1 : 0)"; then
        [ -n "$old" ] || old=$("$node" -p 'process.versions.node + " (" + process.execPath + ")"')
        export CHRONICLE_OLD_NODE="$old"
        exec "$app/bin/chronicle" "$@"
      fi
      ;;
  esac
  exec "$node" "$program" "$@"
fi
if [ -n "$old" ]; then
  why="Node $old is too old: this command needs $needs or newer."
else
  why="${NO_NODE}"
fi
printf 'session-chronicle: %s\\n' "$why Nothing was done." >&2
exit 2
`;
}

/** The launcher of commands for Windows, a batch file. */
export function commandBatch(app: string, packageRoot: string): string {
  return `@echo off
rem Runs chronicle. Written by chronicle init; do not edit. chronicle uninstall removes it.
setlocal DisableDelayedExpansion
set "APP=${batchWord(app)}"
set "PROGRAM=${batchWord(packageRoot)}\\bin\\chronicle"
if not exist "%PROGRAM%" set "PROGRAM=%APP%\\hooks\\dist\\cli.mjs"
${AGENT_BUNDLES.flatMap(([bundle, commands]) =>
  commands.map((command) => `if "%~1"=="${command}" set "PROGRAM=%APP%\\hooks\\dist\\${bundle}.cjs"`),
).join('\n')}
set "NODE=node"
where node >nul 2>nul || set /p NODE=<"%APP%\\node"
"%NODE%" "%PROGRAM%" %*
`.replaceAll('\n', '\r\n');
}

/** A path between the quotes of `set "NAME=…"` in a batch file. Windows allows no quotes in a path. */
function batchWord(text: string): string {
  return text.replaceAll('%', '%%').replaceAll('"', '');
}
