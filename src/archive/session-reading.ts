import type { Chronicle } from '../chronicle/chronicle.ts';
import { wordCount } from '../text/opening.ts';
import { readingMinutes } from '../text/reading-time.ts';

/** A summary with fewer words is read at a glance. */
const LONG_SUMMARY = 100;

/** How many minutes a session's page takes to read; null if it has neither a narrative nor a long summary. */
export function sessionReading({ events, summary }: Pick<Chronicle, 'events' | 'summary'>): number | null {
  const lead = wordCount(summary.lead);
  if (!summary.narrative && lead < LONG_SUMMARY) return null;
  const log = events.reduce((words, { text, details }) => words + wordCount(text) + wordCount(details), 0);
  return readingMinutes(lead + log + wordCount(summary.narrative?.text ?? ''));
}
