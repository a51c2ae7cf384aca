import type { FoundEvent } from './found.ts';
import type { Harvest } from './reduce.ts';

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
