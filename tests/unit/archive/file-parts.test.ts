import { describe, expect, it } from 'vitest';
import { type FilesOf, fileHistories } from '#src/archive/file-histories.ts';
import { fileHistoryAddress, filePart, filePartsOf, historiesOfPart } from '#src/archive/file-parts.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

describe('filePartsOf', () => {
  const sessionsWith = (files: number, count: number) =>
    Array.from({ length: count }, () => {
      const { head } = someFacts({ head: { edits: { files, added: 0, removed: 0 } } });
      return { ...aSession(), facts: head };
    });

  it('doubles with the edits of a project', () => {
    expect(filePartsOf([aSession()])).toBe(1);
    expect([10, 60, 61, 241].map((count) => filePartsOf(sessionsWith(10, count)))).toEqual([1, 1, 2, 8]);
    expect(filePartsOf(sessionsWith(1_000_000, 3))).toBe(256);
  });
});

describe('historiesOfPart', () => {
  it('has every file on exactly one page, the one that links lead to, with its history', () => {
    const sessions = [1, 2].map(() => aSession());
    const filesOf: FilesOf = () =>
      Array.from({ length: 50 }, (_, i) => ({ path: `src/${i}.ts`, added: 1, removed: 0 }));
    const pages = [1, 2, 3, 4].map((part) => historiesOfPart(sessions, filesOf, { part, parts: 4 }));
    for (const [index, page] of pages.entries()) for (const { path } of page) expect(filePart(path, 4)).toBe(index + 1);
    const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
    expect(pages.flat().sort(byPath)).toEqual([...fileHistories(sessions, filesOf)].sort(byPath));
  });
});

describe('fileHistoryAddress', () => {
  it('has nothing of an untrusted path', () => {
    expect(fileHistoryAddress('a b', '../"><script>', 1)).toMatch(/^\/files\/a%20b\/#f-[0-9a-f]{13}$/);
    expect(fileHistoryAddress('a', 'x', 16)).toMatch(/^\/files\/a\/(?:\d+\/)?#f-[0-9a-f]{13}$/);
  });
});
