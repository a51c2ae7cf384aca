/**
 * A session ends. It may end again after it is resumed.
 *
 *     {"session_id": "3f6c…", "reason": "clear", "cwd": "/home/me/project"}
 */
import { countedSummary, recounted, withRenewedCount } from '../chronicle/counted-summary.ts';
import { summaryAppendix } from '../chronicle/edit.ts';
import { readUnchecked } from '../chronicle/read.ts';
import { isLogged } from '../format/event-source.ts';

/**
 * The chronicle of a session that ends: with a machine summary below `## Summary` at the end if nobody wrote one, or with
 * up-to-date counts in the one it has. All other bytes are kept, and the whole text if it has no events or a written
 * summary. Takes text or Latin-1.
 */
export function withMachineSummary(text: string): string {
  const chronicle = readUnchecked(text);
  if (!chronicle?.events.some(isLogged)) return text;
  const { kind, lead } = chronicle.summary;
  if (kind === 'none') return text + summaryAppendix(text, countedSummary(chronicle.events));
  const line = kind === 'machine' ? recounted(lead, chronicle.events) : lead;
  if (line === lead) return text;
  const renewed = withRenewedCount(text);
  // The line of an import may have no counts to renew.
  return renewed === text ? text + summaryAppendix(text, line) : renewed;
}
