import { describe, expect, it } from 'vitest';
import { chronicleSource } from '#src/node/archive/chronicle-source.ts';
import { Holdings } from '#src/node/archive/holdings.ts';
import { Shelf } from '#src/node/archive/shelf.ts';
import type { Source } from '#src/node/archive/source.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK } from './archive-directory.ts';

const noteSource: Source<string> = {
  kind: 'note',
  list: { folder: 'notes', isMember: (name) => name.endsWith('.txt') },
  parse: (text) => ({ value: text, problems: [] }),
};

const ledgerSource: Source<string> = {
  kind: 'ledger',
  list: { folder: 'chronicle', isMember: (name) => name.endsWith('.jsonl') },
  parse: (text) => ({ value: text, problems: [] }),
};

describe('Holdings', () => {
  it('reads several kinds of files, each onto its shelf, also from one folder', () => {
    const root = temporaryDirectory();
    put(root, `${TIDEMARK}/chronicle/a.md`, chronicleText());
    put(root, `${TIDEMARK}/chronicle/memory-ledger.jsonl`, '{}');
    put(root, `${TIDEMARK}/notes/n.txt`, 'note');
    const [chronicles, ledgers, notes] = [new Shelf(chronicleSource), new Shelf(ledgerSource), new Shelf(noteSource)];
    const holdings = new Holdings([root], [chronicles, ledgers, notes]);
    expect(holdings.walk(() => true)).toBe(true);
    expect([chronicles, ledgers, notes].map((shelf) => [...shelf.entries()].map(({ name }) => name))).toEqual([
      ['a.md'],
      ['memory-ledger.jsonl'],
      ['n.txt'],
    ]);
    expect(holdings.walk(() => true)).toBe(false);
    put(root, `${TIDEMARK}/notes/n.txt`, 'another note');
    expect(holdings.look(`${root}/${TIDEMARK}/notes`, 'n.txt')).toBe(true);
    expect([...notes.entries()][0]?.reading.value).toBe('another note');
  });
});
