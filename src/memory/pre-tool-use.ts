import type { Payload } from '../record/payload.ts';
import { plainWords } from './plain-command.ts';

/**
 * Decides about a tool call of the agent: a plain `chronicle` command is allowed, a change of memory needs a person's
 * approval, and for anything else the hook is silent, so that the host decides as it would without us.
 *
 *     {"tool_name": "Bash", "tool_input": {"command": "chronicle tags"}, …}
 */

/** Whether a tool runs a shell command: `Monitor` follows what one prints. */
export function runsCommand({ tool_name }: Payload): boolean {
  return tool_name === 'Bash' || tool_name === 'Monitor';
}

/** The shell command of such a tool; null for other tools and for unreadable calls. */
export function shellCommand(payload: Payload): string | null {
  return runsCommand(payload) ? textIn(payload.tool_input, 'command') : null;
}

/** Tools that write one file, with the name of the argument that holds its path. */
const FILE_TOOLS = new Map([
  ['Write', 'file_path'],
  ['Edit', 'file_path'],
  ['MultiEdit', 'file_path'],
  ['NotebookEdit', 'notebook_path'],
]);

/** Whether a tool writes one file. */
export function writesFile({ tool_name }: Payload): boolean {
  return FILE_TOOLS.has(tool_name ?? '');
}

/** The file that a tool would write; null for an unreadable call. */
export function writtenPath({ tool_name, tool_input }: Payload): string | null {
  return textIn(tool_input, FILE_TOOLS.get(tool_name ?? '') ?? '');
}

/** The hook's output that allows a `chronicle` command without a prompt, or null. */
export function permissionOutput(payload: Payload): string | null {
  const command = payload.tool_name === 'Bash' ? shellCommand(payload) : null;
  if (command === null || !isAllowedCommand(command, payload.session_id)) return null;
  return decision(
    'allow',
    "This chronicle command only reads chronicles, writes to this session's chronicle, files a proposal, or takes a session off the pending list.",
  );
}

/** What the gate makes the host do about a tool call: ask a person, in any permission mode, or refuse the call. */
export interface GateAnswer {
  decision: 'ask' | 'deny';
  reason: string;
  /** What the host runs instead of the call's input if the person says yes. */
  input?: object;
}

/** The hook's output for an answer of the gate. */
export function gateOutput({ decision: word, reason, input }: GateAnswer): string {
  return decision(word, reason, input);
}

function decision(
  permissionDecision: 'allow' | 'ask' | 'deny',
  permissionDecisionReason: string,
  updatedInput?: object,
): string {
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason, updatedInput },
  });
}

function textIn(input: unknown, key: string): string | null {
  const value =
    typeof input === 'object' && input !== null ? new Map<string, unknown>(Object.entries(input)).get(key) : null;
  return typeof value === 'string' ? value : null;
}

/**
 * Which of the agent's shell commands run without a prompt: a single `chronicle` command with at
 * most one quoted heredoc.
 *
 *     chronicle log ERROR <<'EOF'
 *     any text at all: $(), `…`, "quotes"
 *     EOF
 *
 * If the hook allows a command, the host runs all of it, even parts that it cannot parse itself. So the hook allows
 * nothing that is not clearly of this form.
 */

const COMMANDS = new Set([
  'log',
  'summary',
  'tags',
  'note',
  'notes',
  'observe',
  'handoff',
  'pending',
  'search',
  'show',
  'brief',
  'observations',
  'recall',
  'plan',
]);
/** Subcommands: without us, the host asks about JSON in a heredoc whatever its rules allow, as it looks like a brace expansion. */
const IN_GROUP = new Map([
  ['memory', ['propose']],
  ['retro', ['narrative']],
]);
const WRITERS = new Set(['log', 'summary', 'note', 'observe', 'handoff', ...IN_GROUP.keys()]);

/** Whether the session may run this command without a prompt. Writing to another session's chronicle needs one. */
export function isAllowedCommand(command: string, sessionId: string): boolean {
  const words = plainWords(command);
  return words !== null && isChronicle(words, sessionId);
}

function isChronicle([program, command, ...words]: string[], sessionId: string): boolean {
  if (program !== 'chronicle' || command === undefined) return false;
  if (!COMMANDS.has(command) && !IN_GROUP.get(command)?.includes(words[0] ?? '')) return false;
  if (command === 'observations' && words.some(changesBook)) return false;
  return !WRITERS.has(command) || staysInSession(words, sessionId);
}

/** Whether a word makes `chronicle observations` write: into the notebook of any session, or a file of the project. */
function changesBook(word: string): boolean {
  return /^(?:supersede$|--(?:write|yes|by)\b)/.test(word.replace(/['"]/g, ''));
}

/** Whether `--session`, if present, names this session, and no `--project` another project. */
function staysInSession(words: string[], sessionId: string): boolean {
  const plain = words.map((word) => word.replace(/['"]/g, ''));
  return plain.every((word, i) => {
    if (word === '--session') return plain[i + 1] === sessionId;
    if (word.startsWith('--project')) return false;
    return !word.startsWith('--session') || word === `--session=${sessionId}`;
  });
}
