import { printable } from '../text/printable.ts';
import { plainWords } from './plain-command.ts';

/**
 * Whether a shell command of the agent would change memory. That is for a person to decide, so doubt
 * counts as yes: a question too many costs a key press.
 *
 *     chronicle memory apply p-12150d p-77aa01
 *     cd . && env X=1 /opt/bin/chronicle memory undo last
 */

export interface MemoryChange {
  verb: 'apply' | 'undo';
  /** Ids of proposals that the command names. */
  ids: string[];
  /** Whether it also, or only, names what its words do not tell: `all`, `last`, a variable. */
  isOpen: boolean;
  /** Whether `all` open proposals of the session are meant, and nothing else. */
  isAll: boolean;
}

const ID = /^p-[0-9a-f]{6,64}$/;

/** Ours by name, or by the name of its bundle. */
const OURS = /chronicle|\bcli\.[cm]?[jt]s\b/i;

/**
 * Our program, `memory` and what that does, with nothing between but blanks and options, with or without a word of their
 * own. A variable or what another command prints may be our program.
 */
const CHANGE =
  /(?:chronicle|\bcli\.[cm]?[jt]s|\$\w+|[)}`])\s+(?:-\S+\s+(?:[^-\s]\S*\s+)??){0,9}memory\s+(?:-\S+\s+(?:[^-\s]\S*\s+)??){0,9}(?:(apply|undo)\b|[$`{*?[])/i;

/** The change, or null. Any text in the heredoc of one plain command is data, and of any other command part of it. */
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

/** Without what a shell takes away around and inside words. */
function unquoted(text: string): string {
  return text.replace(/['"\\]/g, '');
}

/** What the hook knows of a proposal that a command names; all of it comes from a file that anybody may have written. */
export interface AskedProposal {
  id: string;
  action: string;
  file: string;
}

/** So many fit a terminal beside the command itself. */
const MOST_LISTED = 8;
const LONGEST_NAME = 100;

/** What a person is told who is asked about `chronicle memory apply` or `undo`: a line a proposal. An agent reads it too, where nobody is asked. */
export function changeQuestion({ verb, ids }: MemoryChange, known: readonly AskedProposal[]): string {
  const unknown = ids.filter((id) => known.every((proposal) => proposal.id !== id));
  const lines = [
    ...known.map(({ id, action, file }) => `${id} ${action} ${shown(file)}`),
    ...unknown.map((id) => `${id} (no such proposal in this project)`),
  ];
  if (lines.length === 0)
    return `${RULE} What this command would ${verb} cannot be told from its words; chronicle memory review shows the proposals.`;
  const more = lines.length > MOST_LISTED ? [`and ${lines.length - MOST_LISTED} more`] : [];
  return [`${RULE} This would ${verb}:`, ...lines.slice(0, MOST_LISTED), ...more].join('\n');
}

const RULE = "Memory changes only on a person's word.";

/** What a person is told who is asked about a file of memory that the agent writes during a retro. */
export function fileQuestion(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return `${RULE} A retro is open, and this would write ${shown(name)} without a proposal; chronicle memory propose keeps the evidence, and what it leads to can be undone.`;
}

/** What a person is told when the hook cannot see what the tool would do. */
export const UNREADABLE_QUESTION = `${RULE} A retro is open, and the hook could not read what this tool would do.`;

/** A name on one line, of bounded length. */
function shown(name: string): string {
  return printable(name.replace(/\s+/g, ' ')).slice(0, LONGEST_NAME);
}
