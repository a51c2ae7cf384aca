/** The texts of facts, so that secrets can be removed from all of them, and each be shortened after that. */
import { clip } from '#src/lib/text/clip.ts';
import { type HarvestedFacts, LONGEST } from './facts.ts';

/** Fields that are no texts of the transcript: ids, times, kinds, names that a schema fixes. */
const PLAIN = new Set(['at', 'from', 'to', 'record', 'hash', 'kind', 'trigger', 'ending', 'session_id', 'remote']);
/** Lists of the facts with texts longer than a line, and how long these fields are. */
const LONG: Record<string, Record<string, number>> = {
  titles: {},
  prompts: { text: LONGEST.prompt },
  commits: { body: LONGEST.body },
  pullRequests: { title: LONGEST.title },
  plans: { heading: LONGEST.title, text: LONGEST.plan },
  compactions: { summary: LONGEST.summary },
  outcome: { text: LONGEST.outcome },
  lastAnswer: { text: LONGEST.outcome },
  excerpts: { text: LONGEST.excerpt },
  diffs: { lines: LONGEST.body },
};
/** Parts without texts of the transcript. */
const SKIPPED = new Set(['briefing', 'skipped']);

/** Every text of the facts that comes from the transcript, once for each place. */
export function factsTexts(facts: HarvestedFacts): string[] {
  const texts: string[] = [];
  changed(facts, '', '', (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The facts with every text replaced by a safe one, shortened to its limit. */
export function withSafeTexts(facts: HarvestedFacts, safe: (text: string) => string): HarvestedFacts {
  const whole = changed(facts, '', '', (text, longest) => clip(text === '' ? '' : safe(text), longest));
  return whole as HarvestedFacts;
}

/** A value of the facts with its texts changed. `part` is the field of the facts or their head that it belongs to. */
function changed(
  value: unknown,
  part: string,
  key: string,
  change: (text: string, longest: number) => string,
): unknown {
  if (typeof value === 'string')
    return PLAIN.has(key)
      ? value
      : change(value, part === 'titles' ? LONGEST.title : (LONG[part]?.[key] ?? LONGEST.line));
  if (Array.isArray(value)) return value.map((item) => changed(item, part, key, change));
  if (typeof value !== 'object' || value === null || SKIPPED.has(part)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const isTop = part === '' || part === 'head';
      return [name, changed(field, isTop ? name : part, name, change)];
    }),
  );
}
