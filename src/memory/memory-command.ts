import { plainWords } from './plain-command.ts';

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

/**
 * Whether a command would delete sessions or remove the hooks without a question of its own, as `forget --yes` does: without
 * `--yes` it asks in a terminal, and does nothing where there is none. What only a shell can read counts as one.
 */
export function isDeletion(command: string): boolean {
  const words = plainWords(command)?.map(unquoted);
  if (words?.[0] === 'chronicle' && !words[1]?.startsWith('-'))
    return ['forget', 'uninstall'].includes(words[1] ?? '') && words.some((word) => word.startsWith('--yes'));
  const text = unquoted(command);
  return OURS.test(text) && DELETION.test(text) && /yes|[$`]/i.test(text);
}

function plainRequest([group, ...words]: string[], sessionId: string): MemoryRequest | null {
  const verb = MEMORY_VERBS.find((each) => words.includes(each));
  if (group !== 'memory' || verb === undefined) return null;
  const [first, ...others] = words;
  if (first !== verb) return refused(verb);
  if (others.length === 1 && (others[0] === '--help' || others[0] === '-h')) return null;
  const named = withoutOptions(others, verb, sessionId);
  if (named === null) return refused(verb);
  if (named.length === 1 && named[0] === 'all' && verb !== 'undo') return { kind: 'plain', verb, ids: [], isAll: true };
  const most = verb === 'undo' ? 1 : MOST_IDS;
  if (named.length === 0 || named.length > most || !named.every((word) => ID.test(word))) return refused(verb);
  return { kind: 'plain', verb, ids: [...new Set(named)], isAll: false };
}

/** The words that are no options; null if there are other options than those that change nothing about what is meant. */
function withoutOptions(words: readonly string[], verb: MemoryVerb, sessionId: string): string[] | null {
  const left: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--session' && words[at + 1] === sessionId) at++;
    else if (word === '--yes' || word === `--session=${sessionId}`) continue;
    else if (word === '--keep-index' && verb === 'undo') continue;
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
