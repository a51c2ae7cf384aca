/**
 * A session ends, perhaps not for the last time: a resumed one ends again.
 *
 *     {"session_id": "3f6c…", "reason": "clear", "cwd": "/home/me/project"}
 */
import { countedSummary, recounted } from '../chronicle/candidate-summary.ts';
import { summaryAppendix } from '../chronicle/edit.ts';
import { readUnchecked } from '../chronicle/read.ts';

/**
 * What to append so that the chronicle is finished, or null if nothing is to be done: no events, a
 * summary by the agent or a person, or a machine summary that still holds. What backfill's line says of the transcript
 * stays in the new one. Takes text or Latin-1.
 */
export function planSummary(text: string): string | null {
  const chronicle = readUnchecked(text);
  if (!chronicle || chronicle.events.length === 0) return null;
  const { kind, lead } = chronicle.summary;
  if (kind !== 'none' && kind !== 'machine') return null;
  const line = kind === 'none' ? countedSummary(chronicle.events) : recounted(lead, chronicle.events);
  return line === lead ? null : summaryAppendix(text, line);
}
