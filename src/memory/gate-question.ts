import { printable } from '../lib/text/printable.ts';
import type { PlainRequest } from './memory-change.ts';

/** What the gate asks a person. In an unattended session the agent reads it. */

/** A proposal as read from the proposals file. Untrusted: anybody may have written that file. */
export interface AskedProposal {
  id: string;
  action: string;
  file: string;
}

/** How many lines fit on a terminal together with the command. */
const MOST_LISTED = 8;
const LONGEST_NAME = 100;

const RULE = 'Memory changes only when a person approves.';

/** The question about a plain command, with one line per proposal that it would decide. */
export function changeQuestion({ verb, ids }: PlainRequest, known: readonly AskedProposal[]): string {
  const unknown = ids.filter((id) => known.every((proposal) => proposal.id !== id));
  const lines = [
    ...known.map(({ id, action, file }) => `${id} ${action} ${displayName(file)}`),
    ...unknown.map((id) => `${id} (no such proposal in this project)`),
  ];
  if (lines.length === 0) return `${RULE} This session has no open proposals, so this command has nothing to ${verb}.`;
  const more = lines.length > MOST_LISTED ? [`and ${lines.length - MOST_LISTED} more`] : [];
  return [`${RULE} This would ${verb}:`, ...lines.slice(0, MOST_LISTED), ...more].join('\n');
}

/** The question about a command that may decide about proposals and cannot be read without a shell. */
export function unreadableQuestion(verb: string): string {
  return `${RULE} This command may ${verb} proposals, but only a shell can tell which, so chronicle will refuse it even after a yes. It works as a single plain command: chronicle memory apply p-12150d.`;
}

/** Why a change through another tool is refused: only a command of the Bash tool can be told from any other process. */
export const BASH_ONLY = `${RULE} Run this command with the Bash tool.`;

/** The question about a memory file that the agent is about to write during a retrospective. */
export function fileQuestion(path: string): string {
  return `${RULE} A retrospective is in progress, and this would write ${baseName(path)} without a proposal. A change made with chronicle memory propose keeps its evidence and can be undone.`;
}

/** Why the agent may not write one of our own records. */
export function recordRefusal(path: string): string {
  return `${RULE} ${baseName(path)} belongs to session-chronicle: its record of proposals, changes and answers, or its programs. Only its commands write them.`;
}

/** Why a link to a memory is refused. */
export function linkRefusal(path: string): string {
  return `${RULE} ${baseName(path)} leads through a link to a memory. Name the memory itself, or propose the change with chronicle memory propose.`;
}

/** The question about a command that deletes records or removes the hooks without a question of its own. */
export const DELETION_QUESTION =
  'Only a person decides what is deleted. This command may delete recorded sessions for good, or remove session-chronicle, without asking again. Run in a terminal without --yes, it asks first.';

/** The question about a tool call that the hook cannot read. */
export const UNREADABLE_QUESTION = `${RULE} A retrospective is in progress, and the hook could not read this tool call.`;

/** The question about a call that may change memory or delete records, if the hook failed. */
export const FAILED_QUESTION = `${RULE} The hook failed, so it cannot tell what this tool call would change. chronicle doctor says why.`;

/** The last part of a path. */
function baseName(path: string): string {
  return displayName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
}

/** A file name on one line and of bounded length. */
function displayName(name: string): string {
  return printable(name.replace(/\s+/g, ' ')).slice(0, LONGEST_NAME);
}
