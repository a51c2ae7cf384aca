import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readOneSeries, readSeries } from '#src/posts/series/read-series.ts';
import { addEvent, addPart, createSeries } from '#src/posts/series/write-series.ts';
import { seriesSlugOf } from '#src/posts/series/series.ts';
import { type Layout, layoutOf } from '#src/lib/paths.ts';
import { isOwnSlug } from '#src/lib/slug.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { put } from '#tests/unit/archive/archive-directory.ts';

const FIRST = '3f6c0a1e#e-3fa9c1';
const SECOND = '3f6c0a1e#e-80a7bf';
const WRITTEN = `# My plan, \u00e9
title:   "Teaching a machine"   # working title

parts:
  - title: 'The rule'
    # What it is about
    idea: >
      A memory exists, is read,
      and does not hold.
    events:
      - ${FIRST}   # the beginning

  - {title: Later, idea: '', events: []}
`;

/** A configuration directory with these series files. */
function archive(files: Record<string, string> = {}): Layout {
  const config = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) put(config, `session-chronicle/series/${name}`, text);
  return layoutOf(config);
}

const placesOf = (layout: Layout, slug: string) =>
  readOneSeries(layout, slug)?.problems.map(({ code, line, column }) => `${code} ${line}:${column}`);

describe('readSeries', () => {
  it('reads series files, by slug', () => {
    const layout = archive({ 'b.yml': WRITTEN, 'a.yml': 'title: Short\n' });
    expect(readSeries(layout)).toMatchObject([
      { slug: 'a', title: 'Short', parts: [], problems: [] },
      {
        slug: 'b',
        path: `${layout.series}/b.yml`,
        title: 'Teaching a machine',
        parts: [
          { title: 'The rule', idea: 'A memory exists, is read, and does not hold.\n', events: [FIRST] },
          { title: 'Later', idea: '', events: [] },
        ],
        problems: [],
      },
    ]);
  });

  it('is empty without a directory, and ignores other files', () => {
    expect(readSeries(archive())).toEqual([]);
    const layout = archive({ 'notes.md': 'x', '.hidden.yml': 'title: x', 'a b.yml': 'title: x', 'c.yml~': 'x' });
    expect(readSeries(layout)).toEqual([]);
  });

  it('reports the place of anything invalid, and uses the rest', () => {
    const layout = archive({
      'broken.yml': 'title: x\nparts: [\n',
      'fine.yml': 'title: Fine\n',
      'odd.yml': `title: [a]\nparts:\n  - just words\n  - title: Kept\n    event: x\n    events:\n      - ${FIRST}\n      - ../x\n`,
      'list.yml': '- a\n',
    });
    expect(readSeries(layout).map(({ slug, title, parts }) => [slug, title, parts.length])).toEqual([
      ['broken', 'broken', 0],
      ['fine', 'Fine', 0],
      ['list', '', 0],
      ['odd', '', 1],
    ]);
    expect(placesOf(layout, 'broken')?.[0]).toMatch(/^CHRONICLE_SERIES_YAML \d:\d/);
    expect(placesOf(layout, 'list')).toEqual(['CHRONICLE_SERIES 1:1']);
    expect(placesOf(layout, 'odd')).toEqual([
      'CHRONICLE_SERIES 1:8',
      'CHRONICLE_SERIES 3:5',
      'CHRONICLE_SERIES 5:12',
      'CHRONICLE_SERIES 8:9',
    ]);
    expect(readOneSeries(layout, 'odd')?.parts).toEqual([{ title: 'Kept', idea: '', events: [FIRST] }]);
  });

  it('follows no link and reads no directory', () => {
    const layout = archive({ 'a.yml': 'title: A\n' });
    symlinkSync(put(layout.config, 'secret.yml', 'title: Secret\n'), `${layout.series}/link.yml`);
    mkdirSync(`${layout.series}/folder.yml`);
    expect(readSeries(layout).map(({ slug, title }) => [slug, title])).toEqual([
      ['a', 'A'],
      ['folder', 'folder'],
      ['link', 'link'],
    ]);
    expect(placesOf(layout, 'link')).toEqual(['CHRONICLE_NOT_A_FILE 1:1']);
  });

  it.each(['../x', '..', '', '/etc/passwd', 'a/b', '.x', 'x'.repeat(81), 'a\0b', 'a b'])('has no series %j', (slug) => {
    expect(isOwnSlug(slug)).toBe(false);
    expect(readOneSeries(archive({ 'x.yml': 'title: x\n' }), slug)).toBeNull();
  });
});

describe('createSeries', () => {
  it('creates a private file, with -2 if the name is taken', () => {
    const layout = archive();
    const parts = [{ title: 'One: first', idea: '', events: [FIRST] }];
    const made = createSeries(layout, 'clocks', 'Clocks & "time"', parts);
    expect(made).toMatchObject({ slug: 'clocks', path: `${layout.series}/clocks.yml` });
    expect(readOneSeries(layout, 'clocks')).toEqual(made);
    expect(statSync(made.path).mode & 0o777).toBe(0o600);
    expect(statSync(layout.series).mode & 0o777).toBe(0o700);
    expect(createSeries(layout, 'clocks', 'Again')).toMatchObject({ slug: 'clocks-2', title: 'Again' });
    expect(readOneSeries(layout, 'clocks')?.title).toBe('Clocks & "time"');
  });

  it('refuses a slug that leaves the directory', () => {
    const layout = archive();
    expect(() => createSeries(layout, '../x', 'X')).toThrow(expect.objectContaining({ code: 'CHRONICLE_BAD_SLUG' }));
    expect(existsSync(layout.series)).toBe(false);
  });

  it('makes slugs of titles', () => {
    expect(seriesSlugOf("Teaching a machine's memory!")).toBe('teaching-a-machines-memory');
    expect(seriesSlugOf('../../etc')).toBe('etc');
    expect(seriesSlugOf('One cent. Version 1.2')).toBe('one-cent-version-1.2');
    expect(seriesSlugOf('日本')).toBe('series');
    expect(isOwnSlug(seriesSlugOf('x-'.repeat(100)))).toBe(true);
  });
});

describe('addEvent', () => {
  it('adds a line and keeps all others', () => {
    const layout = archive({ 'a.yml': WRITTEN });
    expect(addEvent(layout, 'a', 1, SECOND)).toEqual({ isNew: true, part: 1, title: 'The rule' });
    const text = readFileSync(`${layout.series}/a.yml`, 'utf8');
    expect(text).toBe(WRITTEN.replace('# the beginning\n', `# the beginning\n      - ${SECOND}\n`));
  });

  it('adds to the last part by default, and starts one if there is none', () => {
    const layout = archive({ 'a.yml': WRITTEN, 'b.yml': 'title: B\nparts: []\n' });
    expect(addEvent(layout, 'a', null, SECOND)).toMatchObject({ part: 2, title: 'Later' });
    expect(addEvent(layout, 'b', null, SECOND)).toMatchObject({ isNew: true, part: 1 });
    expect(addEvent(layout, 'b', null, FIRST)).toMatchObject({ isNew: true, part: 1 });
    expect(readOneSeries(layout, 'a')?.parts[1]?.events).toEqual([SECOND]);
    expect(readOneSeries(layout, 'b')?.parts[0]?.events).toEqual([SECOND, FIRST]);
  });

  it('writes nothing if the event is already there', () => {
    const layout = archive({ 'a.yml': WRITTEN });
    const { mtimeNs } = statSync(`${layout.series}/a.yml`, { bigint: true });
    expect(addEvent(layout, 'a', 2, FIRST)).toEqual({ isNew: false, part: 1, title: 'The rule' });
    expect(statSync(`${layout.series}/a.yml`, { bigint: true }).mtimeNs).toBe(mtimeNs);
  });

  it.each<[string, string, number | null, string]>([
    ['CHRONICLE_NO_SERIES', 'b', null, FIRST],
    ['CHRONICLE_NO_SERIES', '../a', null, FIRST],
    ['CHRONICLE_NO_PART', 'a', 3, SECOND],
    ['CHRONICLE_NO_EVENT', 'a', null, 'last#e-1'],
    ['CHRONICLE_BAD_SERIES', 'broken', null, FIRST],
    ['CHRONICLE_BAD_SERIES', 'list', null, FIRST],
  ])('refuses with %s, and writes nothing', (code, slug, part, event) => {
    const files = { 'a.yml': WRITTEN, 'broken.yml': 'parts: [\n', 'list.yml': '- a\n' };
    const layout = archive(files);
    expect(() => addEvent(layout, slug, part, event)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining('Nothing was changed.') }),
    );
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(`${layout.series}/${name}`, 'utf8')).toBe(text);
  });
});

describe('addPart', () => {
  it('adds a part at the end, which takes events', () => {
    const layout = archive({ 'a.yml': WRITTEN, 'b.yml': 'title: B\n' });
    expect(addPart(layout, 'a', { title: 'The end: a turn', idea: '' })).toBe(3);
    expect(addEvent(layout, 'a', 3, SECOND)).toMatchObject({ isNew: true });
    const text = readFileSync(`${layout.series}/a.yml`, 'utf8');
    expect(text.startsWith(WRITTEN)).toBe(true);
    expect(readOneSeries(layout, 'a')?.parts[2]).toEqual({ title: 'The end: a turn', idea: '', events: [SECOND] });
    expect(addPart(layout, 'b', { title: 'First', idea: 'x' })).toBe(1);
  });

  it('keeps CRLF line ends', () => {
    const text = 'title: A\r\nparts:\r\n  - title: One\r\n    events:\r\n      - 3f6c0a1e#e-3fa9c1\r\n';
    const layout = archive({ 'a.yml': text });
    addEvent(layout, 'a', 1, SECOND);
    expect(readFileSync(`${layout.series}/a.yml`, 'utf8').startsWith(text)).toBe(true);
    expect(readOneSeries(layout, 'a')?.parts[0]?.events).toEqual([FIRST, SECOND]);
  });
});
