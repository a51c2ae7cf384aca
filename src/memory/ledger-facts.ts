import { parseObject } from './json-object.ts';

/** What a project's ledger says of one memory file. */
export interface LedgerFacts {
  /** The SHA-256 of its bytes after the last line about it; null if that took it away. */
  after: string | null;
  /** UTC: its earliest line, the last that wrote or strengthened it, and the last of all. */
  born: string;
  written: string;
  last: string;
}

/**
 * What a ledger says of each memory file, in the order of its lines. Lines that are none are left out. A hook reads
 * ledgers with this, as the schema would cost it as much as all the rest.
 */
export function ledgerFacts(text: string): Map<string, LedgerFacts> {
  const facts = new Map<string, LedgerFacts>();
  for (const line of text.split('\n')) {
    const { file, at, action, after } = parseObject(line);
    if (typeof file !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) continue;
    if (typeof after !== 'string' && after !== null) continue;
    const known = facts.get(file);
    const isWriting = action === 'new' || action === 'strengthen';
    facts.set(file, {
      after,
      born: known && Date.parse(known.born) <= Date.parse(at) ? known.born : at,
      written: known && !isWriting ? known.written : at,
      last: at,
    });
  }
  return facts;
}
