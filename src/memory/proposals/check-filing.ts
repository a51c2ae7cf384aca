/**
 * The stdin of `chronicle memory propose`, checked as far as possible without reading the disk:
 *
 *     {"proposals": [{"action": "NEW", "file": "feedback_money.md", "text": "---\nname: …", "events": ["e-133549"], "reason": "…"}]}
 *
 * Every fault is a sentence that starts with its place: `proposals[0].file`.
 */
import { isSessionId } from '#src/format/session-id.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { referenceParts } from './evidence-kinds.ts';
import { jsonFault } from './json-fault.ts';
import { PROPOSAL_ACTIONS, type ProposalAction } from './proposal.ts';

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
  const json = parsed(input);
  if ('fault' in json) return unreadable(json.fault);
  const { value } = json;
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
    const twin = proposals.findIndex((other) => other.action === 'NEW' && isTwin(other.file, file));
    return action === 'NEW' && twin >= 0 && twin < i
      ? [`proposals[${i}].file: ${shown(file)} differs only in case from proposals[${twin}]. Combine both.`]
      : [];
  });
}

function isTwin(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function unknownKeys(value: Record<string, unknown>, known: readonly string[], at: string): string[] {
  return Object.keys(value).flatMap((key) =>
    known.includes(key)
      ? []
      : [
          `${at}${clip(oneLine(key), 40)}: unknown key.${didYouMean(key, known) || ` The keys are ${known.join(', ')}.`}`,
        ],
  );
}

function didYouMean(word: unknown, known: readonly string[]): string {
  const nearest = typeof word === 'string' ? nearestOf(word, known) : undefined;
  return nearest ? ` Did you mean "${nearest}"?` : '';
}

function parsed(input: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(input) };
  } catch {
    const found = jsonFault(input);
    if (!found) return { fault: 'stdin is not valid JSON.' };
    return { fault: `stdin is not valid JSON: line ${found.line}, column ${found.column}: ${found.fault}.` };
  }
}

function shown(value: unknown): string {
  return clip(oneLine(JSON.stringify(value) ?? 'nothing'), 60);
}
