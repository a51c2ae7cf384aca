import { printable } from '../text/printable.ts';
import type { MemoryChange } from './memory-change.ts';

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
