/** The texts of facts, so that secrets can be removed from all of them, and each be shortened after that. */
import { clip } from '#src/lib/text/clip.ts';
import { type HarvestedFacts, LONGEST } from './facts.ts';
import type { FoundEvent } from './found.ts';
import type { Harvest } from './reduce.ts';

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
const SKIPPED = new Set(['briefing']);

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

/**
 * A harvest without the words of prompts, for `facts: { "prompts": false }`. Their numbers and times stay. What quotes them
 * is left out: titles and plans that came from a prompt, corrections, and the summaries of compactions, which list every
 * prompt.
 */
export function withoutPrompts({ facts, events, ...rest }: Harvest): Harvest {
  const { head, prompts, plans, compactions } = facts;
  const records = new Set(prompts.map(({ record }) => record));
  const times = new Set(prompts.map(({ at }) => at));
  const kept = plans.filter(({ at }) => !times.has(at));
  const { prompt: _, plan, ...titles } = head.titles;
  const [firstPlan] = plans;
  const isPlanKept = plan !== undefined && firstPlan !== undefined && firstPlan === kept[0];
  const isFromPrompt = ({ tag, origin }: FoundEvent) => tag === 'USER-CORRECTION' || records.has(origin.id);
  return {
    ...rest,
    facts: {
      ...facts,
      head: { ...head, titles: isPlanKept ? { ...titles, plan } : titles },
      prompts: prompts.map((prompt) => ({ ...prompt, text: '' })),
      plans: kept,
      compactions: compactions.map((compaction) => ({ ...compaction, summary: '' })),
      excerpts: [],
    },
    events: events.filter((event) => !isFromPrompt(event)),
  };
}
