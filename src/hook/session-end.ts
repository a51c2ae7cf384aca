/**
 * A session ends, perhaps not for the last time: a resumed one ends again.
 *
 *     {"session_id": "3f6c…", "reason": "clear", "cwd": "/home/me/project"}
 */
import { summaryAppendix } from '../chronicle/edit.ts';
import { readUnchecked } from '../chronicle/read.ts';
import { machineSummary } from '../chronicle/summary.ts';

/**
 * What to append so that the chronicle is finished, or null if nothing is to be done: no events, a
 * summary by the agent or a person, or a machine summary that still holds. Takes text or Latin-1.
 */
export function planSummary(text: string): string | null {
  const chronicle = readUnchecked(text);
  if (!chronicle || chronicle.events.length === 0) return null;
  const line = machineSummary(chronicle.events);
  const { kind, lead } = chronicle.summary;
  if (kind !== 'none' && (kind !== 'machine' || lead === line)) return null;
  return summaryAppendix(text, line);
}
