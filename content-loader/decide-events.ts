import { type ListedCandidate, listedCandidates } from '#src/archive/listed-candidates.ts';
import { readReworded, saveVerdicts } from '#src/node/import/candidates/save-verdicts.ts';
import { counted } from '#src/text/day.ts';
import { currentSnapshot, providedArchive } from './current-archive.ts';
import type { DecisionLog } from './decision-log.ts';
import { Refusal } from './edit-request.ts';
import { eventVersion } from './inbox-service.ts';

const DONE = { confirm: 'confirmed', drop: 'dropped' } as const;

/**
 * Confirms or drops unconfirmed events of one session for a page. With a tag and a text, confirms one event with these.
 * Refuses if an event is not as the page showed it.
 */
export function decideEvents(decisions: DecisionLog, { events, verdict, tag, text }: Record<string, unknown>): string {
  if (!isShownList(events) || (verdict !== 'confirm' && verdict !== 'drop') || !isRewording(tag, text))
    throw new Refusal(
      400,
      'A verdict needs events, confirm or drop, and perhaps a tag and a text. Nothing was changed.',
    );
  const found = foundEvents(events);
  const [first] = found;
  const path = first?.session.path ?? '';
  if (found.some(({ session }) => session.path !== path))
    throw new Refusal(400, 'Events of several sessions cannot be decided at once. Nothing was changed.');
  const reworded = typeof tag === 'string' && typeof text === 'string' ? readReworded(tag, text) : null;
  if (reworded && (verdict !== 'confirm' || found.length > 1))
    throw new Refusal(400, 'Only one event can be confirmed with other words. Nothing was changed.');
  const restore = saveVerdicts(
    path,
    found.map(({ event }) => ({ event, verdict: reworded ?? verdict })),
  );
  providedArchive()?.refresh(path);
  const about = found.length === 1 ? (reworded?.text ?? first?.event.text ?? '') : counted(found.length, 'event');
  decisions.add({
    verdict: DONE[verdict],
    count: found.length,
    about,
    item: first?.ref ?? '',
    undo() {
      restore();
      providedArchive()?.refresh(path);
    },
  });
  const what = found.length === 1 ? 'The event' : counted(found.length, 'event');
  const isUnattended = verdict === 'confirm' && first?.session.chronicle.frontMatter.attended === 'no';
  const note = isUnattended ? ' It is counted separately, as from an unattended session.' : '';
  return `${what} ${found.length === 1 ? 'was' : 'were'} ${DONE[verdict]}.${note}`;
}

/** An event as a page named it, and the digest of what it showed. */
interface ShownEvent {
  ref: string;
  shown: string;
}

function foundEvents(events: readonly ShownEvent[]): ListedCandidate[] {
  const byRef = new Map(listedCandidates(currentSnapshot().sessions).map((each) => [each.ref, each]));
  return events.map(({ ref, shown }) => {
    const candidate = byRef.get(ref);
    if (candidate && eventVersion(candidate.event) === shown) return candidate;
    throw new Refusal(
      409,
      'The event is not there as this page showed it: it was changed or decided meanwhile. Nothing was changed.',
    );
  });
}

/** More than any session has. */
const MOST_EVENTS = 1000;

function isShownList(value: unknown): value is ShownEvent[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MOST_EVENTS &&
    value.every((each) => typeof each?.ref === 'string' && typeof each?.shown === 'string')
  );
}

function isRewording(tag: unknown, text: unknown): boolean {
  return (tag === null && text === null) || (typeof tag === 'string' && typeof text === 'string');
}
