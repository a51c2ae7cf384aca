import { printable } from '../text/printable.ts';
import { plainWords } from './plain-command.ts';

/**
 * Recognises the agent's shell commands that would change memory. A person has to approve those, so a doubtful command
 * counts as one: an unneeded question costs only a key press.
 *
 *     chronicle memory apply p-12150d p-77aa01
 *     cd . && env X=1 /opt/bin/chronicle memory undo last
 */

export interface MemoryChange {
  verb: 'apply' | 'undo';
  /** Ids of proposals that the command names. */
  ids: string[];
  /** Whether it may affect proposals that it does not name: `all`, `last`, a variable. */
  isOpen: boolean;
  /** Whether the command is exactly `apply all`: every open proposal of the session. */
  isAll: boolean;
}

const ID = /^p-[0-9a-f]{6,64}$/;

/** The name of our program or of its bundle. */
const OURS = /chronicle|\bcli\.[cm]?[jt]s\b/i;

/**
 * Our program, `memory` and `apply` or `undo`, with only blanks and options (with or without a value) in between. A variable
 * or a command substitution may stand for our program.
 */
const CHANGE =
  /(?:chronicle|\bcli\.[cm]?[jt]s|\$\w+|[)}`])\s+(?:-\S+\s+(?:[^-\s]\S*\s+)??){0,9}memory\s+(?:-\S+\s+(?:[^-\s]\S*\s+)??){0,9}(?:(apply|undo)\b|[$`{*?[])/i;

/** The change that a command would make, or null. A heredoc counts as data only if the command is a single plain one. */
export function memoryChangeIn(command: string): MemoryChange | null {
  const words = plainWords(command)?.map(unquoted);
  if (words?.[0] === 'chronicle') return plainChange(words.slice(1));
  const text = unquoted(command);
  const ours = text.search(OURS);
  const found = ours < 0 ? null : CHANGE.exec(text.slice(ours));
  if (!found) return null;
  const ids = text.match(/\bp-[0-9a-f]{6,64}\b/g) ?? [];
  return {
    verb: found[1]?.toLowerCase() === 'undo' ? 'undo' : 'apply',
    ids: [...new Set(ids)],
    isOpen: true,
    isAll: false,
  };
}

function plainChange([group, ...words]: string[]): MemoryChange | null {
  const verb = words.find((word): word is 'apply' | 'undo' => word === 'apply' || word === 'undo');
  if (group !== 'memory' || verb === undefined) return null;
  const others = words.filter((word) => word !== verb && word !== '--yes');
  const ids = others.filter((word) => ID.test(word));
  const isAll = verb === 'apply' && others.length === 1 && others[0] === 'all';
  return { verb, ids: [...new Set(ids)], isOpen: ids.length !== others.length || others.length === 0, isAll };
}

/** Removes the quotes and backslashes that a shell would remove. */
function unquoted(text: string): string {
  return text.replace(/['"\\]/g, '');
}

/** A proposal as read from the proposals file. Untrusted: anybody may have written that file. */
export interface AskedProposal {
  id: string;
  action: string;
  file: string;
}

/** How many lines fit on a terminal together with the command. */
const MOST_LISTED = 8;
const LONGEST_NAME = 100;

/** The question about `chronicle memory apply` or `undo`, with one line per proposal. In an unattended session the agent reads it. */
export function changeQuestion({ verb, ids }: MemoryChange, known: readonly AskedProposal[]): string {
  const unknown = ids.filter((id) => known.every((proposal) => proposal.id !== id));
  const lines = [
    ...known.map(({ id, action, file }) => `${id} ${action} ${displayName(file)}`),
    ...unknown.map((id) => `${id} (no such proposal in this project)`),
  ];
  if (lines.length === 0)
    return `${RULE} This command does not say what it would ${verb}. Run chronicle memory review to see the proposals.`;
  const more = lines.length > MOST_LISTED ? [`and ${lines.length - MOST_LISTED} more`] : [];
  return [`${RULE} This would ${verb}:`, ...lines.slice(0, MOST_LISTED), ...more].join('\n');
}

const RULE = 'Memory changes only when a person approves.';

/** The question about a memory file that the agent is about to write during a retrospective. */
export function fileQuestion(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return `${RULE} A retrospective is in progress, and this would write ${displayName(name)} without a proposal. A change made with chronicle memory propose keeps its evidence and can be undone.`;
}

/** The question about a tool call that the hook cannot read. */
export const UNREADABLE_QUESTION = `${RULE} A retrospective is in progress, and the hook could not read this tool call.`;

/** A file name on one line and of bounded length. */
function displayName(name: string): string {
  return printable(name.replace(/\s+/g, ' ')).slice(0, LONGEST_NAME);
}
