import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withIds } from '#src/chronicle/event-id.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { remarks, warnings } from '#src/cli/forget/format-forgetting.ts';
import { applyForgetting } from '#src/node/forget/apply-forgetting.ts';
import { leftPlaces } from '#src/node/forget/left-places.ts';
import { isEmptyPlan, planForgetting } from '#src/node/forget/plan-forgetting.ts';
import { layoutOf } from '#src/project/paths.ts';
import { groupAnchor } from '#src/text/page-address.ts';
import { allFiles } from './forgettable-archive.ts';
import { openMemoryBox } from './memory-box.ts';

function openPlaces(files: Record<string, string>) {
  const box = openMemoryBox();
  const layout = layoutOf(box.config);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(`${layout.state}/${path}`), { recursive: true });
    writeFileSync(`${layout.state}/${path}`, text);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const plan = (text: string) => planForgetting(layout, [layout.projects], { kind: 'text', text });
  return { box, layout, plan };
}

const SITE = { 'site/index.html': '<p>hush<b>hush</b></p>', 'cache/search/a.bundle': 'x', 'cache/backfill.lock': '{}' };

describe('derived files', () => {
  it('are deleted even if no other file contains the text', async () => {
    const { layout, plan } = openPlaces({ ...SITE, 'index/memory/p.json': '{}' });
    const planned = plan('hushhush');
    expect([planned.derived, planned.isFound]).toEqual([[layout.cache, layout.site], false]);
    expect(warnings(planned).join(' ')).toMatch(
      /^No match in anything chronicle can delete\. .* are deleted all the same: /,
    );
    expect((await applyForgetting(layout, planned)).failures).toEqual([]);
    expect(
      ['site', 'cache/search', 'cache/backfill.lock'].map((path) => existsSync(`${layout.state}/${path}`)),
    ).toEqual([false, false, true]);
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

describe('places that are not touched', () => {
  it('include directories of Claude Code that are named after the path of a project', () => {
    const { box, layout, plan } = openPlaces({});
    for (const name of ['-home-me-walross-quixote', '-home-me-quixote'])
      mkdirSync(join(layout.projects, name), { recursive: true });
    const further = join(box.config, 'laptop');
    mkdirSync(join(further, '-home-Walross'), { recursive: true });
    const placesOf = (text: string) => leftPlaces(layout, [layout.projects, further], plan(text));
    const named = { path: join(layout.projects, '-home-me-walross-quixote'), line: null, lines: 0, kind: 'named' };
    expect(placesOf('Walross Quixote')).toEqual([named]);
    expect(placesOf('walross')).toEqual([named, { ...named, path: join(further, '-home-Walross') }]);
    expect(remarks(plan('walross'), placesOf('walross'), 'not asked').join('\n')).toMatch(
      /Not touched: directories that Claude Code names after the path of a project.*\n.*-home-me-walross-quixote\n/,
    );
  });

  it('name the copies that are not searched', () => {
    const { plan } = openPlaces(SITE);
    const said = remarks(plan('hushhush'), [], 'not asked').join('\n');
    for (const copy of [
      'sites built with --out',
      'export --json',
      '--to observations and mind',
      'copies of the archive',
    ])
      expect(said).toContain(copy);
  });

  it('say that transcripts with a text are not read again', () => {
    const { plan } = openPlaces({});
    const left = [{ path: '/t.jsonl', line: 1, lines: 1, kind: 'transcript' as const }];
    expect(remarks(plan('hushhush'), left, 'not asked').join()).toContain('does not read these transcripts again');
    const session = { ...plan('hushhush'), target: { kind: 'session' as const, session: 's', names: [] } };
    expect(remarks(session, left, 'not asked').join()).not.toContain('does not read these transcripts again');
  });

  it('include an exported post, even if the draft no longer names it', async () => {
    const { box, layout, plan } = openPlaces({});
    const [named, holding, clean] = ['about-zebrafish', 'tale', 'clean'].map((name) =>
      join(box.config, `../blog/${name}.md`),
    );
    const exported = (file = '', event = 'x-session#e-111111') =>
      `  - target: astro\n    at: 2026-09-14T12:00:00Z\n    file: ${file}\n    sources: abababab\n    draft: cdcdcdcd\n    events: [${event}]\n`;
    mkdirSync(dirname(named ?? ''), { recursive: true });
    for (const [path, text] of [
      [named, 'a'],
      [holding, 'b\nA Zebrafish\n'],
      [clean, 'c'],
    ] as const)
      writeFileSync(path ?? '', text);
    const exports = [
      exported(named),
      exported(holding),
      exported(clean, 'y-session#e-222222'),
      exported('/gone/zebrafish.md'),
    ];
    mkdirSync(`${layout.drafts}/post`, { recursive: true });
    writeFileSync(`${layout.drafts}/post/draft.yml`, `title: x\nexports:\n${exports.join('')}`);
    const placesOf = (planned: ReturnType<typeof plan>) =>
      leftPlaces(layout, [layout.projects], planned).map(({ path, line, kind }) => [path, line, kind]);
    const planned = plan('zebrafish');
    expect(placesOf(planned)).toEqual([
      [named, null, 'post'],
      [holding, 2, 'post'],
    ]);
    expect(remarks(planned, leftPlaces(layout, [layout.projects], planned), 'not asked').join('\n')).toContain(
      `  ${named}\n`,
    );
    const session = { kind: 'session' as const, session: 'y-session', names: [] };
    expect(placesOf(planForgetting(layout, [layout.projects], session))).toEqual([[clean, null, 'post']]);
  });

  it('include the pictures of such a post, wherever exports put them', () => {
    const { box, layout, plan } = openPlaces({});
    const blog = join(box.config, '../pictured');
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(blog, path)), { recursive: true });
      writeFileSync(join(blog, path), text);
    };
    const posts = ['tale.md', 'content/posts/hugo/index.md', '_drafts/jekyll.md', 'clean.md'];
    for (const path of posts) put(path, 'nothing');
    for (const directory of ['tale', 'content/posts/hugo', 'assets/img/jekyll']) {
      put(`${directory}/lifeline.svg`, 'a\n<title>Zebrafish</title>\n');
      put(`${directory}/lifeline.png`, 'x');
    }
    put('clean/lifeline.svg', 'a');
    put('clean/lifeline.png', 'x');
    const exported = posts.map(
      (path) =>
        `  - target: astro\n    at: 2026-09-14T12:00:00Z\n    file: ${blog}/${path}\n    sources: abababab\n    draft: cdcdcdcd\n    events: [y-session#e-222222]\n`,
    );
    mkdirSync(`${layout.drafts}/post`, { recursive: true });
    writeFileSync(`${layout.drafts}/post/draft.yml`, `title: x\nexports:\n${exported.join('')}`);
    const placesOf = (planned: ReturnType<typeof plan>) =>
      leftPlaces(layout, [layout.projects], planned).map(({ path, line, kind }) => [path, line, kind]);
    expect(placesOf(plan('zebrafish'))).toEqual(
      ['tale', 'content/posts/hugo', 'assets/img/jekyll'].flatMap((directory) => [
        [`${blog}/${directory}/lifeline.svg`, 2, 'post'],
        [`${blog}/${directory}/lifeline.png`, null, 'picture'],
      ]),
    );
    const session = { kind: 'session' as const, session: 'y-session', names: [] };
    const whole = placesOf(planForgetting(layout, [layout.projects], session));
    expect(whole).toContainEqual([`${blog}/clean/lifeline.png`, null, 'picture']);
  });

  it('do not include installed files, and field names are listed as such', () => {
    const { box, layout, plan } = openPlaces({
      'app/hooks/dist/cli.mjs': 'zebrafish',
      'log.jsonl': '{"zebrafish_":"zebrafish"}',
    });
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(box.config, path)), { recursive: true });
      writeFileSync(join(box.config, path), text);
      return join(box.config, path);
    };
    const contract = put('CLAUDE.md', '<!-- session-chronicle:begin -->\nzebrafish\n<!-- session-chronicle:end -->\n');
    const [skill, own] = ['SKILL.md', 'own.md'].map((name) => put(`skills/session-retro/${name}`, 'zebrafish'));
    const file = { path: contract, before: null, after: '', backup: null };
    const made = { path: dirname(skill ?? ''), files: { 'SKILL.md': digest('zebrafish'), 'own.md': digest('other') } };
    const entry = {
      scope: 'user',
      root: null,
      version: '1',
      at: '',
      settings: file,
      skills: [made],
      contract: file,
      import: null,
      made: [],
    };
    writeFileSync(layout.install, JSON.stringify([entry]));
    const proposals = put('projects/-p/chronicle/memory/proposals.jsonl', '{"state":"skipped"}\n');
    const placesOf = (text: string) =>
      leftPlaces(layout, [layout.projects], plan(text)).map(({ path, kind }) => [path, kind]);
    expect(placesOf('zebrafish')).toEqual([[own, 'other']]);
    expect(placesOf('skipped')).toEqual([[proposals, 'format']]);
    writeFileSync(contract, 'My zebrafish\n');
    expect(placesOf('zebrafish')).toEqual([
      [contract, 'other'],
      [own, 'other'],
    ]);
  });
});
