import { parseObject } from '#src/lib/json-object.ts';
import type { LedgerLine } from './history.ts';

/**
 * Memory files are also written by Claude Code itself and by people. The process that reads a
 * session's transcript scans them, and enters new changes into the ledger, so that each memory has a birth.
 */

/** A memory file as of the last scan, with its dates from the ledger (UTC). */
export interface SeenMemory {
  size: number;
  mtimeMs: number;
  /** SHA-256 of its bytes. */
  hash: string;
  born: string;
  /** When it was last written or strengthened, except by hand. */
  written: string;
}

/** An existing memory file. */
export interface FoundFile extends Pick<SeenMemory, 'size' | 'mtimeMs'> {
  file: string;
  /** When it was created according to the disk. */
  madeMs: number;
}

export interface Scan {
  /** As of the last scan. */
  files: ReadonlyMap<string, SeenMemory>;
  /** When all files were last scanned, UTC; null if never. */
  scanned: string | null;
  facts: ReadonlyMap<string, LedgerFacts>;
  /** New and changed files with their hashes. */
  found: readonly (FoundFile & { hash: string })[];
  /** Files that no longer exist. */
  gone: readonly string[];
  now: Date;
  sessionId: string;
  digest: (text: string) => string;
}

/** The lines that a scan adds to the ledger, without changes it already has, and the files as of this scan. */
export function planSeen(scan: Scan): { lines: LedgerLine[]; files: Map<string, SeenMemory> } {
  const { facts, found, gone, now } = scan;
  const files = new Map(scan.files);
  const lines: LedgerLine[] = [];
  for (const item of found) {
    const { file, size, mtimeMs, hash } = item;
    const before = hashBefore(scan, file);
    const line = hash === before ? null : lineOf(scan, { file, before, after: hash, ...dateOf(scan, item) });
    if (line) lines.push(line);
    const born = facts.get(file)?.born ?? files.get(file)?.born ?? line?.at ?? timeOf(now.getTime());
    const written =
      (line?.action === 'new' ? line.at : undefined) ?? facts.get(file)?.written ?? files.get(file)?.written ?? born;
    files.set(file, { size, mtimeMs, hash, born, written });
  }
  for (const file of gone) {
    const before = hashBefore(scan, file);
    if (before !== null) lines.push(lineOf(scan, { file, before, after: null, at: timeOf(now.getTime()) }));
    files.delete(file);
  }
  return { lines, files };
}

function hashBefore({ facts, files }: Scan, file: string): string | null {
  const known = facts.get(file);
  return known ? known.after : (files.get(file)?.hash ?? null);
}

/**
 * In the first scan a file gets its own date, marked as such. Later it is known between which two scans it was written;
 * the file's time tells when, unless it is outside, like that of a copy.
 */
function dateOf({ scanned, facts, files, now }: Scan, found: FoundFile): Pick<LedgerLine, 'at' | 'dated'> {
  const { file, mtimeMs, madeMs } = found;
  const known = facts.get(file);
  if (scanned === null && !known) return { at: timeOf(madeMs), dated: 'file' };
  const from = Math.max(...[scanned, known?.last].map((time) => (time ? Date.parse(time) : 0)));
  const times = files.has(file) || known?.after ? [mtimeMs] : [madeMs, mtimeMs];
  return { at: timeOf(times.find((time) => time > from && time <= now.getTime()) ?? now.getTime()) };
}

/** The same change gets the same id, even if two machines or two hooks see it. */
function lineOf(
  { digest, sessionId }: Scan,
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

/** What a project's ledger says about one memory file. */
interface LedgerFacts {
  /** The SHA-256 of its bytes after its last line; null if that deleted it, empty if a transcript does not tell. */
  after: string | null;
  /** UTC times of its first line, the last that wrote or strengthened it, and the last of all. */
  born: string;
  written: string;
  last: string;
}

/**
 * What a ledger says about each memory file, in the order of its lines. Lines from transcripts, which come after newer ones,
 * count by their dates. Invalid lines are skipped. Hooks use this, since the schema would cost as much as all the rest.
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
