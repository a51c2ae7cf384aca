/**
 * The stdin of `chronicle memory propose`, checked as far as possible without reading the disk:
 *
 *     {"proposals": [{"action": "NEW", "file": "feedback_money.md", "text": "---\nname: …", "events": ["e-133549"], "reason": "…"}]}
 *
 * Every fault is a sentence that starts with its place: `proposals[0].file`.
 */
import { isSessionId } from '#src/format/session-id.ts';
import { grouped } from '#src/lib/grouped.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { referenceParts } from './evidence-kinds.ts';
import {
  isProposableName,
  MEMORY_TYPES,
  type MemoryText,
  PROPOSAL_ACTIONS,
  type ProposalAction,
} from './memory-text.ts';

/** A person cannot review more with care. */
const MOST_PROPOSALS = 40;
const MOST_EVENTS = 50;
const LONGEST_REASON = 500;

/** A proposal as filed. `text` is null for a deletion; `events` are ids of events or notes, or `<session_id>#e-…`. */
export interface FiledProposal {
  action: ProposalAction;
  file: string;
  text: string | null;
  events: string[];
  reason: string;
}

/** A filing as read from stdin. */
export interface Filing {
  /** The session named in it, or null. */
  sessionId: string | null;
  /** In order; null for an invalid one. */
  proposals: (FiledProposal | null)[];
  /** All faults of the form. */
  faults: string[];
}

const KEYS = ['session_id', 'proposals'];
const PROPOSAL_KEYS = ['action', 'file', 'text', 'events', 'reason'];

/** Reads a filing and lists all faults of its form. Never throws. */
export function readFiling(input: string): Filing {
  const unreadable = (fault: string): Filing => ({ sessionId: null, proposals: [], faults: [fault] });
  if (input.trim() === '') return unreadable("stdin is empty. Pass the JSON in a quoted heredoc: <<'EOF' … EOF.");
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch (error) {
    const why = clip(oneLine(error instanceof Error ? error.message : ''), 200);
    return unreadable(
      `stdin is not valid JSON: ${why}. In a string, write \\n for a line break and \\\\ for a backslash.`,
    );
  }
  if (!isRecord(value)) return unreadable('The JSON is not an object. Its form is {"proposals": [ … ]}.');
  const { session_id: sessionId = null, proposals } = value;
  const isNamed = typeof sessionId === 'string' && isSessionId(sessionId);
  const faults = unknownKeys(value, KEYS, '');
  if (sessionId !== null && !isNamed)
    faults.push('session_id: this is not a session id. Omit it for the current session.');
  const read = Array.isArray(proposals) ? proposals.slice(0, MOST_PROPOSALS).map(readProposal) : [];
  if (!Array.isArray(proposals) || proposals.length === 0)
    faults.push('proposals: this must be a list of at least one proposal.');
  else if (proposals.length > MOST_PROPOSALS)
    faults.push(`proposals: ${proposals.length} are too many to review. File at most ${MOST_PROPOSALS}.`);
  faults.push(...read.flatMap((each) => each.faults), ...repeatedFiles(read.map(({ proposal }) => proposal)));
  return {
    sessionId: isNamed ? sessionId : null,
    proposals: read.map((each) => (each.faults.length > 0 ? null : each.proposal)),
    faults,
  };
}

/** The session and the id that a reference names, by default in the session `own`. Null if it is not a reference. */
export function readReference(reference: string, own: string): { sessionId: string; id: string } | null {
  const { sessionId = null, id } = referenceParts(reference) ?? {};
  const session = sessionId ?? own;
  return id !== undefined && isSessionId(session) ? { sessionId: session, id } : null;
}

function readProposal(value: unknown, index: number): { proposal: FiledProposal; faults: string[] } {
  const at = `proposals[${index}]`;
  const proposal: FiledProposal = { action: 'NEW', file: '', text: null, events: [], reason: '' };
  if (!isRecord(value)) return { proposal, faults: [`${at}: a proposal must be an object.`] };
  const faults = unknownKeys(value, PROPOSAL_KEYS, `${at}.`);
  const { action, file, text = null, events, reason } = value;
  const known = PROPOSAL_ACTIONS.find((each) => each === action);
  if (known) proposal.action = known;
  else
    faults.push(
      `${at}.action: ${shown(action)} is not an action. Use ${PROPOSAL_ACTIONS.slice(0, -1).join(', ')} or ${PROPOSAL_ACTIONS.at(-1)}.${didYouMean(action, PROPOSAL_ACTIONS)}`,
    );
  if (typeof file === 'string' && file !== '') proposal.file = file;
  else faults.push(`${at}.file: name the memory file, such as feedback_money.md.`);
  if (known === 'DELETE' && text !== null) faults.push(`${at}.text: a deletion has no text. Remove it.`);
  else if (known && known !== 'DELETE' && text === null)
    faults.push(`${at}.text: give the whole new text of the file.`);
  else if (typeof text === 'string') proposal.text = text;
  else if (text !== null) faults.push(`${at}.text: this must be a string.`);
  faults.push(...readEvents(events, proposal, at), ...readReason(reason, proposal, at));
  return { proposal, faults };
}

function readEvents(events: unknown, proposal: FiledProposal, at: string): string[] {
  if (!Array.isArray(events) || events.length === 0)
    return [`${at}.events: cite at least one event or note that supports it: ["e-133549"].`];
  if (events.length > MOST_EVENTS) return [`${at}.events: cite at most ${MOST_EVENTS} events and notes.`];
  proposal.events = events.map(String);
  return events.flatMap((event, i) =>
    typeof event === 'string' && readReference(event, 'own')
      ? []
      : [
          `${at}.events[${i}]: ${shown(event)} is not the id of an event or a note. Write e-133549, or <session_id>#e-133549 for another session.`,
        ],
  );
}

function readReason(reason: unknown, proposal: FiledProposal, at: string): string[] {
  if (typeof reason !== 'string' || reason.trim() === '') return [`${at}.reason: say why in one sentence.`];
  proposal.reason = reason.trim();
  if (/[\r\n\0\u2028\u2029]/.test(proposal.reason)) return [`${at}.reason: this must be one line.`];
  if (proposal.reason.length > LONGEST_REASON)
    return [`${at}.reason: shorten it to ${LONGEST_REASON} characters; it has ${proposal.reason.length}.`];
  return proposal.reason.isWellFormed() ? [] : [`${at}.reason: it contains half a character (a lone surrogate).`];
}

/** Two changes of one file cannot both start from the current file, and on some systems `a.md` and `A.md` are one file. */
function repeatedFiles(proposals: readonly FiledProposal[]): string[] {
  return proposals.flatMap(({ action, file }, i) => {
    if (file === '') return [];
    const first = proposals.findIndex((other) => other.file === file);
    if (first < i)
      return [`proposals[${i}].file: proposals[${first}] also changes ${shown(file)}. Combine both changes.`];
    const isTwin = (other: FiledProposal) => other.action === 'NEW' && other.file.toLowerCase() === file.toLowerCase();
    const twin = proposals.findIndex(isTwin);
    return action === 'NEW' && twin >= 0 && twin < i
      ? [`proposals[${i}].file: ${shown(file)} differs only in case from proposals[${twin}]. Combine both.`]
      : [];
  });
}

function unknownKeys(value: Record<string, unknown>, known: readonly string[], at: string): string[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.map((key) => {
    const advice = didYouMean(key, known) || ` The keys are ${known.join(', ')}.`;
    return `${at}${clip(oneLine(key), 40)}: unknown key.${advice}`;
  });
}

function didYouMean(word: unknown, known: readonly string[]): string {
  const nearest = typeof word === 'string' ? nearestOf(word, known) : undefined;
  return nearest ? ` Did you mean "${nearest}"?` : '';
}

function shown(value: unknown): string {
  return clip(oneLine(JSON.stringify(value) ?? 'nothing'), 60);
}

/** More than Claude Code reads of one memory in a session (bytes). */
const LARGEST_TEXT = 40_000;
const LONGEST_NAME = 100;

/** It becomes a line of MEMORY.md, of which Claude Code loads a limited number of bytes. */
const LONGEST_DESCRIPTION = 300;

/** Windows reserves these names for devices, with any extension. */
const DEVICE = /^(con|nul|prn|aux|com[1-9]|lpt[1-9])(?=\.)/i;

const CONTROL = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/;
/** They reverse the text that follows, so that a line reads as something else. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const NEW_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*\.md$/;

/**
 * What is wrong with a file name for an action, as a sentence, or null. `names` are those in the memory directory. Two
 * names that differ only in case would be one file on some systems.
 */
export function nameFault(action: ProposalAction, file: string, names: readonly string[]): string | null {
  const shown = clip(oneLine(file), 60);
  if (file.toLowerCase() === 'memory.md') return 'MEMORY.md is the index and is updated automatically. Name a memory.';
  if (/[/\\]/.test(file)) return `${shown} is a path. Give only the file name; memories have no subdirectories.`;
  if (action !== 'NEW') {
    if (isProposableName(file) && names.includes(file)) return null;
    const nearest = nearestOf(file, names.filter(isProposableName));
    return `There is no memory ${shown}${action === 'DELETE' ? '' : `, and ${action} changes an existing one`}. ${nearest ? `Did you mean ${nearest}?` : 'chronicle memory list shows all memories.'}`;
  }
  if (file.length > LONGEST_NAME) return `Shorten the name to ${LONGEST_NAME} characters; it has ${file.length}.`;
  if (!NEW_NAME.test(file))
    return `${shown} cannot be the name of a new memory. Use letters, digits, dots, dashes and underscores; start with a letter or digit and end with .md.`;
  const device = DEVICE.exec(file)?.[0];
  if (device !== undefined)
    return `${shown} cannot be a file on Windows, where ${device.toUpperCase()} is a device. Choose another name.`;
  const twin = names.find((name) => name.normalize('NFC').toLowerCase() === file.toLowerCase());
  if (twin === file) return `${shown} already exists. Use "STRENGTHEN" or "STALE?" with its whole new text.`;
  return twin === undefined ? null : `${shown} differs only in case from ${twin}, which already exists.`;
}

/** What is wrong with the new text of a memory, as sentences. `read` is the text as parsed. */
export function textFaults(text: string, read: MemoryText): string[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > LARGEST_TEXT)
    return [`The text has ${grouped(bytes)} bytes; a memory may have at most ${grouped(LARGEST_TEXT)}.`];
  if (text.includes('\0')) return ['The text contains a NUL character. Remove it.'];
  if (!text.isWellFormed()) return ['The text contains half a character (a lone surrogate). Remove it.'];
  const control = CONTROL.exec(text);
  if (control)
    return [
      `The text contains the control character ${codeOf(control[0])} in line ${lineAt(text, control.index)}. Remove it.`,
    ];
  if (read.fault) return [`The text's front matter cannot be read: ${read.fault}.`];
  if (!/^\ufeff?---\r?\n/.test(text))
    return [
      'The text has no front matter. Start it with ---, name:, description:, metadata: with an indented type:, and ---.',
    ];
  return [
    ...(read.name === '' ? ['The front matter has no name, such as name: money-in-cents.'] : []),
    ...(read.description === ''
      ? ['The front matter has no description: one line that says what the memory is for.']
      : []),
    ...wordFaults('name', read.name),
    ...wordFaults('description', read.description),
    ...(read.description.length > LONGEST_DESCRIPTION
      ? [
          `Shorten the description to ${LONGEST_DESCRIPTION} characters, since it becomes a line of MEMORY.md; it has ${read.description.length}.`,
        ]
      : []),
    ...(read.type
      ? []
      : [`The front matter has no valid type. Use ${MEMORY_TYPES.slice(0, -1).join(', ')} or ${MEMORY_TYPES.at(-1)}.`]),
    ...(read.body === '' ? ['There is no text below the front matter.'] : []),
  ];
}

/** Escapes can put characters into a value of the front matter that are not in the text. */
function wordFaults(key: 'name' | 'description', value: string): string[] {
  const control = CONTROL.exec(value);
  if (control) return [`The ${key} contains the control character ${codeOf(control[0])}. Remove it.`];
  const mark = DIRECTION.exec(value);
  return mark ? [`The ${key} contains the direction mark ${codeOf(mark[0])}. Remove it.`] : [];
}

function codeOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
