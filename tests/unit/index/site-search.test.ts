import { describe, expect, it } from 'vitest';
import type { SearchDocument } from '#src/index/search-documents.ts';
import { servedSearch, writeSearch } from '#src/index/site-search.ts';

describe('writeSearch', () => {
  it('writes an index for each period, the newest first in the list, and only what pages load', async () => {
    const written = new Map<string, Uint8Array>();
    const count = await writeSearch(
      [page('a', '2026-q3'), page('b', '2026-q4')],
      (path, content) => void written.set(path, content),
    );
    expect(count).toBe(2);
    expect(textOf(written.get('pagefind/indexes.json'))).toBe('["2026-q4","2026-q3"]');
    const names = [...written.keys()].map((path) => path.split('/').at(-1) ?? '');
    expect(names).toContain('pagefind-worker.js');
    expect(names.filter((name) => /ui|highlight|unknown/.test(name))).toEqual([]);
  });
});

describe('servedSearch', () => {
  it('makes the index for the list of indexes, and again after a change', async () => {
    let documents = [page('a'), page('b')];
    const search = servedSearch(
      () => documents,
      () => documents,
    );
    expect(await search('all/pagefind.js')).toBeUndefined();
    expect(textOf(await search('indexes.json'))).toBe('["all"]');
    expect(await countIn(search)).toBe(2);
    const before = await search('all/pagefind-entry.json');
    await search('indexes.json');
    expect(await search('all/pagefind-entry.json')).toBe(before);

    documents = [page('a', 'all', '2'), page('b'), page('c')];
    await search('indexes.json');
    expect(await countIn(search)).toBe(3);
    documents = [page('c')];
    await search('indexes.json');
    expect(await countIn(search)).toBe(1);
  });

  it('has no file outside the index', async () => {
    const search = servedSearch(
      () => [page('a')],
      () => 1,
    );
    await search('indexes.json');
    for (const path of ['../package.json', 'all/../../x', 'all/pagefind-ui.js', ''])
      expect(await search(path), path).toBeUndefined();
  });

  it('fails with what is wrong, and works when that is over', async () => {
    let isBroken = true;
    const broken = { ...page('a'), html: () => (isBroken ? fail() : page('a').html()) };
    const search = servedSearch(
      () => [broken],
      () => 1,
    );
    await expect(search('indexes.json')).rejects.toThrow('The disk is full');
    isBroken = false;
    expect(textOf(await search('indexes.json'))).toBe('["all"]');
  });
});

function page(name: string, period = 'all', version = '1'): SearchDocument {
  const html = () => `<html lang="en"><body data-pagefind-body><h1>${name}</h1><p>Words of ${name}</p></body></html>`;
  return { address: `/sessions/larder/${name}/`, period, version, html };
}

async function countIn(search: ReturnType<typeof servedSearch>): Promise<number> {
  const entry = JSON.parse(textOf(await search('all/pagefind-entry.json')));
  return entry.languages.en.page_count;
}

function textOf(content: Uint8Array | undefined): string {
  return new TextDecoder().decode(content);
}

function fail(): never {
  throw new Error('The disk is full');
}
