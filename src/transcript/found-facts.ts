/** The found events of a session as its facts have them: short, without secrets, and the best of them marked as shown. */
import type { Digest } from '../format/event-id.ts';
import { cleanLine } from './clean-line.ts';
import { type LoggedEvent, matchLogged } from './evidence.ts';
import { EXCERPTS } from './excerpts.ts';
import { type Found, TRANSCRIPT_NAME } from './found.ts';
import type { FoundEvent } from './found-events.ts';
import { chooseShown, salienceOf } from './salience.ts';

const LONGEST = { text: 240, detail: 400 };
/** What a second event from one record says less: mostly the first one says it, too. */
const SAME_RECORD = 0.4;

interface Writing {
  /** Removes secrets from a text. */
  safe: (words: string) => string;
  sha1: Digest;
  /** How many prompts the session has. */
  prompts: number;
  /** The logged events of its chronicle. */
  logged?: readonly LoggedEvent[];
}

/** The texts of a found event, so that secrets can be removed from them. */
export function eventWords({ text, details }: Pick<FoundEvent, 'text' | 'details'>): string[] {
  return [text, ...details];
}

/** The events as facts have them, in order. One without a text, a possible time or a transcript's name is left out. */
export function foundFacts(events: readonly FoundEvent[], { safe, sha1, prompts, logged = [] }: Writing): Found[] {
  const ids = new Map<string, number>();
  const records = new Set<string>();
  const found = events.flatMap((event): Found[] => {
    const { tag, origin } = event;
    const text = cleanLine(safe(event.text), LONGEST.text);
    if (text === '' || !(Math.abs(origin.at) < 8e15) || !TRANSCRIPT_NAME.test(origin.file)) return [];
    const details = event.details
      .map((detail) => cleanLine(safe(detail), LONGEST.detail))
      .filter((line) => line !== '');
    const base = `f-${sha1(`${tag}\n${text}\n${origin.id}`).slice(0, 6)}`;
    const nth = (ids.get(base) ?? 0) + 1;
    ids.set(base, nth);
    const isAgain = records.has(origin.id);
    records.add(origin.id);
    return [
      {
        id: nth === 1 ? base : `${base}-${nth}`,
        ...{ tag, text, details: details.join('\n'), at: new Date(origin.at).toISOString() },
        ...{ record: origin.id, file: origin.file, line: origin.line },
        ...{ from: sourceOf(event), salience: salienceOf(event) - (isAgain ? SAME_RECORD : 0), shown: false },
      },
    ];
  });
  const same = matchLogged(found, logged);
  const shown = chooseShown(
    found.filter(({ id }) => !same.has(id)),
    prompts,
  );
  return found.map((event) => {
    const known = same.get(event.id);
    return known === undefined ? (shown.has(event) ? { ...event, shown: true } : event) : { ...event, logged: known };
  });
}

/** What found events prove about logged ones. What is only inferred from the conversation proves nothing. */
export function evidenceOf(found: readonly Found[]): { event: string; source: string; record: string }[] {
  return found.flatMap(({ logged, from, record }) =>
    logged === undefined || from === 'prose' ? [] : [{ event: logged, source: from, record }],
  );
}

/** The records of the events that excerpts are kept of: the most salient ones, best first. */
export function bestRecords(events: readonly FoundEvent[]): string[] {
  const best = events.toSorted((a, b) => salienceOf(b) - salienceOf(a));
  return [...new Set(best.map(({ origin }) => origin.id))].slice(0, EXCERPTS.most);
}

function sourceOf({ source }: FoundEvent): string {
  const { from, reference } = source ?? { from: 'prose', reference: '' };
  return reference === '' ? from : `${from} ${reference}`;
}
