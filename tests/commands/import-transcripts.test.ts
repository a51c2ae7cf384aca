/* Transcripts of four sessions, one of them a fork and one of a run that nobody attended, and what `chronicle import transcripts` does about them. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Transcript } from '../unit/import/transcript.ts';
import { runIn } from './run-command.ts';
import { openTranscriptBox, type TranscriptBox } from './transcript-box.ts';

const FOLDER = '-home-robin-code-tidemark';
const TOKEN = `ghp_${'0123456789'.repeat(3)}abcdeF`;

let box: TranscriptBox;
let folder = '';
let chronicles = '';

beforeEach(() => {
  box = openTranscriptBox();
  folder = join(box.config, 'projects', FOLDER);
  chronicles = join(folder, 'chronicle');
  mkdirSync(folder, { recursive: true });
  const one = new Transcript().prompt(`log in with ${TOKEN}`).rejects('rm -rf dist').interrupt(true);
  write('one', one.prompt('move it'));
  write(
    'two',
    new Transcript()
      .prompt('test it', { entrypoint: 'sdk-cli' })
      .fails('npm test', 'Exit code 1\nboom')
      .fails('npm test', 'Exit code 1\nboom'),
  );
  write('empty', new Transcript().prompt('<command-name>/clear</command-name>'));
  const fork = new Transcript();
  fork.records.push(...readLines('one'));
  write('fork', fork.prompt('and then'));
});

/** Records have ids of their session, but for those that were copied from another one's file. */
function write(id: string, { records }: Transcript): void {
  const own = records.map((record) => ({ ...record, uuid: String(record.uuid).replace(/^record/, id), sessionId: id }));
  writeFileSync(join(folder, `${id}.jsonl`), own.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

function readLines(id: string): Record<string, unknown>[] {
  return readFileSync(join(folder, `${id}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Every file below the configuration, with a digest of its text, but for the records of imports, and the time at which facts were written. */
function tree(): string[] {
  return readdirSync(box.config, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes('/session-chronicle/imports/'))
    .map((path) => [path, readFileSync(path, 'utf8').replace(/"harvested":"[^"]+"/, '')])
    .map(([path, text = '']) => `${path} ${createHash('sha1').update(text).digest('hex')}`)
    .sort();
}

/** The chronicles there are, by their session. */
function written(): Record<string, string> {
  const names = readdirSync(chronicles).filter((name) => name.endsWith('.md'));
  const texts = names.map((name) => readFileSync(join(chronicles, name), 'utf8'));
  return Object.fromEntries(texts.map((text) => [/^session_id: (.*)$/m.exec(text)?.[1] ?? '', text]));
}

function factsTexts(): string[] {
  const facts = join(chronicles, 'facts');
  return readdirSync(facts).map((name) => readFileSync(join(facts, name), 'utf8'));
}

async function report(...args: string[]) {
  const { code, stdout, stderr } = await box.run('import', 'transcripts', '--json', ...args);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('chronicle import transcripts', () => {
  it('makes a private chronicle for each session, and reports it', async () => {
    expect(await box.run('import', 'transcripts')).toSucceed(
      /^Read 4 transcripts\. Imported 3 sessions of 1 project: 24 Mar 2026\.\n\n/,
      '\nFound in them: 1 error, 1 correction.\nFacts (prompts, files, commits and more): 3 sessions.\n',
      'Sessions skipped: 1 without a prompt.\n',
      'Nothing waits for you.',
    );
    expect(Object.keys(written()).sort()).toEqual(['fork', 'one', 'two']);
    expect(written().one).toContain('## Events\n\n## Summary\n');
    expect(factsTexts().join()).toContain('"tag":"USER-CORRECTION","text":"move it"');
    expect(written().two).toContain('\nattended: no\nsource: backfill\n');
    expect(written().fork).toContain('Auto-generated: 1 prompt in the transcript. Began with: and then\n');
    for (const name of readdirSync(chronicles)) expect(statSync(join(chronicles, name)).mode & 0o077).toBe(0);
  });

  it('removes secrets from everything it writes and prints', async () => {
    const { stdout } = await box.run('import', 'transcripts', '--json');
    expect(written().one).toContain('Began with: log in with [redacted: GitHub token]\n');
    expect(factsTexts().join()).toContain('log in with [redacted: GitHub token]');
    expect([stdout, ...Object.values(written()), ...factsTexts()].join()).not.toContain('0123456789');
  });

  it('writes nothing a second time, and only new sessions a third time', async () => {
    await box.run('import', 'transcripts');
    const before = tree();
    expect((await report()).sessions).toEqual([]);
    expect(tree()).toEqual(before);
    write('three', new Transcript().prompt('more'));
    expect((await report()).sessions).toEqual([expect.objectContaining({ id: 'three', prompts: 1 })]);
  });

  it('writes nothing in a dry run, and reports the same sessions without their events', async () => {
    const before = tree();
    const dry = await report('--dry-run');
    expect(tree()).toEqual(before);
    const { dryRun, ...rest } = await report();
    const { dryRun: wasDry, ...said } = dry;
    expect([wasDry, dryRun]).toEqual([true, false]);
    const unread = { found: null };
    const sessions = rest.sessions.map((session: object) => ({ ...session, ...unread, path: null }));
    expect(said).toEqual({ ...rest, ...unread, id: null, sessions });
  });

  it('skips sessions recorded in another archive, and running, forgotten and excluded ones', async () => {
    const state = join(box.config, 'session-chronicle');
    mkdirSync(join(box.config, 'archive/-elsewhere/chronicle'), { recursive: true });
    const own =
      '---\nsession_id: one\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: 2026-03-24T13:00:00Z\n---\n\n## Events\n';
    writeFileSync(join(box.config, 'archive/-elsewhere/chronicle/2026-03-24-main.md'), own);
    mkdirSync(join(state, 'index/live'), { recursive: true });
    writeFileSync(join(state, 'index/live/two'), '{}');
    writeFileSync(join(state, 'forgotten'), `${createHash('sha256').update('fork').digest('hex')}\n`);
    const settings = { exclude: ['/home/robin/private'], roots: [join(box.config, 'archive')] };
    writeFileSync(join(state, 'config.json'), JSON.stringify(settings));
    write('hidden', new Transcript().prompt('secret work', { cwd: '/home/robin/private/app' }));
    // No import reads the transcripts of forgotten sessions.
    expect((await box.run('import')).stdout).toContain('  4 of them have no chronicle yet.');
    const { sessions, completed, skipped } = await report();
    expect([sessions, completed]).toEqual([[], []]);
    expect(skipped).toEqual({
      'has a chronicle': 1,
      'is running': 1,
      'was forgotten': 1,
      'lies in an excluded directory': 1,
      'has no prompt of a person': 1,
    });
  });

  it('counts unusable lines, and exits with 1 if a transcript cannot be read', async () => {
    appendFileSync(join(folder, 'two.jsonl'), 'no json\n{"type":"user","mess');
    symlinkSync('/etc/hostname', join(folder, 'link.jsonl'));
    writeFileSync(join(folder, 'agent-12345678.jsonl'), '{}\n');
    expect((await report('--dry-run')).leftOut).toEqual({ broken: 1, torn: 1, subagents: 1, refused: 1 });
    if (process.getuid?.() === 0) return;
    chmodSync(join(folder, 'two.jsonl'), 0);
    const { code, stderr } = await box.run('import', 'transcripts');
    expect([code, stderr]).toEqual([1, expect.stringContaining('two.jsonl was skipped. Permission denied')]);
  });

  it('reports what it could not write, and exits with 1', async () => {
    const other = join(box.config, 'projects/-home-robin-code-larder');
    mkdirSync(other);
    write('other', new Transcript().prompt('elsewhere', { cwd: '/home/robin/code/larder' }));
    renameSync(join(folder, 'other.jsonl'), join(other, 'other.jsonl'));
    writeFileSync(chronicles, '');
    const { code, stdout, stderr } = await box.run('import', 'transcripts');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Read 5 transcripts\. Imported 1 session of 1 project: 24 Mar 2026\.\n/);
    expect(stdout).toContain('3 not writable');
    expect(stdout).toContain('Run chronicle import transcripts again to retry what failed.');
    expect(stderr).toBe(`${chronicles}: 3 sessions were not written. ${chronicles} is not a directory.\n`);
    expect(readdirSync(join(other, 'chronicle'))).toContain('2026-03-24-main.md');
  });

  it.each([
    [['--project', 'tidemrk'], 'No sessions found for project tidemrk. Did you mean tidemark? Nothing was changed.'],
    [
      ['--since', 'soon'],
      '--since must be a year, month or day such as 2026-10 or 2026-10-14, or yesterday, 3 days ago, last week, monday, not soon.',
    ],
  ])('refuses %j', async (args, sentence) => {
    expect(await box.run('import', 'transcripts', ...args)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
    expect(readdirSync(folder)).not.toContain('chronicle');
  });

  it('makes no directory for Claude Code where there is none', async () => {
    const config = join(box.config, 'absent');
    expect(await runIn(config, 'import', 'transcripts')).toRefuse(
      /^\S+\/absent does not exist\. .*Nothing was changed\.\n$/,
    );
    expect(readdirSync(box.config)).not.toContain('absent');
  });
});
