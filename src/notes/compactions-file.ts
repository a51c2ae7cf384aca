/**
 * What Claude Code said it kept at a session's compactions, until the session's transcript is read and it becomes part of
 * the facts, without secrets:
 *
 *     {"compactions":[{"summary":"…","at":"2026-11-22T17:40:12.000Z","trigger":"auto"}]}
 */
import { type Compaction, SUMMARIES } from '#src/transcript/kept-compactions.ts';
import { overwriteFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import type { Layout } from '#src/lib/paths.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { privateDirectory } from '../lib/private-directory.ts';

/** How long to wait for the process that reads the session's transcript (ms). */
const PATIENCE = 500;

const pathOf = ({ compactions }: Pick<Layout, 'compactions'>, sessionId: string) => `${compactions}/${sessionId}`;

/** What is kept of a session, and the bytes it was read from. */
export interface KeptCompactions {
  compactions: Compaction[];
  bytes: string;
}

/** Adds a compaction. Only the newest stay, so that the file stays small. */
export function keepCompaction(layout: Layout, sessionId: string, compaction: Compaction): void {
  const directory = privateDirectory(layout.compactions, layout.config);
  withLock(directory, sessionId, PATIENCE, () => {
    const compactions = [...keptCompactions(layout, sessionId).compactions, compaction].slice(-SUMMARIES.most);
    const bytes = asBytes(`${JSON.stringify({ compactions })}\n`);
    overwriteFile(pathOf(layout, sessionId), bytes, { durable: false });
  });
}

/** Reads them; none if the file is missing or cannot be read. */
export function keptCompactions(layout: Pick<Layout, 'compactions'>, sessionId: string): KeptCompactions {
  try {
    const bytes = readRegularFile(pathOf(layout, sessionId)).text;
    const { compactions }: Record<string, unknown> = JSON.parse(asText(bytes));
    return { compactions: Array.isArray(compactions) ? compactions.filter(isCompaction) : [], bytes };
  } catch {
    return { compactions: [], bytes: '' };
  }
}

/** Removes those that are in the facts, unless another was added since they were read. */
export function removeCompactions(layout: Layout, sessionId: string, { bytes }: KeptCompactions): void {
  if (bytes === '') return;
  withLock(privateDirectory(layout.compactions, layout.config), sessionId, PATIENCE, () => {
    if (keptCompactions(layout, sessionId).bytes === bytes) discard(pathOf(layout, sessionId));
  });
}

/** By hand, because hooks do not load the schema library. */
function isCompaction(value: unknown): value is Compaction {
  if (!isRecord(value)) return false;
  const { summary, at, trigger = 'auto', cut = 0 } = value;
  if (typeof summary !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return false;
  return (trigger === 'auto' || trigger === 'manual') && Number.isSafeInteger(cut) && Number(cut) >= 0;
}
