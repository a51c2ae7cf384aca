import { sha1 } from '../lib/sha1.ts';
import type { ChronicleEvent, Summary } from './chronicle.ts';
import { TAG_WORDS, TAGS } from './tags.ts';

const MACHINE = 'Auto-generated:';

const SPOILT = `${MACHINE} 0`;

/** The first scripts wrote the count of a session without events in two lines: `Auto-generated: 0` and `0 events`. */
function isSpoiltCount(before: string | undefined, line: string): boolean {
  return before?.trim() === SPOILT && /^0 events\b/.test(line);
}

/** A narrative's title and the lines below it. */
export interface NarrativeLines {
  title: string;
  lines: string[];
}

/**
 * Reads the lines under "## Summary", without the section's events; `lead` is the text before the narrative. A machine
 * summary is used only if nobody wrote one, and then its last line, since newer ones are appended.
 */
export function readSummary(lead: string[], narrative: NarrativeLines | null): Summary {
  const own = lead
    .filter((line, i) => !isMachineLine(line) && !isSpoiltCount(lead[i - 1], line))
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
    : { kind: 'machine', lead: machine.trim() === SPOILT ? `${MACHINE} no events` : machine.trim(), narrative };
}

/** `Auto-generated: 3 events (2 decisions, 1 error)`, without counts of zero. */
export function machineSummary(events: readonly Pick<ChronicleEvent, 'tag'>[]): string {
  const parts = TAGS.flatMap((tag) => {
    const { label, several = `${label}s` } = TAG_WORDS[tag];
    const count = events.filter((event) => event.tag === tag).length;
    return count === 0 ? [] : [`${count} ${(count === 1 ? label : several).toLowerCase()}`];
  });
  return `${MACHINE} ${events.length} ${events.length === 1 ? 'event' : 'events'} (${parts.join(', ')})`;
}

/**
 * Twelve hex digits that change when somebody rewrites the summary: a digest of its kind, lead and narrative. A machine
 * summary counts as no summary, since nobody wrote it.
 */
export function summaryDigest({ kind, lead, narrative }: Summary): string {
  const prose = kind === 'machine' ? ['none', '', null] : [kind, lead, narrative && [narrative.title, narrative.text]];
  return sha1(JSON.stringify(prose)).slice(0, 12);
}

/** Whether a line of a summary is a machine summary. */
export function isMachineLine(line: string): boolean {
  return line.startsWith(MACHINE);
}
