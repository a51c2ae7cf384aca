import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withIds } from '#src/format/event-id.ts';
import { readUnchecked } from '#src/format/read.ts';
import { remarks, warnings } from '#src/cli/forget/format-forgetting.ts';
import { applyForgetting } from '#src/setup/forget/apply-forgetting.ts';
import { leftPlaces } from '#src/setup/forget/left-places.ts';
import { isEmptyPlan } from '#src/setup/forget/plan-forgetting.ts';
import { groupAnchor } from '#src/lib/text/page-address.ts';
import { allFiles } from './forgettable-archive.ts';
import { openPlaces, SITE } from './open-places.ts';

describe('derived files', () => {
  it('are deleted even if no other file contains the text', async () => {
    const { layout, plan } = openPlaces({ ...SITE, 'index/memory/p.json': '{}' });
    const planned = plan('hushhush');
    expect([planned.derived, planned.isFound]).toEqual([[layout.cache, layout.site], false]);
    expect(warnings(planned).join(' ')).toMatch(
      /^No match in anything chronicle can delete\. .* are deleted all the same: /,
    );
    expect((await applyForgetting(layout, planned)).failures).toEqual([]);
    expect(['site', 'cache/search', 'cache/import.lock'].map((path) => existsSync(`${layout.state}/${path}`))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isEmptyPlan(plan('hushhush'))).toBe(true);
  });

  it.each(['site/a/index.html', 'cache/edit-1/a.md', 'index/memory/p.json', 'index/live/s', 'index/harvest/s'])(
    'count as a match: %s',
    async (path) => {
      const { box, layout, plan } = openPlaces({ [path]: '{"x": "HushHush"}' });
      expect(plan('hushhush').isFound).toBe(true);
      await applyForgetting(layout, plan('hushhush'));
      expect([...allFiles(box).values()].join()).not.toContain('HushHush');
    },
  );

  it.each([0, 1])('may be larger than our other files, and are searched all the same: %i matches', async (matches) => {
    const { layout, plan } = openPlaces({
      'index.sqlite': `${'x'.repeat(99)}\n`.repeat(170_000) + 'HushHush'.repeat(matches),
    });
    const planned = plan('hushhush');
    expect([planned.derived, planned.unread, planned.isFound]).toEqual([[layout.index], [], matches === 1]);
    expect((await applyForgetting(layout, planned)).failures).toEqual([]);
    expect(existsSync(layout.index)).toBe(false);
  });
});

describe('index entries and backups', () => {
  it('stay if only their field names match', () => {
    const entries = {
      'index/by-id/s': '-p/chronicle/2026-03-24-main.md\n',
      'index/live/s': '{"pid":1,"directory":"/p"}',
      'index/harvest/s': '{"transcript":"/q/s.jsonl","source":null,"attempts":0}',
    };
    const { layout, plan } = openPlaces(entries);
    const backup = `${layout.projects}/-p/chronicle/memory/backups/20260324T100000000Z-p-222222`;
    mkdirSync(backup, { recursive: true });
    writeFileSync(
      `${backup}/change.json`,
      JSON.stringify({ line: { session_id: 'x', action: 'new' }, file: 'zebra.md' }),
    );
    mkdirSync(layout.memoryIndex, { recursive: true });
    writeFileSync(`${layout.memoryIndex}/p.json`, '{"version":1,"scanned":null,"files":{"horse.md":{"hash":"ab"}}}');
    const left = (word: string) => leftPlaces(layout, [layout.projects], plan(word)).map(({ kind }) => kind);
    expect([left('files'), left('action')]).toEqual([['format'], ['format']]);
    for (const word of ['chronicle', 'directory', 'transcript', 'session_id', 'files', 'version', 'null']) {
      const { derived, backups, isFound } = plan(word);
      expect([derived, backups, isFound]).toEqual([[], [], false]);
    }
    expect(plan('zebra').backups).toMatchObject([{ path: backup }]);
    expect(warnings(plan('zebra')).join()).toContain('1 memory change can no longer be undone');
    expect(plan('horse').derived).toContain(layout.memoryIndex);
    expect(plan('/p').derived).toContain(`${layout.live}/s`);
    expect(plan('/q').derived).toEqual([`${layout.harvest}/s`]);
  });
});

describe('files that killed processes left', () => {
  it('are deleted, and count as a match only if they contain the text', async () => {
    const left = '.tmp/4194305.elsewhere.abc.tmp';
    const { layout, plan } = openPlaces({ [left]: 'Hush' });
    utimesSync(`${layout.state}/${left}`, 1, 1);
    expect(plan('hush')).toMatchObject({ isFound: true, leftovers: [`${layout.state}/${left}`] });
    const planned = plan('hushhush');
    expect(planned).toMatchObject({ isFound: false, leftovers: [`${layout.state}/${left}`] });
    const outcome = await applyForgetting(layout, planned);
    expect(outcome.failures).toEqual([]);
    expect(remarks(planned, [], outcome).at(-1)).toBe('Deleted files left behind by interrupted processes.');
    expect(existsSync(`${layout.state}/${left}`)).toBe(false);
  });
});

describe('unreadable files', () => {
  it.each(['drafts', 'series', 'drafts/post/draft.mdx', 'projects/p', 'projects/p/chronicle/memory'])(
    'are reported, and the text is not called forgotten: %s',
    (place) => {
      const { box, layout, plan } = openPlaces(SITE);
      const path = place.startsWith('projects') ? join(box.config, place) : `${layout.state}/${place}`;
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(path, path);
      const planned = plan('hushhush');
      expect(planned.unread[0]).toContain(path);
      const done = { changed: new Set<string>(), renamed: new Set<string>(), failures: [] };
      for (const outcome of ['not asked', done] as const)
        expect(remarks(planned, [], outcome).at(-1)).toContain('Some copies may remain.');
    },
  );

  it('can be directories where a file is expected', () => {
    const { layout, plan } = openPlaces({ 'series/tale.yml/a': '', 'drafts/post/draft.yml/a': '' });
    expect(plan('hushhush').unread).toEqual([
      expect.stringContaining(`${layout.drafts}/post/draft.yml`),
      expect.stringContaining(`${layout.series}/tale.yml`),
    ]);
  });
});

describe('names of drafts and series', () => {
  it('are replaced, also where a draft names its series', async () => {
    const settings = 'title: x\nseries:\n  slug: walross-quixote-tale\n  part: 1\n';
    const { layout, plan } = openPlaces({
      'drafts/about-walross-quixote/draft.yml': settings,
      'drafts/draft-forgotten/draft.yml': 'series:\n  slug: gone-walross-quixote\n  part: 1\n',
      'drafts/other/draft.yml': settings,
      'series/walross-quixote-tale.yml': 'title: y\n',
      'series/walross.yml': 'title: z\n',
    });
    const planned = plan('Walross  Quixote');
    expect(planned.renames.map(({ from, to }) => [from, to])).toEqual([
      [`${layout.drafts}/about-walross-quixote`, `${layout.drafts}/draft-forgotten-2`],
      [`${layout.series}/walross-quixote-tale.yml`, `${layout.series}/series-forgotten.yml`],
    ]);
    expect((await applyForgetting(layout, planned)).failures).toEqual([]);
    for (const draft of ['draft-forgotten', 'draft-forgotten-2', 'other'])
      expect(readFileSync(`${layout.drafts}/${draft}/draft.yml`, 'utf8')).toContain('  slug: series-forgotten\n');
    expect(readFileSync(`${layout.series}/series-forgotten.yml`, 'utf8')).toBe('title: y\n');
    expect(isEmptyPlan(plan('Walross  Quixote'))).toBe(true);
  });
});

describe('a lifeline in a draft', () => {
  it('follows the new name of the oldest miss of its mistake', () => {
    const { box, layout, plan } = openPlaces({});
    const id = box.session('2026-08-04', '[MEMORY-MISS] feedback_money.md: a float of the zebra again');
    const path = join(box.project, 'chronicle/2026-08-04-main.md');
    const anchorIn = (text: string) =>
      groupAnchor(`${id}#${withIds(readUnchecked(text)?.events ?? []).map((event) => event.id)}`);
    mkdirSync(`${layout.drafts}/post`, { recursive: true });
    writeFileSync(`${layout.drafts}/post/draft.mdx`, `<Lifeline group="${anchorIn(readFileSync(path, 'utf8'))}" />\n`);
    const { changes } = plan('zebra');
    const after = changes.find((change) => change.path === path)?.after ?? '';
    expect(changes.find(({ kind }) => kind === 'draft')?.after).toBe(`<Lifeline group="${anchorIn(after)}" />\n`);
  });
});
