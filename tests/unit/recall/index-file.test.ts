/** The index follows the files, and is never what an answer depends on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { Columns } from '#src/node/recall/columns.ts';
import { ArchiveFinder } from '#src/node/recall/finder.ts';
import { deleteIndex, openIndex } from '#src/node/recall/index-file.ts';
import { IndexFinder } from '#src/node/recall/index-finder.ts';
import { parsedFiles } from '#src/node/recall/parsed-files.ts';
import { indexPath, RECALL_VERSION } from '#src/node/recall/schema.ts';
import type { Database } from '#src/node/recall/sqlite.ts';
import { factsPath, layoutOf, notebookPath } from '#src/project/paths.ts';
import { parseQuery } from '#src/search/parse-query.ts';
import { writeArchive } from '#tests/bench/archive-of.ts';
import { ROOT } from '#tests/support/root.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const SESSIONS = 12;
const LATER = 60_000;

function box() {
  const layout = layoutOf(temporaryDirectory());
  const chronicles = writeArchive(layout.config, SESSIONS);
  const names = readdirSync(chronicles).filter((name) => name.endsWith('.md'));
  const paths = names.map((name) => join(chronicles, name));
  // Files that were written just now are read again each time.
  for (const path of paths.flatMap((each) => [each, factsPath(each)])) utimesSync(path, 1e9, 1e9);
  const open = (more: { most?: number; whole?: boolean } = {}) =>
    openIndex(layout, { roots: [layout.projects], now: Date.now() + LATER, ...more });
  const finder = () => {
    const index = open();
    if (typeof index === 'string') throw new Error(index);
    return new IndexFinder(index);
  };
  /** What the index says, after checking that the files say the same. */
  const found = (words: string): number => {
    const index = finder();
    const archive = openArchive({ roots: [layout.projects], origin: 'own', watch: false });
    const known = openArchive({ roots: [layout.projects], origin: 'own', known: parsedFiles(layout), watch: false });
    const { query } = parseQuery(words);
    const answer = index.search(query, 1000);
    const everything = { projects: null, since: null, until: null, on: null, machine: null, from: null, file: null };
    expect(answer).toEqual(new ArchiveFinder(archive).search(query, 1000));
    expect(index.list(everything, 1000)).toEqual(new ArchiveFinder(archive).list(everything, 1000));
    expect({ ...known.snapshot, changedAt: '' }).toEqual({ ...archive.snapshot, changedAt: '' });
    index.close();
    archive.close();
    return answer.total;
  };
  return { layout, chronicles, paths, open, found };
}

const EVENT = '- 10:00 [DECISION] Quokkas are weighed twice\n';

describe('the index after a change', () => {
  it.each<[string, (paths: string[]) => void, number]>([
    ['an event is added in place', ([path = '']) => appendEvent(path), 1],
    ['a file is replaced', ([path = '']) => replaceWithEvent(path), 1],
    ['a file is added', ([path = '']) => writeFileSync(`${path.slice(0, -3)}-new.md`, withId(path, 'new-session')), 1],
    ['a file is removed', ([path = '']) => rmSync(path), 0],
    ['a file is renamed', ([path = '']) => renameSync(path, path.replace('2023', '2022')), 0],
    ['facts are removed', ([path = '']) => rmSync(factsPath(path)), 0],
    ['facts are damaged', ([path = '']) => writeFileSync(factsPath(path), 'not JSON'), 0],
    ['a chronicle is damaged', ([path = '']) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00])), 0],
    ['a notebook is added', ([path = '']) => writeNotebook(path), 1],
    ['a session changes its id', ([path = '']) => writeFileSync(path, withId(path, 'another-id')), 1],
    ['two files have one id', ([path = '', other = '']) => writeFileSync(other, withId(other, idOf(path))), 1],
    ['a conflict copy has more', ([path = '']) => writeFileSync(copyOf(path), withEvent(path)), 1],
    ['the project is gone', ([path = '']) => rmSync(dirname(dirname(path)), { recursive: true }), 0],
  ])('says what the files say when %s', (_, change, expected) => {
    const { paths, found } = box();
    expect(found('quokkas')).toBe(0);
    change(paths);
    expect(found('quokkas')).toBe(expected);
    expect(found('the')).toBeGreaterThanOrEqual(0);
  });

  it('follows copies that come, change and go', () => {
    const { paths, found } = box();
    const [path = '', copy = copyOf(path)] = paths.slice(0, 1);
    writeFileSync(copy, withEvent(path));
    expect(found('quokkas')).toBe(1);
    writeFileSync(copy, withEvent(path).replace('Quokkas', 'Wombats'));
    expect([found('quokkas'), found('wombats')]).toEqual([0, 1]);
    renameSync(path, `${path}.away`);
    expect(found('wombats')).toBe(1);
    renameSync(`${path}.away`, path);
    for (const each of [path, copy]) writeNotebook(each);
    expect([found('quokkas'), found('wombats')]).toEqual([1, 1]);
    rmSync(copy);
    expect(found('wombats')).toBe(0);
  });

  it('is sound', () => {
    const { paths, open, found } = box();
    found('the');
    for (const path of paths.slice(0, 5)) appendEvent(path);
    rmSync(paths[6] ?? '');
    found('quokkas');
    const index = open();
    if (typeof index === 'string') throw new Error(index);
    expect(index.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    index.close();
  });
});

describe('an index after many changes', () => {
  const segmentsOf = (index: Database) => Number(index.prepare('SELECT count(*) AS count FROM segments').get()?.count);

  it('has few segments, and what was removed is in none of its answers', () => {
    const { layout, paths, open, found } = box();
    const [path = ''] = paths;
    const before = found('quokkas');
    for (let round = 0; round < 20; round++) {
      const at = round % 2 === 0 ? paths[round % paths.length] : path;
      replaceWithEvent(at ?? '');
      const index = open();
      if (typeof index === 'string') throw new Error(index);
      expect(segmentsOf(index)).toBeLessThanOrEqual(9);
      index.close();
    }
    expect(found('quokkas')).toBe(before + 20);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(EVENT, ''));
    expect(found('quokkas')).toBe(20 - text.split(EVENT).length + 1);
    expect(found('"weighed twice"')).toBe(20 - text.split(EVENT).length + 1);
    expect(existsSync(indexPath(layout))).toBe(true);
  });

  it('is made anew by the process that checks all files once most of its records are gone', () => {
    const { paths, open, found } = box();
    found('the');
    const [path = ''] = paths;
    const text = readFileSync(path, 'utf8');
    const many = Array.from({ length: 6000 }, (_, i) => `- 10:00 [DECISION] Quokka ${i} is weighed\n`).join('');
    const keysIn = (index: Database) => new Columns(index).size;
    for (const last of ['a', 'b'])
      writeFileSync(path, text.replace('## Events\n\n', `## Events\n\n${many}- 10:00 [DECISION] ${last}\n`)) ??
        found('quokka');
    writeFileSync(path, text);
    found('quokka');
    const index = open();
    const whole = open({ whole: true });
    if (typeof index === 'string' || typeof whole === 'string') throw new Error('There is no index.');
    expect(keysIn(index)).toBeGreaterThan(12_000);
    expect(keysIn(whole)).toBeLessThan(1000);
    index.close();
    whole.close();
    expect(found('quokka')).toBe(0);
  });
});

describe('an index that cannot be used', () => {
  it.each<[string, (path: string) => void]>([
    ['is no database', (path) => writeFileSync(path, 'no database')],
    ['is empty', (path) => truncateSync(path, 0)],
    ['is cut short', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['is deleted', (path) => rmSync(path)],
  ])('is made anew if it %s', (_, damage) => {
    const { layout, found } = box();
    const before = found('the');
    damage(indexPath(layout));
    for (const ending of ['-wal', '-shm']) rmSync(`${indexPath(layout)}${ending}`, { force: true });
    expect(found('the')).toBe(before);
  });

  it('is left alone if it is a link, or a directory', () => {
    const { layout, open } = box();
    const target = join(temporaryDirectory(), 'precious');
    writeFileSync(target, 'precious');
    mkdirSync(dirname(indexPath(layout)), { recursive: true });
    symlinkSync(target, indexPath(layout));
    expect(open()).toBe('unusable');
    expect(readFileSync(target, 'utf8')).toBe('precious');
    rmSync(indexPath(layout));
    mkdirSync(indexPath(layout));
    expect(open()).toBe('unusable');
  });

  it('is not written where nothing may be written', () => {
    const { layout, open } = box();
    mkdirSync(dirname(layout.cache), { recursive: true });
    writeFileSync(layout.cache, 'in its place');
    expect(open()).toBe('unusable');
    expect(readFileSync(layout.cache, 'utf8')).toBe('in its place');
  });

  it('is behind if it lacks more files than may be read now', () => {
    const { open } = box();
    expect(open({ most: 3 })).toBe('behind');
    const whole = open();
    if (typeof whole !== 'string') whole.close();
    expect(typeof open({ most: 3 })).toBe('object');
  });
});

describe('the file of the index', () => {
  it('is for the owner only, and older versions are deleted', () => {
    const { layout, found } = box();
    mkdirSync(dirname(indexPath(layout)), { recursive: true });
    const old = indexPath(layout).replace(`-${RECALL_VERSION}.`, '-0.');
    const later = indexPath(layout).replace(`-${RECALL_VERSION}.`, '-99.');
    const other = join(dirname(old), 'recall-notes.txt');
    for (const path of [old, later, other]) writeFileSync(path, '');
    found('the');
    expect(statSync(indexPath(layout)).mode & 0o777).toBe(0o600);
    expect([old, later, other].map((path) => existsSync(path))).toEqual([false, true, true]);
    deleteIndex(layout);
    expect(readdirSync(dirname(old)).filter((name) => name.startsWith('recall'))).toEqual(['recall-notes.txt']);
  });
});

describe('several processes', () => {
  const program = (layout: { config: string }, chronicles: string) =>
    spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { openIndex } from '${ROOT}/src/node/recall/index-file.ts';
         import { layoutOf } from '${ROOT}/src/project/paths.ts';
         const layout = layoutOf(${JSON.stringify(layout.config)});
         const index = openIndex(layout, { roots: [layout.projects], now: Date.now(), whole: true });
         console.log(typeof index === 'string' ? index : index.prepare('SELECT count(*) AS n FROM sessions').get().n);`,
      ],
      { cwd: chronicles, stdio: ['ignore', 'pipe', 'inherit'] },
    );

  it('build one index at once', async () => {
    const { layout, chronicles, found } = box();
    const running = Array.from({ length: 4 }, () => program(layout, chronicles));
    const said = await Promise.all(
      running.map(async (child) => {
        let text = '';
        for await (const chunk of child.stdout) text += chunk;
        return text.trim();
      }),
    );
    expect(said).toEqual(running.map(() => String(SESSIONS)));
    expect(found('the')).toBeGreaterThan(0);
  });

  it('may be killed at any moment', { tags: 'long' }, async () => {
    const { layout, chronicles, paths, found } = box();
    for (let round = 0; round < 12; round++) {
      appendEvent(paths[round % paths.length] ?? '');
      const child = program(layout, chronicles);
      const closed = once(child, 'close');
      await sleep(60 + round * 25);
      child.kill('SIGKILL');
      await closed;
    }
    expect(found('quokkas')).toBe(12);
  });
});

function appendEvent(path: string): void {
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('## Events\n\n', `## Events\n\n${EVENT}`));
}

function replaceWithEvent(path: string): void {
  const text = readFileSync(path, 'utf8').replace('## Events\n\n', `## Events\n\n${EVENT}`);
  writeFileSync(`${path}.tmp`, text);
  renameSync(`${path}.tmp`, path);
}

function idOf(path: string): string {
  return /^session_id: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}

function withId(path: string, id: string): string {
  const text = readFileSync(path, 'utf8').replace(/^session_id: .*$/m, `session_id: ${id}`);
  return text.replace('## Events\n\n', `## Events\n\n${EVENT}`);
}

const withEvent = (path: string) => withId(path, idOf(path));
const copyOf = (path: string) => path.replace(/\.(?=[a-z]+$)/, ' (conflicted copy).');

function writeNotebook(path: string): void {
  mkdirSync(dirname(notebookPath(path)), { recursive: true });
  appendFileSync(notebookPath(path), `---\nsession_id: ${idOf(path)}\n---\n\n## Focus\n\n- 10:00 Quokkas\n`);
}
