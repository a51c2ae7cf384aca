/* Runs over a configuration directory whose sessions, clocks and disks are in the way. */

import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportResult, importTranscripts } from '#src/import/import-transcripts.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { CWD, Transcript } from './transcript.ts';

const OTHER = '/home/robin/code/larder';
const MINUTE = 60_000;

let config = '';
let elsewhere = '';
let now = 0;

beforeEach(() => {
  config = temporaryDirectory('import-transcripts');
  elsewhere = temporaryDirectory('elsewhere');
  now = Date.now();
});
afterEach(() => {
  for (const directory of [config, elsewhere]) rmSync(directory, { recursive: true });
});

function folderOf(cwd: string): string {
  const folder = join(config, 'projects', directoryName(cwd));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A transcript that was written so many minutes ago; returns its path. */
function write(id: string, { records }: Transcript, { cwd = CWD, folder = folderOf(cwd), age = 60 } = {}): string {
  const own = records.map((record) => ({ ...record, uuid: `${id}-${record.uuid}`, sessionId: id, cwd }));
  const path = join(folder, `${id}.jsonl`);
  writeFileSync(path, own.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const time = (now - age * MINUTE) / 1000;
  utimesSync(path, time, time);
  return path;
}

function run({ isDryRun = false, written = () => {}, read = () => {} } = {}): Promise<ImportResult> {
  const env = {
    variables: { CLAUDE_CONFIG_DIR: config },
    home: '/home/robin',
    cwd: '/',
    now: () => new Date(now),
    host: 'h',
    parentPid: 1,
  };
  const progress = { total: () => {}, read, records: written };
  return importTranscripts(env, { isSelected: () => true, isDryRun, progress });
}

const filledIn = ({ filled }: ImportResult) => filled.map(({ session }) => session.id).sort();
const reasons = ({ sessions }: ImportResult) => Object.fromEntries(sessions.map(({ id, skipped }) => [id, skipped]));

describe('importTranscripts', () => {
  it.each([
    ['is a file', (path: string) => writeFileSync(path, '')],
    ['leads out', (path: string) => symlinkSync(elsewhere, path)],
    ['cannot be written', (path: string) => mkdirSync(path, { mode: 0o500 })],
  ])('continues with other projects if the chronicle directory of one %s', async (reason, spoil) => {
    if (reason === 'cannot be written' && process.getuid?.() === 0) return;
    write('one', new Transcript().prompt('fix it'));
    write('two', new Transcript().prompt('and that'));
    write('three', new Transcript().prompt('remember'), { cwd: OTHER });
    spoil(join(folderOf(CWD), 'chronicle'));
    const result = await run();
    expect(filledIn(result)).toEqual(['three']);
    expect(reasons(result)).toMatchObject({ one: 'could not be written', two: 'could not be written' });
    expect(result.problems).toEqual([
      expect.stringMatching(/\/-home-robin-code-tidemark\/chronicle: 2 sessions were not written\. \S.*\.$/),
    ]);
    expect(result.problems[0]).not.toMatch(/Nothing was/);
  });

  it('writes nothing if the record of the import cannot be written', async () => {
    for (const id of ['one', 'two']) write(id, new Transcript().prompt('fix it'));
    mkdirSync(join(config, 'session-chronicle'));
    writeFileSync(join(config, 'session-chronicle/imports'), '');
    await expect(run()).rejects.toThrow();
    expect(readdirSync(folderOf(CWD))).toEqual(['one.jsonl', 'two.jsonl']);
  });

  it('writes a session once its facts can be written, too', async () => {
    write('one', new Transcript().prompt('fix it'));
    mkdirSync(join(folderOf(CWD), 'chronicle'));
    symlinkSync(elsewhere, join(folderOf(CWD), 'chronicle/facts'));
    const result = await run();
    expect([filledIn(result), result.problems.length]).toEqual([[], 1]);
    expect(reasons(result)).toMatchObject({ one: 'could not be written' });
    rmSync(join(folderOf(CWD), 'chronicle/facts'));
    expect(filledIn(await run())).toEqual(['one']);
    expect(readdirSync(join(folderOf(CWD), 'chronicle/facts'))).toHaveLength(1);
  });

  it('postpones a session whose transcript was written a moment ago', async () => {
    write('one', new Transcript().prompt('fix it'), { age: 9 });
    write('two', new Transcript().prompt('fix that'), { age: 11 });
    expect(reasons(await run({ isDryRun: true }))).toEqual({ one: 'may be running', two: null });
    expect(filledIn(await run())).toEqual(['two']);
    now += 2 * MINUTE;
    expect(filledIn(await run())).toEqual(['one']);
  });

  it('reads the transcripts of sessions that went on again, and leaves their chronicles alone', async () => {
    const soon = (ms: number) => ({ timestamp: new Date(now + ms).toISOString() });
    write('one', new Transcript().prompt('fix it'));
    write('two', new Transcript().prompt('fix it too'));
    const { filled } = await run();
    const path = filled.find(({ session }) => session.id === 'one')?.path ?? '';
    const before = readFileSync(path, 'utf8');
    now += 60 * MINUTE;
    const longer = new Transcript().prompt('fix it').prompt('and test it', soon(-30 * MINUTE));
    write('one', longer.rejects('rm -rf dist', 'not that directory'), { age: 20 });
    const { sessions, completed } = await run();
    expect(sessions.map(({ id, skipped }) => [id, skipped]).sort()).toEqual([
      ['one', null],
      ['two', 'is unchanged'],
    ]);
    expect(completed.map(({ path: own, found }) => [own, found?.map(({ tag }) => tag)])).toEqual([
      [path, ['USER-CORRECTION']],
    ]);
    expect((await run()).completed).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('prefers the transcript in the folder of its own directory', async () => {
    const other = folderOf(OTHER);
    const [one, two] = [new Transcript().prompt('fix it'), new Transcript().prompt('fix that')];
    write('one', one);
    write('one', one, { folder: other, age: 30 });
    write('two', two, { folder: other, age: 90 });
    write('two', two);
    const { filled } = await run();
    expect(filled.map(({ session: { filing } }) => filing.directory)).toEqual([directoryName(CWD), directoryName(CWD)]);
  });

  it('prefers the earlier of two transcripts in other folders', async () => {
    const session = new Transcript().prompt('fix it');
    write('one', session, { folder: folderOf('/late'), age: 30 });
    write('one', session, { folder: folderOf('/early'), age: 90 });
    expect((await run()).filled.map(({ session: { filing } }) => filing.directory)).toEqual(['-early']);
  });

  it('refuses to run if the excluded directories are unreadable', async () => {
    write('one', new Transcript().prompt('fix it'));
    mkdirSync(join(config, 'session-chronicle'));
    writeFileSync(join(config, 'session-chronicle/config.json'), '{"exclude": "/home"}');
    await expect(run()).rejects.toMatchObject({ code: 'CHRONICLE_BAD_CONFIG' });
    expect(readdirSync(folderOf(CWD))).not.toContain('chronicle');
  });

  it('files a session from the prompt history under its normalised path', async () => {
    const line = { display: 'fix it', timestamp: now - 1e9, project: '/nowhere/../gone', sessionId: 'one' };
    mkdirSync(join(config, 'projects'));
    writeFileSync(join(config, 'history.jsonl'), `${JSON.stringify(line)}\n`);
    expect((await run()).filled.map(({ session }) => [session.cwd, session.filing.directory])).toEqual([
      ['/gone', '-gone'],
    ]);
  });

  it('counts a session that a hook recorded meanwhile as one with a chronicle', async () => {
    write('one', new Transcript().prompt('fix it'));
    const [{ path = '' } = {}] = (await run()).filled;
    const text = readFileSync(path ?? '', 'utf8');
    rmSync(path ?? '');
    write('two', new Transcript().prompt('later'), { age: 60 });
    const result = await run({ written: () => writeFileSync(path ?? '', text) });
    expect([filledIn(result), reasons(result)]).toEqual([['two'], { one: 'has a chronicle', two: null }]);
    expect(readdirSync(join(folderOf(CWD), 'chronicle/.tmp'))).toEqual([]);
  });

  it('postpones a session whose transcript is written while it is read', async () => {
    const path = write('one', new Transcript().prompt('fix it'));
    const read = () => utimesSync(path, now / 1000, now / 1000);
    expect(reasons(await run({ read }))).toEqual({ one: 'may be running' });
  });

  it('does not treat an unreadable transcript as gone', async () => {
    write('one', new Transcript().prompt('fix it'), { folder: elsewhere });
    symlinkSync(join(elsewhere, 'one.jsonl'), join(folderOf(CWD), 'one.jsonl'));
    const unreadable = write('two', new Transcript().prompt('fix that'));
    const lines = ['one', 'two', 'three'].map((sessionId) => ({
      display: 'fix it',
      timestamp: now - 1e9,
      project: CWD,
      sessionId,
    }));
    writeFileSync(join(config, 'history.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const isRoot = process.getuid?.() === 0;
    if (!isRoot) chmodSync(unreadable, 0);
    expect(filledIn(await run())).toEqual(isRoot ? ['three', 'two'] : ['three']);
  });

  it('numbers the sessions of one day in order', async () => {
    for (const id of ['b', 'a', 'c']) write(id, new Transcript().prompt(`fix ${id}`));
    expect((await run()).filled.map(({ session, path }) => [session.id, basename(path ?? '')])).toEqual([
      ['a', '2026-03-24-main.md'],
      ['b', '2026-03-24-main-2.md'],
      ['c', '2026-03-24-main-3.md'],
    ]);
  });
});
