/**
 * A session ends. It may end again after it is resumed.
 *
 *     {"session_id": "3f6c…", "reason": "clear", "cwd": "/home/me/project"}
 */
import { countedSummary, recounted } from '../chronicle/candidate-summary.ts';
import { summaryAppendix } from '../chronicle/edit.ts';
import { readUnchecked } from '../chronicle/read.ts';

/**
 * What to append to finish a chronicle, or null if it has no events, a written summary, or an up-to-date machine summary.
 * A new machine summary keeps what backfill's line says about the transcript. Takes text or Latin-1.
 */
export function planSummary(text: string): string | null {
  const chronicle = readUnchecked(text);
  if (!chronicle || chronicle.events.length === 0) return null;
  const { kind, lead } = chronicle.summary;
  if (kind !== 'none' && kind !== 'machine') return null;
  const line = kind === 'none' ? countedSummary(chronicle.events) : recounted(lead, chronicle.events);
  return line === lead ? null : summaryAppendix(text, line);
}
