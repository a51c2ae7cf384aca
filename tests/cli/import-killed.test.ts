/* Imports that end before they are done: killed at any change to the disk, stopped with Ctrl-C, on a disk that fills. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MAIN } from '#tests/support/root.ts';
import { runIn } from '#tests/commands/run-command.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { aSession, commits, HarvestBox } from '#tests/unit/import/harvest-box.ts';
import { Transcript } from '#tests/unit/import/transcript.ts';
import { faultsIn, filesIn, type Imported, runImporting, sourceIn, undoAll } from './import-process.ts';

const KILL_AT = fileURLToPath(new URL('../hooks/kill-at.cjs', import.meta.url));
const POINTS = 3;
const KINDS: Imported[] = ['claude-mem', 'archive'];

describe.each(KINDS)('an import of %s', (kind) => {
  const tags = kind === 'archive' ? 'sample' : 'long';

  it('that is killed leaves whole files; the next run completes it, and undo takes all out', {
    tags,
  }, async () => {
    const source = sourceIn(temporaryDirectory('source'), kind, 4);
    const NODE_OPTIONS = `--require ${KILL_AT}`;
    const whole = temporaryDirectory('whole');
    const KILL_COUNT = join(whole, 'count');
    expect(await runImporting(whole, [kind, source], { NODE_OPTIONS, KILL_COUNT })).toMatchObject({ code: 0 });
    const changes = Number(readFileSync(KILL_COUNT, 'utf8'));
    expect(changes).toBeGreaterThan(20);
    const between = new Set<string>();
    await Promise.all(Array.from({ length: POINTS }, (_, n) => killAt(Math.round(((n + 1) * changes) / (POINTS + 1)))));
    // Some runs had written a part.
    expect(between.size).toBeGreaterThan(1);

    async function killAt(n: number): Promise<void> {
      const config = temporaryDirectory('killed');
      const env = { NODE_OPTIONS, KILL_AT: String(n), KILL_HALF: '1', KILL_COUNT: join(config, 'count') };
      expect(await runImporting(config, [kind, source], env)).toMatchObject({ signal: 'SIGKILL' });
      expect([n, faultsIn(config)]).toEqual([n, []]);
      between.add(JSON.stringify(filesIn(config)));
      expect(await runIn(config, 'import', kind, source)).toMatchObject({ code: 0 });
      expect(Object.keys(filesIn(config))).toEqual(Object.keys(filesIn(whole)));
      await undoAll(config);
      expect([n, filesIn(config), leftoversIn(config)]).toEqual([n, {}, []]);
    }
  });

  it('stopped with Ctrl-C says what state things are in, and goes on in the next run', {
    tags,
  }, async () => {
    const source = sourceIn(temporaryDirectory('source'), kind, 600);
    const config = temporaryDirectory('stopped');
    const { code, stderr } = await interrupted(config, [kind, source]);
    expect(code).toBe(130);
    expect(stderr).toMatch(/Stopped\. [\d,]+ (?:sessions?|files?) (?:read|done); what was written is complete\./);
    expect(faultsIn(config)).toEqual([]);
    expect(Object.keys(filesIn(config)).length).toBeGreaterThan(0);
    expect(await runIn(config, 'import', 'list')).toMatchObject({ stdout: expect.stringContaining('stopped') });
    expect(await runIn(config, 'import', 'undo', 'last', '--yes')).toMatchObject({ code: 0 });
    expect([filesIn(config), leftoversIn(config)]).toEqual([{}, []]);
  });

  it('on a disk that fills leaves whole files, and is done when there is room', { tags }, async ({
    skip,
    onTestFinished,
  }) => {
    const config = temporaryDirectory('disk');
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'none', config]);
    if (status !== 0) skip('A small file system is needed, and this user may not mount one.');
    onTestFinished(() => {
      execFileSync('umount', [config]);
    });
    const source = sourceIn(temporaryDirectory('source'), kind, 60);
    const ballast = join(config, 'ballast');
    appendFileSync(ballast, Buffer.alloc(200 * 1024));
    const full = await runIn(config, 'import', kind, source);
    expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining('The disk is full') });
    expect(full.stderr).not.toMatch(/ {4}at /);
    expect(faultsIn(config)).toEqual([]);
    expect(leftoversIn(config)).toEqual([]);
    rmSync(ballast);
    execFileSync('mount', ['-o', 'remount,size=16m', config]);
    expect(await runIn(config, 'import', kind, source)).toMatchObject({ code: 0 });
    const roomy = temporaryDirectory('roomy');
    await runIn(roomy, 'import', kind, source);
    expect(Object.keys(filesIn(config))).toEqual(Object.keys(filesIn(roomy)));
    await undoAll(config);
    expect(filesIn(config)).toEqual({});
  });
});

it('an import of transcripts that is killed leaves whole files, and undo gives hooks back what they recorded', {
  tags: 'sample',
}, async () => {
  const NODE_OPTIONS = `--require ${KILL_AT}`;
  const whole = await transcripts();
  const begun = filesIn(whole);
  const KILL_COUNT = join(whole, 'count');
  expect(await runImporting(whole, ['transcripts'], { NODE_OPTIONS, KILL_COUNT })).toMatchObject({ code: 0 });
  const after = filesIn(whole);
  const changes = Number(readFileSync(KILL_COUNT, 'utf8'));
  expect(changes).toBeGreaterThan(20);
  expect(Object.keys(after)).toHaveLength(Object.keys(begun).length + 2 * 3);
  const most = IS_WHOLE ? 12 : POINTS;
  const points = Array.from({ length: most }, (_, n) => Math.round(((n + 1) * changes) / (most + 1)));
  const own = Object.keys(begun).find((path) => path.endsWith('facts/2026-03-24-own.json')) ?? '';
  expect(withoutTime(after[own])).not.toBe(withoutTime(begun[own]));
  for (let n = 0; n < points.length; n += POINTS) await Promise.all(points.slice(n, n + POINTS).map(killAt));

  async function killAt(n: number): Promise<void> {
    const config = await transcripts();
    const env = { NODE_OPTIONS, KILL_AT: String(n), KILL_HALF: '1', KILL_COUNT: join(config, 'count') };
    expect(await runImporting(config, ['transcripts'], env)).toMatchObject({ signal: 'SIGKILL' });
    expect([n, faultsIn(config)]).toEqual([n, []]);
    expect([begun[own], after[own]].map(withoutTime)).toContain(withoutTime(filesIn(config)[own]));
    expect(await runIn(config, 'import', 'transcripts')).toMatchObject({ code: 0 });
    const next = filesIn(config);
    expect([Object.keys(next), withoutTime(next[own])]).toEqual([Object.keys(after), withoutTime(after[own])]);
    await undoAll(config);
    const left = Object.entries(filesIn(config)).filter(([path]) => path.includes('/chronicle/'));
    const recorded = Object.keys(begun).filter((path) => path.includes('/chronicle/'));
    expect([n, left.map(([path]) => path), leftoversIn(config)]).toEqual([n, recorded, []]);
    for (const [path, text] of left) if (path.endsWith('.md')) expect(text).toBe(begun[path]);
  }
});

/** Three sessions with a transcript only, and one that hooks recorded, which went on since its facts were written. */
async function transcripts(): Promise<string> {
  const box = new HarvestBox(temporaryDirectory('transcripts'));
  for (const [n, id] of ['one', 'two', 'three'].entries())
    box.transcript(
      id,
      commits(new Transcript().prompt(`Take step ${n}`), `fix: step ${n}`, `Step ${n} hung.`, `a1b2c3${n}`),
    );
  box.chronicle('own', { name: '2026-03-24-own', events: '- 13:30 [DECISION] Before' });
  box.transcript('own', aSession());
  await box.harvest('own');
  box.transcript('own', aSession().prompt('Close the file'));
  return box.config;
}

/** Facts without the time at which they were written. */
function withoutTime(facts = ''): string {
  return facts.replace(/"harvested":"[^"]+"/, '');
}

function leftoversIn(config: string): string[] {
  return readdirSync(config, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tmp\/.+\.tmp$/.test(path));
}

/** Sends Ctrl-C as soon as the first chronicle is there. */
async function interrupted(config: string, args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, 'import', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: join(config, 'home'), CLAUDE_CONFIG_DIR: config, TZ: 'UTC' },
    cwd: dirname(config),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const watch = setInterval(() => {
    if (Object.keys(filesIn(config)).length === 0) return;
    clearInterval(watch);
    child.kill('SIGINT');
  }, 5);
  const code = await ended;
  clearInterval(watch);
  return { code, stderr };
}
