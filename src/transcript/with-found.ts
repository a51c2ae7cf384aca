/**
 * A session's events: those of its chronicle and, between them by time, the found ones of its facts that are shown. A found
 * event is left out where a logged one says the same or names its record, and where a person hid it:
 *
 *     chronicle    - 14:00 [DECISION] Keep one list           facts   14:10 ERROR The list was empty      shown
 *                  - 14:32 [PIVOT] Two lists                          14:31 PIVOT Keep two lists          says the same
 */
import type { Chronicle, ChronicleEvent } from '#src/format/chronicle.ts';
import type { ListedFacts } from './facts.ts';
import { momentOf } from './moment.ts';
import { foundIn, isFound, namedRecords, sourceOf, writtenDetails } from '#src/format/event-source.ts';
import { sessionZone } from '#src/lib/local-time.ts';
import { matchLogged, withMoments } from './evidence.ts';
import { chooseShown, type Found, salienceOf } from './found.ts';

const joined = new WeakMap<Chronicle, { listed: ListedFacts | null; whole: Chronicle }>();

/**
 * The chronicle with the found events of its session that are shown, and the others as `more`. The chronicle itself if there
 * are none. The same chronicle and facts give the same object.
 */
export function withFound(chronicle: Chronicle, listed: ListedFacts | null): Chronicle {
  const known = joined.get(chronicle);
  if (known && known.listed === listed) return known.whole;
  const whole = join(chronicle, listed);
  joined.set(chronicle, { listed, whole });
  return whole;
}

function join(chronicle: Chronicle, listed: ListedFacts | null): Chronicle {
  const { events, frontMatter } = chronicle;
  const hasOld = events.some(isFound);
  if (!hasOld && (listed === null || listed.found.length === 0)) return chronicle;
  const shownOld = hasOld ? bestOf(events.filter(isFound), listed?.head.prompts ?? 0) : new Set();
  const found = listed === null ? [] : visible(chronicle, listed);
  const asEvent = (each: Found) => eventOf(each, frontMatter.utc_offset);
  return {
    ...chronicle,
    events: inOrder(
      events.filter((event) => !hasOld || !isFound(event) || shownOld.has(event)),
      found.filter(({ shown }) => shown).map(asEvent),
    ),
    more: inOrder(
      events.filter((event) => hasOld && isFound(event) && !shownOld.has(event)),
      found.filter(({ shown }) => !shown).map(asEvent),
    ),
  };
}

/** Those of the events that version 0.1 wrote into the chronicle which are shown. */
function bestOf(events: readonly ChronicleEvent[], prompts: number): ReadonlySet<ChronicleEvent> {
  const ranked = events.map((event) => {
    const source = foundIn(event);
    const details = writtenDetails(event)
      .split('\n')
      .filter((line) => line !== '');
    return { event, salience: salienceOf({ tag: event.tag, text: event.text, details, source }) };
  });
  return new Set([...chooseShown(ranked, prompts)].map(({ event }) => event));
}

/** The found events that no event of the chronicle stands for, and that nobody hid. */
function visible({ events, frontMatter }: Chronicle, { head, found }: ListedFacts): Found[] {
  const logged = events.filter((event) => !isFound(event));
  const named = new Set(
    events.flatMap(({ tag, details }) => namedRecords(details).map((record) => `${tag} ${record}`)),
  );
  const open = found.filter(({ hidden, tag, record }) => !hidden && !named.has(`${tag} ${record}`));
  if (logged.length === 0) return open;
  // Comparing words takes time; the facts know the result for the events that were there when they were written.
  if (head.logged === logged.length) {
    const ids = new Set(logged.map(({ id }) => id));
    return open.filter((each) => each.logged === undefined || !ids.has(each.logged));
  }
  const same = matchLogged(open, withMoments(logged, sessionZone(frontMatter.utc_offset)));
  return open.filter(({ id }) => !same.has(id));
}

/** A found event in the form of the chronicle's own, in the time zone of the session. */
function eventOf(found: Found, offset: string | undefined): ChronicleEvent {
  const { id, tag, text, details, at, record, file, line, from } = found;
  return {
    ...{ id, tag, text, details, ...momentOf(at, offset), line: 0 },
    found: { ...sourceOf(from), record, place: { file, line } },
  };
}

/** Events of a file in its order, and found ones after the last that is not later. */
function inOrder(own: readonly ChronicleEvent[], found: readonly ChronicleEvent[]): ChronicleEvent[] {
  const byTime = found.toSorted((a, b) => (momentIn(a) < momentIn(b) ? -1 : momentIn(a) > momentIn(b) ? 1 : 0));
  const all: ChronicleEvent[] = [];
  let next = 0;
  let latest = '';
  for (const event of own) {
    if (event.time !== null && momentIn(event) > latest) latest = momentIn(event);
    for (let each = byTime[next]; each && momentIn(each) < latest; each = byTime[++next]) all.push(each);
    all.push(event);
  }
  return [...all, ...byTime.slice(next)];
}

function momentIn({ date, time }: ChronicleEvent): string {
  return `${date} ${time ?? ''}`;
}
