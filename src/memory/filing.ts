/**
 * The stdin of `chronicle memory propose`, checked as far as possible without reading the disk:
 *
 *     {"proposals": [{"action": "NEW", "file": "feedback_money.md", "text": "---\nname: …", "events": ["e-133549"], "reason": "…"}]}
 *
 * Every fault is a sentence that starts with its place: `proposals[0].file`.
 */
import * as z from 'zod/mini';
import { isSessionId } from '#src/format/session-id.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { grouped } from '#src/lib/grouped.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { referenceParts } from './evidence-kinds.ts';
import { isProposableName, MEMORY_TYPES, type MemoryText, PROPOSAL_ACTIONS } from './memory-text.ts';
import type { Proposal } from './proposals.ts';

/** A person cannot review more with care. */
const MOST_PROPOSALS = 40;
const MOST_EVENTS = 50;
const LONGEST_REASON = 500;

/** A proposal as filed. `text` is null for a deletion; `events` are ids of events or notes, or `<session_id>#e-…`. */
export type FiledProposal = Pick<Proposal, 'action' | 'file' | 'text' | 'events' | 'reason'>;

const EVENT = 'this is not the id of an event or a note. Write e-133549, or <session_id>#e-133549 for another session.';
const EVENTS = 'cite at least one event or note that supports it: ["e-133549"].';
const REASON = 'say why in one sentence.';

const filed = z
  .strictObject({
    action: z.enum(PROPOSAL_ACTIONS, { error: ({ input }) => actionFault(input) }),
    file: z
      .string('name the memory file, such as feedback_money.md.')
      .check(z.minLength(1, 'name the memory file, such as feedback_money.md.')),
    text: z._default(z.nullable(z.string('this must be a string.')), null),
    events: z
      .array(z.string(EVENT).check(z.refine((reference) => referenceParts(reference) !== null, EVENT)), EVENTS)
      .check(z.minLength(1, EVENTS), z.maxLength(MOST_EVENTS, `cite at most ${MOST_EVENTS} events and notes.`)),
    reason: z.string(REASON).check(
      z.trim(),
      z.minLength(1, REASON),
      z.maxLength(LONGEST_REASON, `shorten it to ${LONGEST_REASON} characters.`),
      z.regex(/^[^\r\n\0\u2028\u2029]*$/, 'this must be one line.'),
      z.refine((text) => text.isWellFormed(), 'it contains half a character (a lone surrogate).'),
    ),
  })
  .check(
    z.refine(({ action, text }) => (action === 'DELETE') === (text === null), {
      path: ['text'],
      error: 'give the whole new text of the file, and none for a deletion.',
    }),
  );

const filing = z.strictObject(
  {
    session_id: z.nullish(
      z.string().check(z.refine(isSessionId, 'this is not a session id. Omit it for the current session.')),
    ),
    proposals: z
      .array(filed, 'this must be a list of at least one proposal.')
      .check(
        z.minLength(1, 'this must be a list of at least one proposal.'),
        z.maxLength(MOST_PROPOSALS, `these are too many to review. File at most ${MOST_PROPOSALS}.`),
      ),
  },
  { error: ({ code }) => (code === 'invalid_type' ? 'The JSON is not an object: {"proposals": [ … ]}.' : undefined) },
);

/** A filing as read from stdin; `sessionId` is the session named in it, or null. */
export interface Filing {
  sessionId: string | null;
  proposals: FiledProposal[];
}

/** Reads a filing. Refuses one with faults of its form, with all of them (CHRONICLE_BAD_PROPOSAL). */
export function readFiling(input: string): Filing {
  if (input.trim() === '') throw badProposal(["stdin is empty. Pass the JSON in a quoted heredoc: <<'EOF' … EOF."]);
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch (error) {
    const why = clip(oneLine(error instanceof Error ? error.message : ''), 200);
    throw badProposal([
      `stdin is not valid JSON: ${why}. In a string, write \\n for a line break and \\\\ for a backslash.`,
    ]);
  }
  const { data, error } = filing.safeParse(value);
  if (!data) throw badProposal(error.issues.flatMap(faultsIn));
  const repeated = repeatedFiles(data.proposals);
  if (repeated.length > 0) throw badProposal(repeated);
  return { sessionId: data.session_id ?? null, proposals: data.proposals };
}

/** All problems as one refusal. */
export function badProposal(faults: readonly string[]): ChronicleError {
  const most = 30;
  const listed = faults.slice(0, most).map((fault) => `\n  ${fault}`);
  const more = faults.length > most ? `\n  and ${faults.length - most} more.` : '';
  return new ChronicleError(
    'CHRONICLE_BAD_PROPOSAL',
    `The JSON has ${counted(faults.length, 'problem')}:${listed.join('')}${more}\nNothing was changed. Fix it and file all proposals again.`,
  );
}

function faultsIn(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  if (issue.code !== 'unrecognized_keys') return [place === '' ? issue.message : `${place.slice(1)}: ${issue.message}`];
  const known = place === '' ? Object.keys(filing.shape) : Object.keys(filed.shape);
  return issue.keys.map((key) => {
    const advice = didYouMean(key, known) || ` The keys are ${known.join(', ')}.`;
    return `${`${place}.${clip(oneLine(key), 40)}`.slice(1)}: unknown key.${advice}`;
  });
}

function actionFault(input: unknown): string {
  const advice = typeof input === 'string' ? didYouMean(input, PROPOSAL_ACTIONS) : '';
  return `${shown(input)} is not an action. Use ${PROPOSAL_ACTIONS.slice(0, -1).join(', ')} or ${PROPOSAL_ACTIONS.at(-1)}.${advice}`;
}

/** Two changes of one file cannot both start from the current file, and on some systems `a.md` and `A.md` are one file. */
function repeatedFiles(proposals: readonly FiledProposal[]): string[] {
  const keyOf = ({ action, file }: FiledProposal) => (action === 'NEW' ? file.toLowerCase() : file);
  const keys = proposals.map(keyOf);
  return keys.flatMap((key, i) => {
    const first = keys.indexOf(key);
    const file = shown(proposals[i]?.file);
    return first === i ? [] : [`proposals[${i}].file: ${file} is the file of proposals[${first}] too. Combine both.`];
  });
}

function didYouMean(word: string, known: readonly string[]): string {
  const nearest = nearestOf(word, known);
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
export function nameFault({ action, file }: FiledProposal, names: readonly string[]): string | null {
  const shown = clip(oneLine(file), 60);
  if (file.toLowerCase() === 'memory.md') return 'MEMORY.md is the index and is updated automatically. Name a memory.';
  if (/[/\\]/.test(file)) return `${shown} is a path. Give only the file name; memories have no subdirectories.`;
  if (action !== 'NEW') {
    if (isProposableName(file) && names.includes(file)) return null;
    const nearest = nearestOf(file, names.filter(isProposableName));
    const advice = nearest ? `Did you mean ${nearest}?` : 'chronicle memory list shows all memories.';
    return `There is no memory ${shown} to ${action === 'DELETE' ? 'delete' : 'change'}. ${advice}`;
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
  const line = text.slice(0, control?.index).split('\n').length;
  if (control) return [`The text contains the control character ${codeOf(control[0])} in line ${line}. Remove it.`];
  if (read.fault) return [`The text's front matter cannot be read: ${read.fault}.`];
  if (!/^\ufeff?---\r?\n/.test(text))
    return [
      'The text has no front matter. Start it with ---, name:, description:, metadata: with an indented type:, and ---.',
    ];
  const { name, description, type, body } = read;
  const faults: (string | false)[] = [
    name === '' && 'The front matter has no name, such as name: money-in-cents.',
    description === '' && 'The front matter has no description: one line that says what the memory is for.',
    ...wordFaults('name', name),
    ...wordFaults('description', description),
    description.length > LONGEST_DESCRIPTION &&
      `Shorten the description to ${LONGEST_DESCRIPTION} characters, since it becomes a line of MEMORY.md; it has ${description.length}.`,
    type === null &&
      `The front matter has no valid type. Use ${MEMORY_TYPES.slice(0, -1).join(', ')} or ${MEMORY_TYPES.at(-1)}.`,
    body === '' && 'There is no text below the front matter.',
  ];
  return faults.filter((fault) => fault !== false);
}

/** Escapes can put characters into a value of the front matter that are not in the text. */
function wordFaults(key: 'name' | 'description', value: string): string[] {
  const [control] = CONTROL.exec(value) ?? [];
  const [mark] = DIRECTION.exec(value) ?? [];
  if (control) return [`The ${key} contains the control character ${codeOf(control)}. Remove it.`];
  return mark ? [`The ${key} contains the direction mark ${codeOf(mark)}. Remove it.`] : [];
}

function codeOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
