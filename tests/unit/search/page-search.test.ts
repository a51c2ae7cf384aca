import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openIndex } from '#site/scripts/search-index.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { sampleDirectory } from '#src/node/package-root.ts';
import { parseQuery } from '#src/search/parse-query.ts';
import { recordsOf } from '#src/search/records-of.ts';
import { searchRecords } from '#src/search/search-records.ts';
import { ArchiveFixture } from './archive-fixture.ts';
import { textsFound, writtenFiles, writtenIndex } from './served-index.ts';

const EVENTS = [
  'Heredoc inside $() corrupted the quote state',
  'Wrote `feedback_no_push.md` and (nothing) else',
  'Ran git push --force-with-lease on src/node/archive/open.ts',
  'parseChronicle() ignores the HTTPServer; issue #42 of C# and c++',
  'Größe des Bäckers: 日本語テキスト, запрос отклонён, café 🎉',
  'The migration was migrated twice; $HOME was 100% wrong',
  '<img src=x onerror=alert(1)> is only text & so is &lt;',
  'The <b>arch</b> of it',
];

describe('the search page', () => {
  it('finds names in whole and in part', async () => {
    const index = await writtenIndex(fixture().open());
    const cases: [typed: string, found: number[]][] = [
      ['heredoc', [0]],
      ['$()', [0, 5]],
      ['$HOME', [5]],
      ['home', [5]],
      ['feedback_no_push.md', [1]],
      ['feedback', [1]],
      ['no_push', [1]],
      ['push.md', [1]],
      ['no_pull', []],
      ['nothing', [1]],
      ['"(nothing)"', [1]],
      ['--force', [2]],
      ['force-with-lease', [2]],
      ['lease', [2]],
      ['"push --force-with-lease"', [2]],
      ['src/node/archive/open.ts', [2]],
      ['archive', [2]],
      ['node/archive', [2]],
      ['open.ts', [2]],
      ['parseChronicle', [3]],
      ['chronicle', [3]],
      ['httpserver', [3]],
      ['#42', [3]],
      ['42', [3]],
      ['c++', [3]],
      ['größe', [4]],
      ['grosse', []],
      ['backers', [4]],
      ['bäck', [4]],
      ['日本', [4]],
      ['отклон', [4]],
      ['cafe', [4]],
      ['🎉', [4]],
      ['onerror', [6]],
      ['"The migration"', [5]],
      ['"migration the"', []],
      ['migration -twice', []],
      ['heredoc zzzz', []],
      ['push -feedback', [2]],
      ['push "git push"', [2]],
    ];
    const found = await Promise.all(cases.map(([typed]) => textsFound(index, typed)));
    expect(cases.map(([typed], n) => [typed, (found[n] ?? []).map((text) => EVENTS.indexOf(text)).sort()])).toEqual(
      cases,
    );
  });

  it('finds other forms of English words, unlike the command line', async () => {
    const index = await writtenIndex(fixture().open());
    expect(await textsFound(index, 'migrating')).toEqual([EVENTS[5]]);
    expect(await textsFound(index, 'wrongly')).toEqual([EVENTS[5]]);
    // Of a name within a name only the parts are known, not their order.
    expect(await textsFound(index, 'archive/node.ts')).toEqual([EVENTS[2]]);
    expect(await textsFound(index, 'architecture')).toEqual([]);
  });

  it('finds and counts over all bundles the same as the command line', async () => {
    const archive = openArchive({ roots: [join(sampleDirectory(), 'projects')], origin: 'sample', watch: false });
    const records = archive.snapshot.sessions.flatMap((session) => recordsOf(session, archive.factsOf(session)));
    const index = await writtenIndex(archive);
    expect((await index.find(parseQuery('').query)).rows).toHaveLength(records.length);
    const queries = [
      '',
      'tag:miss',
      'kind:narrative',
      'kind:prompt the',
      'kind:commit',
      'kind:observation',
      'concept:time-zones',
      'concept:"Time Zones" concept:clocks project:larder',
      'type:decision scope:committed',
      'scope:global',
      'type:bugfix the',
      'kind:outcome the',
      'since:2026-10-05 until:2026-10-20',
      'memory',
      'feedback',
      '-the',
    ];
    for (const text of [
      ...queries,
      'the -a',
      'the tag:error project:larder',
      'month:2026-09 was',
      'kind:summary the',
    ]) {
      const { query } = parseQuery(text);
      const page = await index.find(query);
      const line = searchRecords(query, records);
      const places = (finds: { project: string; session: string }[]) =>
        finds.map(({ project, session }) => `${project}/${session}`).sort();
      expect([text, places(page.found.map(({ row }) => row))]).toEqual([text, places(line.hits)]);
      expect([text, page.counts()]).toEqual([text, line.counts]);
      if (/concept|type|scope/.test(text)) expect([text, line.hits.length]).not.toEqual([text, 0]);
    }
  });

  it('separates the first line from the details, and marks matches in both', async () => {
    const archive = new ArchiveFixture().write('2026-10-01-main', [
      '- [ERROR] First line',
      '  details of it',
      '  go on',
    ]);
    const index = await writtenIndex(archive.open());
    const { query } = parseQuery('details line');
    const { found } = await index.find(query);
    const { address, first, rest, matching } = await index.read(found[0] ?? expect.fail(), query);
    expect(address).toMatch(/^\/sessions\/larder\/2026-10-01-main\/#e-[0-9a-f]{6}$/);
    const marked = [...first, ...rest].map(({ text, at }) => (matching.has(at) ? text.toUpperCase() : text));
    expect(marked.join(' ')).toBe('First LINE DETAILS of it go on');
  });

  it('finds other events if some have no text, or only punctuation', async () => {
    const archive = new ArchiveFixture().write('2026-10-01-main', [
      '- [ERROR]',
      '- [ERROR] …',
      '- [PIVOT] Found',
      '- [ERROR] \u200b',
    ]);
    const index = await writtenIndex(archive.open());
    expect(await textsFound(index, 'found')).toEqual(['Found']);
  });

  it('lists the newest first without words', async () => {
    const archive = new ArchiveFixture()
      .write('2026-10-01-main', ['- [ERROR] Third', '- [ERROR] Fourth'])
      .write('2026-04-01-main', ['- [ERROR] Last'])
      .write('2026-12-01-main', ['- [ERROR] First', '- [PIVOT] Second']);
    const index = await writtenIndex(archive.open());
    expect(await textsFound(index, 'since:2026')).toEqual(['First', 'Second', 'Third', 'Fourth', 'Last']);
  });

  it('opens an empty archive', async () => {
    const index = await writtenIndex(new ArchiveFixture().open());
    expect((await index.find(parseQuery('x').query)).found).toEqual([]);
  });
});

function fixture(): ArchiveFixture {
  return new ArchiveFixture().write(
    '2026-10-01-main',
    EVENTS.map((text) => `- [ERROR] ${text}`),
  );
}

describe('openIndex', () => {
  it('searches the newest period without the files of the others', async () => {
    const files = await writtenFiles(twoYears().open(), (path) => !path.includes('2025-'));
    const { newest, whole } = await openIndex(files);
    expect(await textsFound(newest, 'word')).toEqual(['Newer word']);
    await expect(textsFound(whole, 'word')).rejects.toThrow('has changed since this page was opened');
  });

  it('says that the index has changed if a text is gone', async () => {
    const files = await writtenFiles(twoYears().open(), (path) => !/2026.*texts/.test(path));
    const { whole } = await openIndex(files);
    const { query } = parseQuery('tag:error');
    const { found } = await whole.find(query);
    await expect(whole.read(found[0] ?? expect.fail(), query)).rejects.toThrow(
      'has changed since this page was opened',
    );
    expect((await whole.read(found[1] ?? expect.fail(), query)).address).toMatch(
      /^\/sessions\/larder\/2025-10-01-main/,
    );
  });
});

function twoYears(): ArchiveFixture {
  return new ArchiveFixture()
    .write('2026-10-01-main', ['- [ERROR] Newer word'])
    .write('2025-10-01-main', ['- [ERROR] Older word']);
}
