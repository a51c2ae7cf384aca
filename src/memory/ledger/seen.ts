import { INDEX_FILE } from '#src/project/paths.ts';
import { parseObject } from '#src/value/json-object.ts';
import type { LedgerLine } from './ledger.ts';

/**
 * Memory files are also written by Claude Code itself and by people. Hooks look at them when a session starts and ends,
 * and enter what they have not seen into the ledger, so that each memory has a birth.
 */

/** A memory file as the last look found it, with what the ledger says of its dates (UTC). */
export interface SeenMemory {
  size: number;
  mtimeMs: number;
  /** SHA-256 of its bytes. */
  hash: string;
  born: string;
  /** When it was last written or strengthened, other than by hand. */
  written: string;
}

/** A memory file that lies there. */
export interface FoundFile extends Pick<SeenMemory, 'size' | 'mtimeMs'> {
  file: string;
  /** When it was made, as far as the disk knows. */
  madeMs: number;
}

export interface Look {
  /** What the last look found. */
  files: ReadonlyMap<string, SeenMemory>;
  /** When all files were last looked at, UTC; null if they never were. */
  scanned: string | null;
  facts: ReadonlyMap<string, LedgerFacts>;
  /** Files that are new or differ from what is known, with their hashes. */
  found: readonly (FoundFile & { hash: string })[];
  /** Files that are there no more. */
  gone: readonly string[];
  now: Date;
  sessionId: string;
  digest: (text: string) => string;
}

/** The name of a memory file: no path, no hidden file, and not the index. */
export function isMemoryName(name: string): boolean {
  return /^[^./\\][^/\\]*\.md$/.test(name) && name !== INDEX_FILE;
}

/** What a look adds to the ledger, and what is known after it. What the ledger knows already adds nothing. */
export function planSeen(look: Look): { lines: LedgerLine[]; files: Map<string, SeenMemory> } {
  const { facts, found, gone, now } = look;
  const files = new Map(look.files);
  const lines: LedgerLine[] = [];
  for (const item of found) {
    const { file, size, mtimeMs, hash } = item;
    const before = hashBefore(look, file);
    const line = hash === before ? null : lineOf(look, { file, before, after: hash, ...dateOf(look, item) });
    if (line) lines.push(line);
    const born = facts.get(file)?.born ?? files.get(file)?.born ?? line?.at ?? timeOf(now.getTime());
    const written =
      (line?.action === 'new' ? line.at : undefined) ?? facts.get(file)?.written ?? files.get(file)?.written ?? born;
    files.set(file, { size, mtimeMs, hash, born, written });
  }
  for (const file of gone) {
    const before = hashBefore(look, file);
    if (before !== null) lines.push(lineOf(look, { file, before, after: null, at: timeOf(now.getTime()) }));
    files.delete(file);
  }
  return { lines, files };
}

function hashBefore({ facts, files }: Look, file: string): string | null {
  const said = facts.get(file);
  return said ? said.after : (files.get(file)?.hash ?? null);
}

/**
 * A file that nobody looked for before has its own date, and says so. Of any other it is known between which two looks it
 * was written; the file's time tells when, unless it lies outside, as that of a copy does.
 */
function dateOf({ scanned, facts, files, now }: Look, found: FoundFile): Pick<LedgerLine, 'at' | 'dated'> {
  const { file, mtimeMs, madeMs } = found;
  const said = facts.get(file);
  if (scanned === null && !said) return { at: timeOf(madeMs), dated: 'file' };
  const from = Math.max(...[scanned, said?.last].map((time) => (time ? Date.parse(time) : 0)));
  const times = files.has(file) || said?.after ? [mtimeMs] : [madeMs, mtimeMs];
  return { at: timeOf(times.find((time) => time > from && time <= now.getTime()) ?? now.getTime()) };
}

/** The same change seen twice gives the same id: on two machines, or by two hooks. */
function lineOf(
  { digest, sessionId }: Look,
  change: Pick<LedgerLine, 'file' | 'before' | 'after' | 'at' | 'dated'>,
): LedgerLine {
  const { file, before, after, at, dated } = change;
  const action = after === null ? 'delete' : before === null ? 'new' : 'changed';
  return {
    id: `l-${digest(['seen', at, file, before, after].join('\n')).slice(0, 12)}`,
    at,
    source: 'seen',
    action,
    file,
    session_id: sessionId,
    events: [],
    before,
    after,
    ...(dated ? { dated } : {}),
  };
}

function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** What a project's ledger says of one memory file. */
interface LedgerFacts {
  /** The SHA-256 of its bytes after the last line about it; null if that took it away, empty if a transcript does not tell it. */
  after: string | null;
  /** UTC: its earliest line, the last that wrote or strengthened it, and the last of all. */
  born: string;
  written: string;
  last: string;
}

/**
 * What a ledger says of each memory file, in the order of its lines; those of a backfill, which enters old changes behind
 * newer ones, count by their dates. Lines that are none are left out. A hook reads ledgers with this, as the schema would
 * cost it as much as all the rest.
 */
export function ledgerFacts(text: string): Map<string, LedgerFacts> {
  const facts = new Map<string, LedgerFacts>();
  for (const line of text.split('\n')) {
    const { file, at, action, after: left, source } = parseObject(line);
    if (typeof file !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) continue;
    if (typeof left !== 'string' && left !== null) continue;
    const after = left === null && source === 'backfill' && action !== 'delete' ? '' : left;
    const known = facts.get(file);
    const isBehind = (date: string | undefined) => date !== undefined && source === 'backfill' && at < date;
    const isWriting = action === 'new' || action === 'strengthen';
    facts.set(file, {
      after: known && isBehind(known.last) ? known.after : after,
      born: known && Date.parse(known.born) <= Date.parse(at) ? known.born : at,
      written: known && (!isWriting || isBehind(known.written)) ? known.written : at,
      last: known && isBehind(known.last) ? known.last : at,
    });
  }
  return facts;
}
