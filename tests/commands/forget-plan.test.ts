/* What is planned to be forgotten in which of our files, and what a run that is killed or fails leaves. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { remarks, warnings } from '#src/cli/forget/format-forgetting.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { observerState } from '#src/record/observer-state.ts';
import { applyForgetting, type ForgettingPlan, isEmptyPlan, planForgetting } from '#src/setup/forget/forget.ts';
import { leftPlaces } from '#src/setup/forget/left-places.ts';
import { plantLock } from '#tests/support/planted-lock.ts';
import { openQuickSandbox } from '../hooks/sandbox.ts';
import { allFiles, FIRST, fillWithText, TEXT } from './forgettable-archive.ts';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';
import { openPlaces, SITE, session } from './open-places.ts';
import { runChronicle } from './own-command.ts';

describe('derived files', () => {
  it('are deleted even if no other file contains the text', async () => {
    const left = '.tmp/4194305.elsewhere.abc.tmp';
    const { paths, plan } = openPlaces({ ...SITE, 'index/memory/p.json': '{}', 'index.sqlite': 'x', [left]: 'x' });
    utimesSync(`${paths.state}/${left}`, 1, 1);
    const planned = plan('hushhush');
    const derived = ['cache/search', 'site', 'index/memory/p.json', 'index.sqlite', left];
    expect([planned.derived, planned.isFound]).toEqual([derived.map((path) => `${paths.state}/${path}`), false]);
    expect(warnings(planned).join(' ')).toMatch(/^No match in anything chronicle .* are deleted all the same: /);
    expect((await applyForgetting(paths, planned)).failures).toEqual([]);
    expect(derived.filter((path) => existsSync(`${paths.state}/${path}`))).toEqual([]);
    expect(existsSync(`${paths.cache}/import.lock`)).toBe(true);
    expect(isEmptyPlan(plan('hushhush'))).toBe(true);
  });

  it.each(['HushHush', '3f6c2a10'])('have no observation of %s, and no briefing has', async (what) => {
    const box = openQuickSandbox();
    box.configure({ layers: ['log', 'notes', 'observations'] });
    const observe = async (id: string, text: string) => {
      await box.start(id);
      await box.agent(id, 'observe', text);
      await box.end(id);
    };
    await observe('77aa01bc', '- [P1] The limiter can be reused');
    await observe('3f6c2a10', '- [P1] HushHush pays late\n  Scope: global');
    expect(existsSync(join(pathsOf(box.config).noted, 'global.json'))).toBe(true);
    expect((await runChronicle(box, ['brief'])).stdout).toContain('HushHush');
    expect((await runChronicle(box, ['forget', what, '--yes'])).code).toBe(0);
    expect([...allFiles(box).values()].join()).not.toMatch(/HushHush/i);
    const context = await box.context('next');
    expect(context).toContain('The limiter can be reused');
    expect(context).not.toContain('HushHush');
  });
});

describe('index entries and backups', () => {
  const unobserved = (name: string) =>
    JSON.stringify({ root: `/home/me/${name}`, tokens: 6000, ended: '2026-03-24T10:00:00.000Z' });
  const observer = (name: string) => `${JSON.stringify({ ...observerState(), events: [`Edit ${name}.ts`] })}\n`;

  it('stay if only their field names match', () => {
    const { paths, plan } = openPlaces({
      'index/by-id/s': '-p/chronicle/2026-03-24-main.md\n',
      'index/live/s': '{"pid":1,"directory":"/p"}',
      'index/harvest/s': '{"transcript":"/q/s.jsonl","source":null,"attempts":0}',
      'index/observer/s': observer('login'),
      'index/unobserved/s': unobserved('main'),
    });
    const backup = `${paths.projects}/-p/chronicle/memory/backups/20260324T100000000Z-p-222222`;
    mkdirSync(backup, { recursive: true });
    const change = { line: { session_id: 'x', action: 'new' }, file: 'zebra.md' };
    writeFileSync(`${backup}/change.json`, JSON.stringify(change));
    for (const word of 'chronicle directory transcript session_id characters isForced tokens ended'.split(' ')) {
      const { derived, changes, isFound } = plan(word);
      expect([word, derived, changes, isFound]).toEqual([word, [], [], false]);
    }
    expect(plan('zebra').changes).toMatchObject([{ path: backup, after: null }]);
    expect(warnings(plan('zebra')).join()).toContain('1 memory change can no longer be undone');
    expect(plan('/p').derived).toContain(`${paths.live}/s`);
    expect(plan('/q').derived).toEqual([`${paths.harvest}/s`]);
  });

  it('go if they have the text, and no others', async () => {
    const { box, paths, plan } = openPlaces({
      'index/observer/one': observer('HushHush'),
      'index/observer/two': observer('login'),
      'index/unobserved/one': unobserved('HushHush'),
      'index/unobserved/two': unobserved('main'),
    });
    expect((await applyForgetting(paths, plan('hushhush'))).failures).toEqual([]);
    expect([...allFiles(box).values()].join()).not.toMatch(/HushHush/i);
    for (const index of [paths.observer, paths.unobserved]) expect(readdirSync(index)).toEqual(['two']);
  });

  it('of imports lose the lines of a forgotten session, and the text', async () => {
    const write = (id: string, branch: string) =>
      JSON.stringify({ write: id, files: { [`projects/-p/chronicle/2026-03-24-${branch}.md`]: 'ab' } });
    const run = '{"run":"i-3fa2c1","kind":"archive","from":"/home/me/hush/a.jsonl","at":"2026-11-24T10:00:00Z"}';
    const lines = [run, write('s-1', 'hush'), '{"done":"s-1"}', write('s-2', 'main'), '{"done":"s-2"}'];
    const { paths, plan } = openPlaces({ 'imports/i-3fa2c1.jsonl': `${lines.join('\n')}\n` });
    const read = () => readFileSync(`${paths.imports}/i-3fa2c1.jsonl`, 'utf8');
    await applyForgetting(paths, plan('hush'));
    expect(read()).not.toContain('hush');
    expect(read().split('\n')).toHaveLength(6);
    await applyForgetting(paths, plan(session('s-1')));
    expect(read()).not.toContain('s-1');
    expect(read()).toContain(write('s-2', 'main'));
  });
});

it.each(['drafts', 'drafts/post.md', 'imports', 'projects/p', 'projects/p/chronicle/memory'])(
  'reports what it cannot read, and does not call the text forgotten: %s',
  (place) => {
    const { box, paths, plan } = openPlaces(SITE);
    const path = place.startsWith('projects') ? join(box.config, place) : `${paths.state}/${place}`;
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(path, path);
    const planned = plan('hushhush');
    expect(planned.unread[0]).toContain(path);
    for (const outcome of ['not asked', { done: new Set<string>(), failures: [] }] as const)
      expect(remarks(planned, [], outcome).at(-1)).toContain('Some copies may remain.');
  },
);

describe('drafts', () => {
  it('get another name if theirs contains the text, with the files beside them', async () => {
    const { paths, plan } = openPlaces({
      'drafts/about-walross-quixote.md': '---\ntitle: x\n---\n',
      'drafts/about-walross-quixote.exports.json': '{}\n',
      'drafts/forgotten.md': '---\ntitle: x\n---\n',
      'drafts/walross.md': '---\ntitle: y\n---\n',
    });
    const planned = plan('Walross  Quixote');
    const renamed = ['.exports.json', '.md'].map((ending) => [
      `${paths.drafts}/about-walross-quixote${ending}`,
      `${paths.drafts}/forgotten-2${ending}`,
    ]);
    expect(planned.renames.map((rename) => [...rename])).toEqual([renamed]);
    expect((await applyForgetting(paths, planned)).failures).toEqual([]);
    expect(existsSync(`${paths.drafts}/forgotten-2.exports.json`)).toBe(true);
    expect(isEmptyPlan(plan('Walross  Quixote'))).toBe(true);
  });
});

describe('applyForgetting', () => {
  const text = { kind: 'text' as const, text: TEXT };
  const TARGETS = [text, session(FIRST)];

  function openForgettable() {
    const box = openMemoryBox();
    fillWithText(box);
    const paths = pathsOf(box.config);
    return { box, paths, plan: (target: (typeof TARGETS)[number]) => planForgetting(paths, target) };
  }

  /** All files, without the box's own path in them. */
  function contents(box: MemoryBox): [string, string][] {
    const plain = (each: string) =>
      each.replaceAll(box.config, '').replaceAll(box.config.replace(/[^A-Za-z0-9]/g, '-'), '');
    return [...allFiles(box)].map(([path, each]) => [plain(path), plain(each)]);
  }

  it.each(TARGETS)(
    'gives the same result if it is killed before its last file and run again: a $kind',
    async (target) => {
      const whole = openForgettable();
      expect((await applyForgetting(whole.paths, whole.plan(target))).failures).toEqual([]);
      const killed = openForgettable();
      const plan = killed.plan(target);
      const changes = plan.changes.filter(({ kind }) => kind !== 'chronicle');
      const part: ForgettingPlan = { ...plan, changes, renames: [] };
      await applyForgetting(killed.paths, part);
      expect((await applyForgetting(killed.paths, killed.plan(target))).failures).toEqual([]);
      expect(contents(killed.box)).toEqual(contents(whole.box));
      if (target.kind === 'text') expect(isEmptyPlan(killed.plan(target))).toBe(true);
    },
  );

  it('updates the index before it renames a chronicle, so that a killed run leaves no old name', async () => {
    const { paths, plan } = openForgettable();
    const taken = plan(text);
    const entry = `${paths.byId}/${FIRST}`;
    const [own = ''] = readFileSync(entry, 'utf8').split('/');
    // A directory in place of the index entry makes renaming fail.
    rmSync(entry);
    mkdirSync(entry);
    const { failures } = await applyForgetting(paths, { ...taken, derived: [] });
    const chronicle = `${paths.projects}/${own}/chronicle/2026-03-24-Zo-_Ltd-secret.md`;
    expect(failures).toEqual([expect.stringContaining(`${chronicle} could not be renamed. `)]);
    expect(existsSync(chronicle)).toBe(true);
    rmSync(entry, { recursive: true });
    expect((await applyForgetting(paths, plan(text))).failures).toEqual([]);
    expect(existsSync(`${paths.projects}/${own}/chronicle/2026-03-24-forgotten.md`)).toBe(true);
    expect(readFileSync(entry, 'utf8')).toBe(`${own}/chronicle/2026-03-24-forgotten.md\n`);
  });

  it('refuses while the site is being built, and changes nothing', async () => {
    const { box, paths, plan } = openForgettable();
    plantLock(`${paths.cache}/build.lock`, process.pid);
    const before = contents(box);
    await expect(applyForgetting(paths, plan(text))).rejects.toMatchObject({ code: 'CHRONICLE_BUSY' });
    expect(contents(box)).toEqual(before);
  });

  it('leaves further archives alone, and names a file it could not change', async () => {
    const { box, paths, plan } = openForgettable();
    const root = join(box.config, '../laptop');
    const [own = ''] = readdirSync(paths.projects);
    mkdirSync(join(root, own, 'chronicle'), { recursive: true });
    const further = join(root, own, 'chronicle/2026-03-26-main.md');
    writeFileSync(further, `---\nsession_id: third-session\n---\n\n- [ERROR] ${TEXT}!\n- [ERROR] x\n`);
    const planned = plan(text);
    writeFileSync(paths.clusters, 'x'.repeat(17 * 1024 * 1024));
    const { failures, done } = await applyForgetting(paths, planned);
    expect(failures).toEqual([
      expect.stringMatching(/\/clusters\.yml could not be changed\. .* is larger than 16 MiB\.$/),
    ]);
    expect(done).not.toContain(paths.clusters);
    expect(readFileSync(further, 'utf8')).toContain(TEXT);
    const left = leftPlaces(paths, [paths.projects, root], planned);
    expect(left).toContainEqual({ path: further, line: 5, lines: 1, kind: 'root' });
  });
});
