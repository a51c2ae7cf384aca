import { parseObject } from '#src/value/json-object.ts';

/** What a project's ledger says of one memory file. */
export interface LedgerFacts {
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
