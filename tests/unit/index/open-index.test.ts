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
import { sessionCard } from '#src/archive/session-card.ts';
import { RecordIndex } from '#src/index/index.ts';
import { deleteIndex, openIndex } from '#src/index/open-index.ts';
import { parseQuery } from '#src/index/query.ts';
import { INDEX_VERSION, sqliteModule } from '#src/index/schema.ts';
import { openArchive } from '#src/archive/archive.ts';
import { factsPath, pathsOf, notebookPath } from '#src/lib/paths.ts';
import { writeArchive } from '#tests/bench/generate.ts';
import { ROOT } from '#tests/support/root.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const SESSIONS = 7;
const LATER = 60_000;

function box() {
  const paths = pathsOf(temporaryDirectory());
  const chronicles = writeArchive(paths.config, SESSIONS);
  const names = readdirSync(chronicles).filter((name) => name.endsWith('.md'));
  const filePaths = names.map((name) => join(chronicles, name));
  // Files that were written just now are read again each time.
  for (const path of filePaths.flatMap((each) => [each, factsPath(each)])) utimesSync(path, 1e9, 1e9);
  const said: string[] = [];
  const open = () =>
    new RecordIndex(
      openIndex(paths, { roots: [paths.projects], now: Date.now() + LATER, say: (sentence) => said.push(sentence) }),
    );
  /** How many records have a word, after checking that the index has the sessions of the files. */
  const found = (words: string): number => {
    const index = open();
    const archive = openArchive({ roots: [paths.projects], origin: 'own', watch: false });
    expect(index.list({}, 1000).listed.map(({ card }) => card)).toEqual(archive.snapshot.sessions.map(sessionCard));
    const { whole } = index.search(parseQuery(words).query, 1000);
    index.close();
    archive.close();
    return whole;
  };
  return { paths, chronicles, filePaths, open, found, said };
}

const EVENT = '- 10:00 [DECISION] Quokkas are weighed twice\n';

describe('the index after a change', () => {
  it.each<[string, (filePaths: string[]) => void, number]>([
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
    ['two files have one id', ([path = '', other = '']) => writeFileSync(other, withId(other, idOf(path))), 0],
    ['a conflict copy has more', ([path = '']) => writeFileSync(copyOf(path), withEvent(path)), 1],
    ['the project is gone', ([path = '']) => rmSync(dirname(dirname(path)), { recursive: true }), 0],
  ])('says what the files say when %s', (_, change, expected) => {
    const { filePaths, found } = box();
    expect(found('quokkas')).toBe(0);
    change(filePaths);
    expect(found('quokkas')).toBe(expected);
  });

  it('is sound, and keeps nothing of what was removed', () => {
    const { paths, filePaths, found } = box();
    found('the');
    for (const path of filePaths.slice(0, 5)) appendEvent(path);
    rmSync(filePaths[6] ?? '');
    expect(found('quokkas')).toBe(5);
    for (const path of filePaths.slice(0, 5)) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(EVENT, ''));
    expect(found('quokkas')).toBe(0);
    const database = databaseAt(paths.index);
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.exec("INSERT INTO words (words, rank) VALUES ('integrity-check', 0)");
    const count = (table: string) => database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count;
    expect(count('words')).toBe(count('records'));
    expect(database.prepare("SELECT * FROM vocabulary WHERE term LIKE 'quok%'").all()).toEqual([]);
    database.close();
  });
});

describe('an index that cannot be used', () => {
  it.each<[string, (path: string) => void]>([
    ['is no database', (path) => writeFileSync(path, 'no database')],
    ['is empty', (path) => truncateSync(path, 0)],
    ['is cut short', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['is deleted', (path) => rmSync(path)],
    ['is of another version', (path) => run(path, `PRAGMA user_version = ${INDEX_VERSION + 1}; DROP TABLE sessions`)],
    ['has other tables', (path) => run(path, 'DROP TABLE edits; CREATE TABLE edits (x)')],
    ['is of another program', (path) => run(path, 'PRAGMA application_id = 1; CREATE TABLE "a ""b" (c)')],
  ])('is made anew if it %s', (_, damage) => {
    const { paths, found, said } = box();
    const before = found('the');
    for (const ending of ['-wal', '-shm']) rmSync(`${paths.index}${ending}`, { force: true });
    damage(paths.index);
    expect(found('the')).toBe(before);
    expect(said).toEqual([]);
    expect(existsSync(paths.index)).toBe(true);
  });

  it.each<[string, (path: string) => void, RegExp]>([
    [
      'a link',
      (path) => symlinkSync(precious(), path),
      /index\.sqlite is not a regular file\. Searching works without it/,
    ],
    ['a directory', (path) => mkdirSync(path), /index\.sqlite is not a regular file\. Searching works without it/],
  ])('is made in memory, with a sentence, if there is %s in its place', (_, block, sentence) => {
    const { paths, found, said } = box();
    mkdirSync(dirname(paths.index), { recursive: true });
    block(paths.index);
    expect(found('the')).toBeGreaterThan(0);
    expect(said).toEqual([expect.stringMatching(sentence)]);
    expect(statSync(paths.index).isDirectory() || readFileSync(paths.index, 'utf8') === 'precious').toBe(true);
  });

  it('is made in memory where nothing may be written', () => {
    const { paths, found, said } = box();
    writeFileSync(paths.state, 'in its place');
    expect(found('the')).toBeGreaterThan(0);
    expect(said).toEqual([
      expect.stringMatching(/^The search index cannot be written\. .* Searching works without it/),
    ]);
    expect(readFileSync(paths.state, 'utf8')).toBe('in its place');
  });

  it('answers from what it has while another process writes', () => {
    const { paths, filePaths, found, said } = box();
    const before = found('the');
    const other = databaseAt(paths.index);
    other.exec('BEGIN IMMEDIATE');
    appendEvent(filePaths[0] ?? '');
    const index = new RecordIndex(
      openIndex(paths, {
        ...{ roots: [paths.projects], now: Date.now() + LATER, patience: 10 },
        say: (sentence) => said.push(sentence),
      }),
    );
    expect(index.search(parseQuery('the').query, 1).whole).toBe(before);
    expect(said).toEqual([expect.stringMatching(/^Another process is updating the search index/)]);
    index.close();
    other.exec('ROLLBACK');
    other.close();
    expect(found('quokkas')).toBe(1);
  });
});

describe('the file of the index', () => {
  it('is for the owner only, and can be deleted', () => {
    const { paths, found } = box();
    found('the');
    expect(statSync(paths.index).mode & 0o777).toBe(0o600);
    deleteIndex(paths);
    expect(readdirSync(dirname(paths.index)).filter((name) => name.startsWith('index.sqlite'))).toEqual([]);
  });
});

describe('several processes', () => {
  const program = (paths: { config: string }, chronicles: string) =>
    spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { openIndex } from '${ROOT}/src/index/open-index.ts';
         import { pathsOf } from '${ROOT}/src/lib/paths.ts';
         const paths = pathsOf(${JSON.stringify(paths.config)});
         const index = openIndex(paths, { roots: [paths.projects], now: Date.now() });
         console.log(index.prepare('SELECT count(*) AS n FROM sessions').get().n);`,
      ],
      { cwd: chronicles, stdio: ['ignore', 'pipe', 'inherit'] },
    );

  it('build one index at once', async () => {
    const { paths, chronicles, found } = box();
    const running = Array.from({ length: 4 }, () => program(paths, chronicles));
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
    const { paths, chronicles, filePaths, found } = box();
    for (let round = 0; round < 12; round++) {
      appendEvent(filePaths[round % filePaths.length] ?? '');
      const child = program(paths, chronicles);
      const closed = once(child, 'close');
      await sleep(60 + round * 25);
      child.kill('SIGKILL');
      await closed;
    }
    expect(found('quokkas')).toBe(12);
  });
});

function databaseAt(path: string) {
  const sqlite = sqliteModule();
  if (!sqlite) throw new Error('This Node has no SQLite.');
  return new sqlite.DatabaseSync(path);
}

function run(path: string, sql: string): void {
  const database = databaseAt(path);
  database.exec(sql);
  database.close();
}

function precious(): string {
  const path = join(temporaryDirectory(), 'precious');
  writeFileSync(path, 'precious');
  return path;
}

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
