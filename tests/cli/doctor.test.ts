import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Check } from '#src/setup/finding.ts';
import { runChronicle } from '../commands/own-command.ts';
import { filesBelow, openSandbox, type Sandbox } from '../hooks/sandbox.ts';

const DAY = 86_400_000;

/** A machine on which `chronicle init` was run and a session was recorded. */
async function aGoodMachine(): Promise<Sandbox> {
  const box = openSandbox();
  const { code, stderr } = await runChronicle(box, ['init', '--yes', '--no-contract']);
  expect(code, stderr).toBe(0);
  await box.start('recorded');
  await box.log('recorded', 'DECISION', 'Keep it simple');
  await box.end('recorded');
  return box;
}

async function doctor(box: Sandbox, ...args: string[]) {
  const { code, stdout, stderr } = await runChronicle(box, ['doctor', '--json', ...args]);
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  const codes = checks.flatMap(({ result }) => (typeof result === 'string' ? [] : [result.code]));
  return { code, stderr, checks, codes };
}

function put(path: string, text: string, daysAgo = 0): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
  const at = new Date(Date.now() - daysAgo * DAY);
  utimesSync(path, at, at);
  return path;
}

describe('chronicle doctor', () => {
  let box: Sandbox;
  beforeAll(async () => {
    box = await aGoodMachine();
  });

  it('finds nothing on a good machine, and leaves nothing of the session that it tried', async () => {
    const { code, checks, codes, stderr } = await doctor(box);
    expect(codes).toEqual([]);
    expect([code, stderr]).toEqual([0, 'Recording works. Nothing to fix.\n']);
    expect(checks).toHaveLength(10);
    expect(checks[1]).toEqual({ name: 'Runs', result: expect.stringMatching(/^a session starts in \d+ ms/) });
    expect(box.chronicles()).toHaveLength(1);
    expect(box.failures()).toEqual([]);
    const { stdout } = await runChronicle(box, ['doctor']);
    expect(
      stdout
        .split('\n')
        .slice(0, -1)
        .every((each) => each.startsWith('✓ ')),
    ).toBe(true);
  });

  it('says why a session cannot start: a broken program, and no program', async () => {
    const program = join(box.state, 'app/hooks/dist/chronicle.cjs');
    const before = readFileSync(program);
    writeFileSync(program, 'console.error("session-chronicle: It broke."); process.exitCode = 2;');
    const { code, checks, codes } = await doctor(box);
    expect([code, codes]).toEqual([1, expect.arrayContaining(['hook-fails'])]);
    expect(checks[1]?.result).toMatchObject({
      level: 'problem',
      what: 'Starting a session with the hooks in the settings fails: It broke.',
      advice: 'chronicle init',
    });
    writeFileSync(program, '');
    expect((await doctor(box)).checks[1]?.result).toMatchObject({
      what: expect.stringMatching(/it created no chronicle\.$/),
    });
    writeFileSync(program, before);
  });

  it('names what is wrong, fixes what is safe, and keeps each record', async () => {
    const { path, text } = box.only();
    const folder = dirname(path);
    chmodSync(path, 0o644);
    const above = [folder, dirname(folder), dirname(dirname(folder)), box.config, box.root];
    for (const directory of above) chmodSync(directory, 0o711);
    put(join(box.state, '.tmp/1.elsewhere.abc.tmp'), 'half a text', 2);
    put(join(box.state, 'index/live/killed'), 'no mark', 2);
    put(join(box.state, 'config.json'), '{"editr": 1}');
    put(join(folder, '2026-01-02-broken.md'), 'no front matter');
    const prompt = {
      type: 'user',
      uuid: 'u',
      timestamp: new Date(Date.now() - 29 * DAY),
      message: { content: 'hello' },
    };
    put(join(folder, '../unread.jsonl'), `${JSON.stringify(prompt)}\n`, 29);
    const at = new Date(Date.now() - 3600_000).toISOString();
    put(
      join(box.state, 'log.jsonl'),
      `${JSON.stringify({ at, event: 'session-end', code: 'EIO', message: 'The disk failed.' })}\n`,
    );
    const { code, stderr, codes } = await doctor(box, '--fix');
    const kept = ['transcripts-go', 'file-problem', 'own-settings', 'failures'];
    expect([code, codes.sort()]).toEqual([0, kept.sort()]);
    expect(stderr.split('\n').slice(0, -2).sort()).toEqual([
      'Deleted: 1 temporary file or lock.',
      'Finished: 1 session. Read: the transcripts of 1 session.',
      expect.stringMatching(/^Made private: [1-9] director(?:y|ies)\.$/),
      'Reading the transcripts of 1 session. This can take minutes.',
    ]);
    expect(readFileSync(path, 'utf8')).toBe(text);
    put(join(box.project, '.no-chronicle'), '');
    expect((await doctor(box)).codes).toContain('excluded-here');
    rmSync(join(box.project, '.no-chronicle'));
  });

  it('says what a broken copy costs, and updates it', { tags: 'long' }, async () => {
    rmSync(join(box.state, 'app/hooks/dist/chronicle.cjs'));
    const broken = await runChronicle(box, ['doctor']);
    expect(broken.code).toBe(1);
    expect(broken.stdout.match(/^ *Problem: .*/gm)).toEqual([
      expect.stringMatching(
        /app\/hooks\/dist\/chronicle\.cjs is missing, so the hooks cannot run\. Sessions are not recorded\.$/,
      ),
    ]);
    expect(broken.stdout).toContain('\n    Fix: chronicle init');
    const { code, stderr, codes } = await doctor(box, '--fix');
    expect(codes.filter((each: string) => /^(?:hook|installation)/.test(each))).toEqual([]);
    expect(stderr).toContain('Updated: 1 file');
    expect(code).toBe(0);
  });

  it('finds no hooks, runs none that a project brings along, and names switched-off ones', async () => {
    const bare = openSandbox();
    const witness = join(bare.root, 'witness');
    const hook = { type: 'command', command: 'touch', args: [witness, 'hooks/dist/chronicle.cjs'] };
    put(
      join(bare.project, '.claude/settings.json'),
      JSON.stringify({ disableAllHooks: true, hooks: { SessionStart: [{ hooks: [hook] }] } }),
    );
    const { code, codes } = await doctor(bare);
    expect(code).toBe(1);
    expect(codes).toContain('hooks-disabled');
    expect(filesBelow(bare.root)).not.toContain(witness);
  });

  it('says why it cannot check anything', async () => {
    const nowhere = await runChronicle(box, ['doctor'], { env: { HOME: 'relative' } });
    expect(nowhere).toMatchObject({ code: 1 });
    expect(nowhere.stdout).toMatch(/^Problem: The home directory is not an absolute path\./);
    const inTheWay = put(join(box.root, 'in-the-way'), '');
    const blocked = await runChronicle(box, ['doctor'], { env: { CLAUDE_CONFIG_DIR: inTheWay } });
    expect(blocked).toMatchObject({ code: 1, stderr: '' });
    expect(blocked.stdout).toContain(`Problem: ${inTheWay} is not a directory.`);
  });
});

describe('chronicle status', () => {
  it('fits into one line, counts the events of the session, and fails once a start left no record', async () => {
    const box = openSandbox();
    await box.start('mine');
    await box.log('mine', 'ERROR', 'It broke');
    const good = await runChronicle(box, ['status'], { session: 'mine', input: '{"session_id":"mine"}' });
    expect(good).toEqual({ code: 0, stderr: '', stdout: 'chronicle: on · last just now (project) · 1 event\n' });
    const at = new Date(Date.now() + 5000).toISOString();
    put(join(box.state, 'log.jsonl'), `${JSON.stringify({ at, event: 'session-start', code: 'EIO', message: 'x' })}\n`);
    const failing = await runChronicle(box, ['status', '--json'], { session: 'mine' });
    expect(failing.code).toBe(1);
    expect(JSON.parse(failing.stdout)).toMatchObject({ state: 'failing', failures: 1, events: 1 });
    const bare = await runChronicle(box, ['status']);
    expect(bare).toEqual({ code: 1, stderr: '', stdout: 'chronicle: off: not installed (chronicle init)\n' });
  });
});
