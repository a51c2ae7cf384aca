import type { Payload } from './payload.ts';
import { plainWords } from './plain-command.ts';

/**
 * The agent is about to use a tool. Its own `chronicle` commands run, what changes memory is asked
 * about, and for everything else the hook is silent: the host decides as it would without us.
 *
 *     {"tool_name": "Bash", "tool_input": {"command": "chronicle tags"}, …}
 */

/** The shell command of a Bash call, or null for any other tool and for a call that cannot be read. */
export function commandOf({ tool_name, tool_input }: Payload): string | null {
  return tool_name === 'Bash' ? textIn(tool_input, 'command') : null;
}

/** Tools that write the one file they name, and under which name. */
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

/** The file that a tool would write, or null for a call that cannot be read. */
export function writtenPath({ tool_name, tool_input }: Payload): string | null {
  return textIn(tool_input, FILE_TOOLS.get(tool_name ?? '') ?? '');
}

/** The answer on stdout that lets a command of ours run, or null for none. */
export function permissionOutput(payload: Payload): string | null {
  const command = commandOf(payload);
  if (command === null || !isAllowedCommand(command, payload.session_id)) return null;
  return decision(
    'allow',
    'A single chronicle command only reads chronicles, writes that of this session, or files a proposal.',
  );
}

/** The answer on stdout that has the host ask a person, whatever its permission mode. */
export function question(reason: string): string {
  return decision('ask', reason);
}

function decision(permissionDecision: 'allow' | 'ask', permissionDecisionReason: string): string {
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  });
}

function textIn(input: unknown, key: string): string | null {
  const value =
    typeof input === 'object' && input !== null ? new Map<string, unknown>(Object.entries(input)).get(key) : null;
  return typeof value === 'string' ? value : null;
}

/**
 * Which shell commands of the agent run without a prompt: exactly one `chronicle` command, with at
 * most one quoted heredoc and nothing else.
 *
 *     chronicle log ERROR <<'EOF'
 *     any text at all: $(), `…`, "quotes"
 *     EOF
 *
 * The host also asks about commands it cannot take apart, whatever they are, and runs a whole
 * command on our word; so everything that is not plainly this form gets no answer.
 */

const COMMANDS = new Set(['log', 'summary', 'tags', 'search', 'show']);
/** Of a group, these: the host asks about JSON in a heredoc, whatever is allowed, as it looks like a brace expansion. */
const IN_GROUP = new Map([
  ['memory', 'propose'],
  ['retro', 'narrative'],
]);
const WRITERS = new Set(['log', 'summary', ...IN_GROUP.keys()]);

/** Whether this command of the session `sessionId` may run without asking. Writing to another session is asked about. */
export function isAllowedCommand(command: string, sessionId: string): boolean {
  const words = plainWords(command);
  return words !== null && isChronicle(words, sessionId);
}

function isChronicle([program, command, ...words]: string[], sessionId: string): boolean {
  if (program !== 'chronicle' || command === undefined) return false;
  if (!COMMANDS.has(command) && (words[0] === undefined || IN_GROUP.get(command) !== words[0])) return false;
  return !WRITERS.has(command) || namesNoOther(words, sessionId);
}

/** Whether `--session`, if it is given, names this session. */
function namesNoOther(words: string[], sessionId: string): boolean {
  const plain = words.map((word) => word.replace(/['"]/g, ''));
  return plain.every((word, i) => {
    if (word === '--session') return plain[i + 1] === sessionId;
    return !word.startsWith('--session') || word === `--session=${sessionId}`;
  });
}
