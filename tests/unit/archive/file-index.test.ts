import { describe, expect, it } from 'vitest';
import { FileIndex } from '#src/archive/file-index.ts';
import { chronicleSource } from '#src/archive/sessions.ts';
import type { Source } from '#src/memory/source.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK } from './archive-directory.ts';

const noteSource: Source<string> = {
  kind: 'note',
  list: { folder: '*/notes', isMember: (name) => name.endsWith('.txt') },
  parse: (text) => ({ value: text, problems: [] }),
};

const ledgerSource: Source<string> = {
  kind: 'ledger',
  list: { folder: '*/chronicle', isMember: (name) => name.endsWith('.jsonl') },
  parse: (text) => ({ value: text, problems: [] }),
};

describe('FileIndex', () => {
  it('reads several kinds of files, each into its store, even from one folder', () => {
    const root = temporaryDirectory();
    put(root, `${TIDEMARK}/chronicle/a.md`, chronicleText());
    put(root, `${TIDEMARK}/chronicle/memory-ledger.jsonl`, '{}');
    put(root, `${TIDEMARK}/notes/n.txt`, 'note');
    const sources: Source<unknown>[] = [chronicleSource, ledgerSource, noteSource];
    const index = new FileIndex([root], sources);
    expect(index.scan()).toBe(true);
    const names = sources.map((source) => index.files(source).map(({ name }) => name));
    expect(names).toEqual([['a.md'], ['memory-ledger.jsonl'], ['n.txt']]);
    expect(index.scan()).toBe(false);
    put(root, `${TIDEMARK}/notes/n.txt`, 'another note');
    expect(index.scan()).toBe(true);
    expect(index.files(noteSource)[0]?.content.value).toBe('another note');
  });
});
