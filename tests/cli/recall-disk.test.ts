/** Where the index cannot be written, commands make it in memory: the same answers, and a sentence. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicle } from '../hooks/chronicle-text.ts';
import { CLI } from './cli-bundle.ts';
import { spawnCommand } from './spawn-command.ts';

const LAUNCHER = join(CLI, '../../../bin/chronicle');
const QUESTIONS = [
  ['search', 'redirect'],
  ['recall', '--project', 'all', 'redirect', 'cookie'],
  ['list'],
  ['show', 'last'],
];

/** What is said besides the answer. */
const SENTENCE = /The search index .*cannot be (?:written|used).* Searching works without it, but takes longer\.$/m;
const outputs = (answers: readonly { stdout: string }[]) => answers.map(({ stdout }) => stdout);

/** A configuration directory on a file system of its own, with two sessions. Skips the test if this user may not mount one. */
function openDisk({ skip, onTestFinished }: TestContext) {
  const config = temporaryDirectory('recall-disk');
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'none', config], {
    encoding: 'utf8',
  });
  if (status !== 0)
    skip(`A small file system is needed and mounting one was refused: ${stderr ?? 'there is no mount'}`);
  onTestFinished(() => {
    execFileSync('umount', [config]);
  });
  const folder = join(config, 'projects/-home-me-app/chronicle');
  mkdirSync(folder, { recursive: true });
  for (const [id, event] of [
    ['one-of-two', 'The redirect loops in Safari'],
    ['the-other-of-two', 'The cookie is lost before the redirect'],
  ] as const)
    writeFileSync(join(folder, `2026-03-24-${id}.md`), chronicle({ id, events: [`- 13:30 [ERROR] ${event}`] }));
  const env = { PATH: process.env.PATH ?? '', HOME: temporaryDirectory(), CLAUDE_CONFIG_DIR: config };
  const answers = () =>
    Promise.all(QUESTIONS.map((args) => spawnCommand(args, { env, cwd: env.HOME, program: LAUNCHER })));
  const index = () => existsSync(join(config, 'session-chronicle/index.sqlite'));
  return { config, answers, index };
}

it('a full disk changes no answer', async (context) => {
  const { config, answers, index } = openDisk(context);
  const ballast = join(config, 'ballast');
  try {
    for (;;) appendFileSync(ballast, Buffer.alloc(4096));
  } catch {
    // It is full.
  }
  const full = await answers();
  expect(full.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(full[0]?.stdout).toContain('The redirect loops in Safari');
  for (const { stderr } of full) expect(stderr).toMatch(SENTENCE);
  rmSync(ballast);
  expect(outputs(await answers())).toEqual(outputs(full));
  expect(index()).toBe(true);
});

it('a directory that may only be read changes no answer', async (context) => {
  const { config, answers, index } = openDisk(context);
  execFileSync('mount', ['-o', 'remount,ro', config]);
  const read = await answers();
  expect(read.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  for (const { stderr } of read) expect(stderr).toMatch(SENTENCE);
  expect(index()).toBe(false);
  execFileSync('mount', ['-o', 'remount,rw', config]);
  expect(outputs(await answers())).toEqual(outputs(read));
  expect(index()).toBe(true);
});
