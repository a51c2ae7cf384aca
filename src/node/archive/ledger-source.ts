import { type LedgerLine, parseLedger } from '#src/memory/ledger/ledger.ts';
import type { Source } from './source.ts';

/** What was done to a project's memories. A file synchroniser may have left a second ledger beside the first. */
export const ledgerSource: Source<LedgerLine[]> = {
  kind: 'ledger',
  list: { folder: 'chronicle', isMember: (name) => /^memory-ledger.*\.jsonl$/.test(name) },
  isOfLines: true,
  parse: parseLedger,
};
