import type { Payload } from '#src/record/payload.ts';

/**
 * Parses the one form of shell command that can be understood without a shell: a program, its
 * arguments, and at most one quoted heredoc as its stdin.
 *
 *     chronicle log ERROR <<'EOF'
 *     any text at all: $(), `…`, "quotes"
 *     EOF
 */

/**
 * Characters without a special meaning inside a word in any shell; `=` and `~` are special at its beginning. `#` is one between
 * letters and digits, as in the ids that we print: elsewhere it can begin a comment, or a pattern of zsh's extended globbing,
 * where such an id matches no more than names of files that look like it.
 */
const PLAIN_WORD = /^[A-Za-z0-9_./:@%+,-](?:[A-Za-z0-9_./:@%+,=-]|(?<=[A-Za-z0-9])#(?=[eno]-[0-9a-f]{6}))*/;
const SINGLE_QUOTED = /^'[^'\n\r]*'/;
/** Without `$`, backtick, backslash and `!` nothing is expanded between double quotes. */
const DOUBLE_QUOTED = /^"[^"$`\\!\n\r]*"/;
const HEREDOC = /^<<(?:'([A-Za-z_][A-Za-z0-9_]*)'|"([A-Za-z_][A-Za-z0-9_]*)")[ ]*\n/;

/** The command's words, with their quotes, or null if the command has any other form. */
function plainWords(command: string): string[] | null {
  // Shells drop NUL characters, so they would read different words.
  if (command.includes('\0')) return null;
  const words: string[] = [];
  let rest = command.replace(/^[ \n]+/, '');
  for (;;) {
    const heredoc = HEREDOC.exec(rest);
    if (heredoc) return endsWithHeredoc(rest.slice(heredoc[0].length), heredoc[1] ?? heredoc[2] ?? '') ? words : null;
    if (/^[ \n]*$/.test(rest)) return words;
    const word = readWord(rest);
    if (word === null) return null;
    words.push(rest.slice(0, word));
    rest = rest.slice(word);
    const blanks = /^ +/.exec(rest)?.[0].length ?? 0;
    if (blanks === 0 && !/^\n*$/.test(rest)) return null;
    rest = rest.slice(blanks);
  }
}

/** The length of a word made of plain and quoted pieces, or null. */
function readWord(text: string): number | null {
  let length = 0;
  for (;;) {
    const rest = text.slice(length);
    // `tag:"two words"` is one word; a plain piece may follow a quote, but may not start with `=`.
    const piece = PLAIN_WORD.exec(rest) ?? SINGLE_QUOTED.exec(rest) ?? DOUBLE_QUOTED.exec(rest);
    if (!piece) return length === 0 ? null : length;
    length += piece[0].length;
  }
}

/**
 * Whether the heredoc ends where every shell sees its end, even one that drops carriage returns, and only blank lines
 * follow. For ksh, a line such as `EOF)` ends it too, and in one such as `EOFé` dash drops a byte.
 */
function endsWithHeredoc(body: string, delimiter: string): boolean {
  const lines = body.split('\n');
  for (const line of lines) {
    const text = line.replaceAll('\r', '');
    if (text.startsWith(delimiter) && /^[)\u0080-\uffff]/.test(text.slice(delimiter.length))) return false;
  }
  const end = lines.findIndex((line) => line.replaceAll('\r', '') === delimiter);
  return lines[end] === delimiter && lines.slice(end + 1).every((line) => /^ *$/.test(line));
}

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
  return !WRITERS.has(command) || staysInSession(words, sessionId);
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

/**
 * Recognises the agent's shell commands that would decide about proposals, or delete records. A person has to approve those, so a
 * doubtful command counts as one: an unneeded question costs only a key press. Only a plain command can be approved, because only
 * its effect is known:
 *
 *     chronicle memory apply p-12150d p-77aa01        says exactly what it would apply
 *     cd . && chronicle memory apply p-12150d         cannot be read without a shell
 *     chronicle memory undo last                      does not say what it would undo
 */
export type MemoryRequest = PlainRequest | { kind: 'unreadable'; verb: string } | { kind: 'refused'; reason: string };

/** The commands about proposals that need a person's yes. */
export const MEMORY_VERBS = ['apply', 'undo', 'skip'] as const;
export type MemoryVerb = (typeof MEMORY_VERBS)[number];

/** A command whose effect is known. */
export interface PlainRequest {
  kind: 'plain';
  verb: MemoryVerb;
  /** The ids that it names, each once; empty for `all`. */
  ids: string[];
  /** Whether it means every open proposal of the session. */
  isAll: boolean;
}

const ID = /^p-[0-9a-f]{6,64}$/;
/** No retrospective files so many. */
const MOST_IDS = 300;

/** The name of our program or of its bundle. */
const OURS = /chronicle|\bcli\.[cm]?[jt]s\b/i;
/** Our program, or a variable or a command substitution that may stand for it. */
const PROGRAM = String.raw`(?:chronicle[\w@.^~-]{0,40}|\bcli\.[cm]?[jt]s|\$\w{1,40}|[)}\x60])`;
/** Only blanks and options, with or without a value. */
const GAP = String.raw`\s+(?:-\S+\s+(?:[^-\s]\S*\s+)??){0,9}`;
const CHANGE = new RegExp(`${PROGRAM}${GAP}memory${GAP}(?:(apply|undo|skip)\\b|[$\`{*?[])`, 'i');
const DELETION = new RegExp(`${PROGRAM}${GAP}(?:(?:forget|uninstall)\\b|[$\`{*?[])`, 'i');

/**
 * What a command of the session `sessionId` would decide about proposals, or null. A heredoc counts as data only if the
 * command is a single plain one.
 */
export function memoryRequestIn(command: string, sessionId: string): MemoryRequest | null {
  const words = plainWords(command)?.map(unquoted);
  if (words?.[0] === 'chronicle' && !words[1]?.startsWith('-')) return plainRequest(words.slice(1), sessionId);
  const text = unquoted(command);
  const found = OURS.test(text) ? CHANGE.exec(text) : null;
  return found && { kind: 'unreadable', verb: found[1]?.toLowerCase() ?? 'change' };
}

/** `--yes`, its short form `-y`, and what the parser of options takes for them: `--y`, `-yes`, `-y=true`. */
const YES = /^--?y/i;

/**
 * Whether a command would delete sessions or remove the hooks without a question of its own, as `forget --yes` does: without
 * `--yes` it asks in a terminal, and does nothing where there is none. What only a shell can read counts as one.
 */
export function isDeletion(command: string): boolean {
  const words = plainWords(command)?.map(unquoted);
  if (words?.[0] === 'chronicle' && !words[1]?.startsWith('-'))
    return ['forget', 'uninstall'].includes(words[1] ?? '') && words.some((word) => YES.test(word));
  const text = unquoted(command);
  return OURS.test(text) && DELETION.test(text) && /yes|\s--?y|[$`]/i.test(text);
}

function plainRequest([group, ...words]: string[], sessionId: string): MemoryRequest | null {
  const verb = MEMORY_VERBS.find((each) => words.includes(each));
  if (group !== 'memory' || verb === undefined) return null;
  const [first, ...others] = words;
  if (first !== verb) return refused(verb);
  if (others.length === 1 && (others[0] === '--help' || others[0] === '-h')) return null;
  const named = withoutOptions(others, sessionId);
  if (named === null) return refused(verb);
  if (named.length === 1 && named[0] === 'all' && verb !== 'undo') return { kind: 'plain', verb, ids: [], isAll: true };
  const most = verb === 'undo' ? 1 : MOST_IDS;
  if (named.length === 0 || named.length > most || !named.every((word) => ID.test(word))) return refused(verb);
  return { kind: 'plain', verb, ids: [...new Set(named)], isAll: false };
}

/** The words that are no options; null if there are other options than those that change nothing about what is meant. */
function withoutOptions(words: readonly string[], sessionId: string): string[] | null {
  const left: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--session' && words[at + 1] === sessionId) at++;
    else if (word === '--yes' || word === `--session=${sessionId}`) continue;
    else if (word.startsWith('-')) return null;
    else left.push(word);
  }
  return left;
}

function refused(verb: MemoryVerb): MemoryRequest {
  const form =
    verb === 'undo' ? 'the id of one applied proposal' : 'ids of proposals of this session’s project, or all';
  return {
    kind: 'refused',
    reason: `In a session, chronicle memory ${verb} takes only ${form}: chronicle memory ${verb} p-12150d. For anything else, ask the person to run it in a terminal.`,
  };
}

/** Removes the quotes and backslashes that a shell would remove, and joins lines that it would join. */
function unquoted(text: string): string {
  return text.replace(/\\\r?\n|['"\\]/g, '');
}
