/* How well found events agree with expected ones: precision and recall by tag. */
import { TAGS, type Tag } from '#src/format/tags.ts';
import type { FoundEvent } from './found-events.ts';
import type { ExpectedEvent } from './import-scenario.ts';

/** The events of one session: what had to be found, what was found. */
export interface Judged {
  name: string;
  expected: readonly ExpectedEvent[];
  found: readonly FoundEvent[];
}

/** A line a tag: how many were found, expected and both, precision and recall. */
export function scoreTable(sessions: readonly Judged[]): string {
  const rows = TAGS.flatMap((tag) => {
    const of = (events: readonly { tag: Tag }[]) => events.filter((event) => event.tag === tag).length;
    const expected = sum(sessions.map((session) => of(session.expected)));
    const found = sum(sessions.map((session) => of(session.found)));
    const both = expected - sum(sessions.map((session) => of(missed(session))));
    if (expected + found === 0) return [];
    return [
      [tag, `${found} found`, `${expected} expected`, `${both} right`, share(both, found), share(both, expected)],
    ];
  });
  const header = ['TAG', 'FOUND', 'EXPECTED', 'RIGHT', 'PRECISION', 'RECALL'];
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell) => cell.padEnd(16))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** Sentences about every event that is missing and every one too many; empty if all is as expected. */
export function differences(sessions: readonly Judged[]): string[] {
  return sessions.flatMap((session) => [
    ...missed(session).map(({ tag, text }) => `${session.name}: no [${tag}] … ${text} …`),
    ...tooMany(session).map(({ tag, text }) => `${session.name}: unexpected [${tag}] ${text}`),
  ]);
}

/** Each found event stands for one expected event at most. */
function matched({ expected, found }: Judged): Map<ExpectedEvent, FoundEvent> {
  const free = new Set(found);
  const pairs = new Map<ExpectedEvent, FoundEvent>();
  for (const wanted of expected) {
    const match = [...free].find(({ tag, text }) => tag === wanted.tag && text.includes(wanted.text));
    if (match === undefined) continue;
    free.delete(match);
    pairs.set(wanted, match);
  }
  return pairs;
}

function missed(session: Judged): ExpectedEvent[] {
  const pairs = matched(session);
  return session.expected.filter((event) => !pairs.has(event));
}

function tooMany(session: Judged): FoundEvent[] {
  const right = new Set(matched(session).values());
  return session.found.filter((event) => !right.has(event));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(2));
