import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Archive, ArchiveSnapshot } from '#src/archive/archive.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, namesOf, open, put, replaceByRename, TIDEMARK, until } from './archive-directory.ts';

const LARDER = '-home-me-larder';

const has =
  (...names: string[]) =>
  (snapshot: ArchiveSnapshot) =>
    JSON.stringify(namesOf(snapshot).sort()) === JSON.stringify(names.sort());

const firstEvent = ({ sessions }: ArchiveSnapshot) => sessions[0]?.chronicle.events[0]?.text;

/** An archive of one session, watched. */
function watchedArchive(): { root: string; path: string; folder: string; archive: Archive } {
  const root = temporaryDirectory();
  const path = put(root, `${TIDEMARK}/chronicle/a.md`, chronicleText());
  return { root, path, folder: dirname(path), archive: open(root, { watch: true }) };
}

describe('openArchive, watching', () => {
  it('finds a file in a root, project and folder that did not exist', async () => {
    const base = temporaryDirectory();
    const root = join(base, 'not/yet/projects');
    const archive = open(root, { watch: true });
    expect(archive.snapshot.sessions).toEqual([]);
    put(root, `${TIDEMARK}/chronicle/a.md`, chronicleText());
    await until(archive, has('tidemark/a'));
  });

  it('finds a chronicle folder moved in with its files', async () => {
    const { root, archive } = watchedArchive();
    const elsewhere = temporaryDirectory();
    put(elsewhere, 'chronicle/b.md', chronicleText({ id: 'b', cwd: '/home/me/larder' }));
    mkdirSync(join(root, LARDER));
    renameSync(join(elsewhere, 'chronicle'), join(root, LARDER, 'chronicle'));
    await until(archive, has('larder/b', 'tidemark/a'));
  });

  it('sees files added, changed, renamed and removed', async () => {
    const { folder, path, archive } = watchedArchive();
    writeFileSync(join(folder, 'b.md'), chronicleText({ id: 'b' }));
    await until(archive, has('tidemark/a', 'tidemark/b'));
    appendFileSync(path, '\nA summary.\n');
    await until(archive, ({ sessions }) => sessions.some(({ chronicle }) => chronicle.summary.lead === 'A summary.'));
    renameSync(path, join(folder, 'c.md'));
    await until(archive, has('tidemark/b', 'tidemark/c'));
    rmSync(join(folder, 'b.md'));
    await until(archive, has('tidemark/c'));
  });

  it('sees a file replaced by rename, repeatedly', async () => {
    const { path, archive } = watchedArchive();
    for (const text of ['First', 'Second', 'Third']) {
      replaceByRename(path, chronicleText({ events: [`[INSIGHT] ${text}`] }));
      await until(archive, (snapshot) => firstEvent(snapshot) === text);
    }
  });

  it('sees two writes of the same length at the same time', async () => {
    const { path, archive } = watchedArchive();
    for (let i = 10; i < 30; i++) {
      writeFileSync(path, chronicleText({ events: [`[INSIGHT] Turn ${i}`] }));
      await until(archive, (snapshot) => firstEvent(snapshot) === `Turn ${i}`);
    }
  });

  it('keeps the last readable version of a broken file until it is fixed', async () => {
    const { path, archive } = watchedArchive();
    truncateSync(path, 20);
    const bad = await until(archive, ({ sessions }) => sessions[0]?.outdated === true);
    expect(firstEvent(bad)).toBe('Keep one file a session');
    expect(bad.sessions[0]?.problems[0]?.effect).toBe('left-out');
    const problem = { code: 'CHRONICLE_OPEN_FRONT_MATTER' };
    expect(bad.attention).toMatchObject([{ path, problem, session: { name: 'a' } }]);
    writeFileSync(path, chronicleText({ events: ['[PIVOT] Fixed'] }));
    const fixed = await until(archive, ({ sessions }) => sessions[0]?.outdated === false);
    expect(firstEvent(fixed)).toBe('Fixed');
    expect(fixed.attention).toEqual([]);
  });

  it('reads a half-written file when it is complete', async () => {
    const { folder, archive } = watchedArchive();
    const text = chronicleText({ id: 'b', events: ['[PIVOT] Whole'] });
    const path = join(folder, 'b.md');
    for (let at = 0; at < text.length; at += 40) {
      appendFileSync(path, text.slice(at, at + 40));
      await pause(3);
    }
    const { attention } = await until(archive, ({ sessions }) =>
      sessions.some(({ id, chronicle }) => id === 'b' && chronicle.events.length === 1),
    );
    expect(attention).toEqual([]);
  });

  it('sees the content of a folder, a project and a root removed and created again at once', async () => {
    const { root, folder, archive } = watchedArchive();
    for (const [index, directory] of [folder, dirname(folder), root].entries()) {
      rmSync(directory, { recursive: true });
      mkdirSync(folder, { recursive: true });
      const path = join(folder, `new-${index}.md`);
      writeFileSync(path, chronicleText());
      await until(archive, has(`tidemark/new-${index}`));
      appendFileSync(path, '\nA summary.\n');
      await until(archive, ({ sessions }) => sessions[0]?.chronicle.summary.kind === 'agent');
    }
  });

  it('follows a renamed project directory', async () => {
    const { root, archive } = watchedArchive();
    renameSync(join(root, TIDEMARK), join(root, LARDER));
    await until(archive, ({ sessions }) => sessions[0]?.path === join(root, LARDER, 'chronicle/a.md'));
    appendFileSync(join(root, LARDER, 'chronicle/a.md'), '\nA summary.\n');
    await until(archive, ({ sessions }) => sessions[0]?.chronicle.summary.kind === 'agent');
  });

  it('handles concurrent changes as one', async () => {
    const { folder, archive } = watchedArchive();
    for (let i = 0; i < 50; i++) writeFileSync(join(folder, `b${i}.md`), chronicleText({ id: `b${i}` }));
    const { version } = await until(archive, ({ sessions }) => sessions.length === 51);
    expect(version).toBeLessThan(10);
  });

  it('makes no new snapshot without changes', async () => {
    const { folder, path, archive } = watchedArchive();
    const before = archive.snapshot;
    utimesSync(path, new Date(), new Date());
    chmodSync(path, 0o600);
    replaceByRename(path, chronicleText());
    writeFileSync(join(folder, 'notes.jsonl'), '{}\n');
    await pause(200);
    expect(archive.snapshot).toBe(before);
  });

  it('keeps the objects of unchanged sessions', async () => {
    const { folder, archive } = watchedArchive();
    const [before] = archive.snapshot.sessions;
    writeFileSync(join(folder, 'b.md'), chronicleText({ id: 'b', started: '2026-05-01T10:00:00Z' }));
    const { sessions } = await until(archive, has('tidemark/a', 'tidemark/b'));
    expect(sessions[1]).toBe(before);
  });

  it('notifies a subscriber until it unsubscribes', async () => {
    const { path, archive } = watchedArchive();
    const seen: number[] = [];
    const unsubscribe = archive.subscribe(({ version }) => seen.push(version));
    appendFileSync(path, '\nOne.\n');
    await until(archive, ({ version }) => version === 1);
    unsubscribe();
    appendFileSync(path, '\nTwo.\n');
    await until(archive, ({ version }) => version === 2);
    expect(seen).toEqual([1]);
  });
});
