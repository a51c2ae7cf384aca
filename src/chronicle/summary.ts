import { sha1 } from '../value/sha1.ts';
import type { ChronicleEvent, Summary } from './chronicle.ts';
import { TAG_WORDS, TAGS } from './tags.ts';

const MACHINE = 'Auto-generated:';

/** A narrative's title and the lines below it. */
export interface NarrativeLines {
  title: string;
  lines: string[];
}

/**
 * What the lines under "## Summary" say, without the section's events; `lead` is what stands before
 * the narrative. The machine's lines count only where nobody has written anything, and the last
 * of them, since a newer one is appended and nothing is rewritten.
 */
export function readSummary(lead: string[], narrative: NarrativeLines | null): Summary {
  const own = lead
    .filter((line) => !isMachineLine(line))
    .join('\n')
    .trim();
  if (narrative)
    return {
      kind: 'retro',
      lead: own,
      narrative: { title: narrative.title.trim(), text: narrative.lines.join('\n').trim() },
    };
  if (own !== '') return { kind: 'agent', lead: own, narrative };
  const machine = lead.findLast(isMachineLine);
  return machine === undefined
    ? { kind: 'none', lead: '', narrative }
    : { kind: 'machine', lead: machine.trim(), narrative };
}

/** `Auto-generated: 3 events (2 decisions, 1 error)`; counts that are zero are left out. */
export function machineSummary(events: readonly Pick<ChronicleEvent, 'tag'>[]): string {
  const parts = TAGS.flatMap((tag) => {
    const { label, several = `${label}s` } = TAG_WORDS[tag];
    const count = events.filter((event) => event.tag === tag).length;
    return count === 0 ? [] : [`${count} ${(count === 1 ? label : several).toLowerCase()}`];
  });
  return `${MACHINE} ${events.length} ${events.length === 1 ? 'event' : 'events'} (${parts.join(', ')})`;
}

/**
 * Twelve hex digits that stay the same while nobody rewrites the summary: they tell its kind, lead and narrative. The
 * machine's own line counts as none, since it is written and renewed without anybody's doing.
 */
export function summaryDigest({ kind, lead, narrative }: Summary): string {
  const prose = kind === 'machine' ? ['none', '', null] : [kind, lead, narrative && [narrative.title, narrative.text]];
  return sha1(JSON.stringify(prose)).slice(0, 12);
}

/** Whether a line of a summary would be taken for the machine's. */
export function isMachineLine(line: string): boolean {
  return line.startsWith(MACHINE);
}
