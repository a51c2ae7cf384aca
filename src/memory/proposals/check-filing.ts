/**
 * What is given to `chronicle memory propose` on stdin, checked as far as it can be without a look at the disk:
 *
 *     {"proposals": [{"action": "NEW", "file": "feedback_money.md", "text": "---\nname: …", "events": ["e-133549"], "reason": "…"}]}
 *
 * Every fault is a sentence that begins with where it is: `proposals[0].file`.
 */
import { isSessionId } from '#src/chronicle/session-id.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { isRecord } from '#src/value/is-record.ts';
import { nearestOf } from '#src/value/nearest.ts';
import { jsonFault } from './json-fault.ts';
import { PROPOSAL_ACTIONS, type ProposalAction } from './proposal.ts';

/** More than a person decides about with care. */
const MOST_PROPOSALS = 40;
const MOST_EVENTS = 50;
const LONGEST_REASON = 500;

/** A proposal as it is filed. `text` is null for a deletion; `events` are `e-…` or `<session_id>#e-…`. */
export interface FiledProposal {
  action: ProposalAction;
  file: string;
  text: string | null;
  events: string[];
  reason: string;
}

/** What was read of a filing. */
export interface Filing {
  /** The session that files; null if it is not named. */
  sessionId: string | null;
  /** In order; null for one that is not of the right form. */
  proposals: (FiledProposal | null)[];
  /** All that is wrong with the form. */
  faults: string[];
}

const EVENT = /^(?:([^#\s]+)#)?(e-[0-9a-f]{6}(?:-\d+)?)$/;
const KEYS = ['session_id', 'proposals'];
const PROPOSAL_KEYS = ['action', 'file', 'text', 'events', 'reason'];

/** Reads a filing and says all that is wrong with its form. Never throws. */
export function readFiling(input: string): Filing {
  const nothing = (fault: string): Filing => ({ sessionId: null, proposals: [], faults: [fault] });
  if (input.trim() === '')
    return nothing("There is no text on stdin. Put the JSON into a quoted heredoc: <<'EOF' … EOF.");
  const json = parsed(input);
  if ('fault' in json) return nothing(json.fault);
  const { value } = json;
  if (!isRecord(value)) return nothing('The JSON is no object. It has the form {"proposals": [ … ]}.');
  const { session_id: sessionId = null, proposals } = value;
  const isNamed = typeof sessionId === 'string' && isSessionId(sessionId);
  const faults = unknownKeys(value, KEYS, '');
  if (sessionId !== null && !isNamed)
    faults.push('session_id: it is no session id. Leave it out for the session that the command runs in.');
  const read = Array.isArray(proposals) ? proposals.slice(0, MOST_PROPOSALS).map(readProposal) : [];
  if (!Array.isArray(proposals) || proposals.length === 0)
    faults.push('proposals: a list of at least one proposal is needed.');
  else if (proposals.length > MOST_PROPOSALS)
    faults.push(`proposals: ${proposals.length} are more than a person can decide; file at most ${MOST_PROPOSALS}.`);
  faults.push(...read.flatMap((each) => each.faults), ...repeatedFiles(read.map(({ proposal }) => proposal)));
  return {
    sessionId: isNamed ? sessionId : null,
    proposals: read.map((each) => (each.faults.length > 0 ? null : each.proposal)),
    faults,
  };
}

/** The session and event that a reference names; `own` is the session of one without. Null if it is none. */
export function readReference(reference: string, own: string): { sessionId: string; event: string } | null {
  const [, sessionId = own, event] = EVENT.exec(reference) ?? [];
  return event !== undefined && isSessionId(sessionId) ? { sessionId, event } : null;
}

function readProposal(value: unknown, index: number): { proposal: FiledProposal; faults: string[] } {
  const at = `proposals[${index}]`;
  const proposal: FiledProposal = { action: 'NEW', file: '', text: null, events: [], reason: '' };
  if (!isRecord(value)) return { proposal, faults: [`${at}: a proposal is an object.`] };
  const faults = unknownKeys(value, PROPOSAL_KEYS, `${at}.`);
  const { action, file, text = null, events, reason } = value;
  const known = PROPOSAL_ACTIONS.find((each) => each === action);
  if (known) proposal.action = known;
  else
    faults.push(
      `${at}.action: ${shown(action)} is none of ${PROPOSAL_ACTIONS.join(', ')}.${didYouMean(action, PROPOSAL_ACTIONS)}`,
    );
  if (typeof file === 'string' && file !== '') proposal.file = file;
  else faults.push(`${at}.file: the name of a memory file is needed, such as feedback_money.md.`);
  if (known === 'DELETE' && text !== null) faults.push(`${at}.text: a deletion has no text. Leave it out.`);
  else if (known && known !== 'DELETE' && text === null)
    faults.push(`${at}.text: the whole new text of the file is needed.`);
  else if (typeof text === 'string') proposal.text = text;
  else if (text !== null) faults.push(`${at}.text: it is not a string.`);
  faults.push(...readEvents(events, proposal, at), ...readReason(reason, proposal, at));
  return { proposal, faults };
}

function readEvents(events: unknown, proposal: FiledProposal, at: string): string[] {
  if (!Array.isArray(events) || events.length === 0)
    return [`${at}.events: the ids of the events that speak for it are needed, at least one: ["e-133549"].`];
  if (events.length > MOST_EVENTS) return [`${at}.events: at most ${MOST_EVENTS} events are taken.`];
  proposal.events = events.map(String);
  return events.flatMap((event, i) =>
    typeof event === 'string' && readReference(event, 'own')
      ? []
      : [
          `${at}.events[${i}]: ${shown(event)} is no event id. One is e-133549, or <session_id>#e-133549 of another session.`,
        ],
  );
}

function readReason(reason: unknown, proposal: FiledProposal, at: string): string[] {
  if (typeof reason !== 'string' || reason.trim() === '')
    return [`${at}.reason: one sentence that says why is needed.`];
  proposal.reason = reason.trim();
  if (/[\r\n\0\u2028\u2029]/.test(proposal.reason)) return [`${at}.reason: it has to be one line.`];
  if (proposal.reason.length > LONGEST_REASON)
    return [`${at}.reason: it has ${proposal.reason.length} characters; at most ${LONGEST_REASON} are taken.`];
  return proposal.reason.isWellFormed() ? [] : [`${at}.reason: it holds half a character (a lone surrogate).`];
}

/** Two changes of one file cannot both begin with the file as it is, and some systems see one file in `a.md` and `A.md`. */
function repeatedFiles(proposals: readonly FiledProposal[]): string[] {
  return proposals.flatMap(({ action, file }, i) => {
    if (file === '') return [];
    const first = proposals.findIndex((other) => other.file === file);
    if (first < i)
      return [`proposals[${i}].file: proposals[${first}] is about ${shown(file)} too. Put both changes into one.`];
    const twin = proposals.findIndex((other) => other.action === 'NEW' && isTwin(other.file, file));
    return action === 'NEW' && twin >= 0 && twin < i
      ? [`proposals[${i}].file: ${shown(file)} differs only in case from proposals[${twin}]. Put both into one.`]
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
          `${at}${clip(oneLine(key), 40)}: there is no such key.${didYouMean(key, known) || ` There are ${known.join(', ')}.`}`,
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
    if (!found) return { fault: 'stdin is not JSON.' };
    return { fault: `stdin is not JSON: line ${found.line}, column ${found.column}: ${found.fault}.` };
  }
}

function shown(value: unknown): string {
  return clip(oneLine(JSON.stringify(value) ?? 'nothing'), 60);
}
