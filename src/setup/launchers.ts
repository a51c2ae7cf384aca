/**
 * The launchers in the copy that `chronicle init` makes, so that no settings file names a Node or a package that the next
 * update deletes. They run the Node that `init` ran under, or the one on PATH if that is gone.
 *
 *     <app>/hook session-start        what settings run, on a POSIX system
 *     <app>/bin/chronicle log ERROR   what the agent runs
 */
import { shellWord } from '../lib/shell-word.ts';

/** The agent's own commands: the copy runs them, from the bundle of the hooks. */
export const AGENT_COMMANDS = ['log', 'summary', 'tags', 'note', 'notes', 'observe', 'handoff', 'pending'] as const;

export type AgentCommand = (typeof AGENT_COMMANDS)[number];

/** Without a Node. Claude Code takes exit code 1 as a failure of the hook, and goes on. */
const NO_NODE =
  'Node was not found, neither the one of chronicle init nor one on PATH. Install Node, then run chronicle init.';

const WRITTEN = 'Written by chronicle init; do not edit. chronicle uninstall removes it.';

/** The start of both scripts: sets `app` and `node`. */
function found(app: string, node: string): string {
  return `app=${shellWord(app)}
node=${shellWord(node)}
[ -x "$node" ] || node=node
command -v "$node" >/dev/null || { echo 'session-chronicle: ${NO_NODE}' >&2; exit 1; }`;
}

/** The launcher of hooks, a POSIX shell script. */
export function hookLauncher(app: string, node: string): string {
  return `#!/bin/sh
# Runs a hook of session-chronicle, for Claude Code: hook session-start < payload
# ${WRITTEN}
${found(app, node)}
exec "$node" "$app/hooks/dist/chronicle.cjs" "$@"
`;
}

/** The launcher of commands, a POSIX shell script: the agent's run from the copy, others from the package if it exists. */
export function commandLauncher(app: string, packageRoot: string, node: string): string {
  return `#!/bin/sh
# Runs chronicle: chronicle log ERROR < text
# ${WRITTEN}
${found(app, node)}
case \${1:-} in
  ${AGENT_COMMANDS.join(' | ')}) program=$app/hooks/dist/chronicle.cjs ;;
  *)
    program=${shellWord(`${packageRoot}/bin/chronicle`)}
    [ -f "$program" ] || program=$app/hooks/dist/cli.mjs
    ;;
esac
exec "$node" "$program" "$@"
`;
}

/** The launcher of commands for Windows, a batch file. */
export function commandBatch(app: string, packageRoot: string, node: string): string {
  return `@echo off
rem Runs chronicle. ${WRITTEN}
setlocal DisableDelayedExpansion
set "APP=${batchWord(app)}"
set "PROGRAM=${batchWord(packageRoot)}\\bin\\chronicle"
if not exist "%PROGRAM%" set "PROGRAM=%APP%\\hooks\\dist\\cli.mjs"
for %%C in (${AGENT_COMMANDS.join(' ')}) do if "%~1"=="%%C" set "PROGRAM=%APP%\\hooks\\dist\\chronicle.cjs"
set "NODE=${batchWord(node)}"
if not exist "%NODE%" set "NODE=node"
"%NODE%" "%PROGRAM%" %*
`.replaceAll('\n', '\r\n');
}

/** A path between the quotes of `set "NAME=…"` in a batch file. Windows allows no quotes in a path. */
function batchWord(text: string): string {
  return text.replaceAll('%', '%%').replaceAll('"', '');
}
