import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { ESCAPE, HOSTILE, lines, openReadingArchive } from './reading-archive.ts';
import { runIn } from './run-command.ts';

let config = '';
let empty = '';
beforeAll(() => {
  empty = temporaryDirectory('reading');
  config = openReadingArchive();
});

const run = (...args: string[]) => runIn(config, ...args);

describe('what an agent reads', () => {
  const LIMIT = 25_000;
  let long = '';

  beforeAll(() => {
    long = temporaryDirectory('reading');
    const directory = join(long, 'projects/-home-robin-long/chronicle');
    mkdirSync(directory, { recursive: true });
    const why = (n: number) => `zebra ${n} ${`${ESCAPE}[31m`.repeat(30)}\n  why ${'x'.repeat(300)}`;
    const events = Array.from({ length: 290 }, (_, n) => `- 10:00 [ERROR] ${why(n)}`);
    const summary = `${'A zebra was here.\n'.repeat(70)}${'long '.repeat(200)}`;
    const text = HOSTILE.replace(/(?<=## Events\n\n)[\s\S]*(?=\n\n## Summary)/, () => events.join('\n'));
    writeFileSync(join(directory, '2026-06-01-x-y.md'), text.replace('A zebra was here.', summary));
  });

  it('is a session cut at whole events, with its summary, and how to get the rest', async () => {
    const { code, stdout } = await runIn(long, 'show', 'last');
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(20_000);
    expect(stdout.length).toBeLessThanOrEqual(LIMIT);
    const shown = stdout.match(/^e-.+\n +why x+$/gm)?.length ?? 0;
    expect(stdout).toContain(`\n… ${290 - shown} more entries; see all with --json.\n\nSummary\n`);
    expect(JSON.parse((await runIn(long, 'show', 'last', '--json')).stdout).events).toHaveLength(290);
  });

  it('is as many hits as pass, and how to get the others', async () => {
    const { code, stdout, stderr } = await runIn(long, 'search', 'zebra', '--limit', '290');
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(15_000);
    expect(stdout.length).toBeLessThanOrEqual(LIMIT + 1);
    // Events, and the summary, which is also a match.
    const shown = stdout.match(/^ {2}(?:e-| +summary )/gm)?.length ?? 0;
    expect(stderr).toContain('291 matches in 1 session.');
    expect(stderr).toContain(`Showing the first ${shown}; narrow the search, or use --json.`);
    const json = (await runIn(long, 'search', 'zebra', '--limit', '290', '--json')).stdout;
    expect(JSON.parse(json).hits).toHaveLength(290);
  });
});

describe('the reading commands', () => {
  it('never send what a terminal would take for a command, and bound what they print', async () => {
    const runs = [
      ['list', '--limit', '99'],
      ['show', '00000000-hostile'],
      ['search', 'zebra'],
      ['search', 'zebra', '--json'],
      ['show', '00000000-hostile', '--json'],
    ];
    for (const args of runs) {
      const { stdout, stderr } = await run(...args);
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      if (!args.includes('--json')) expect(Math.max(...lines(stdout).map(({ length }) => length))).toBeLessThan(600);
    }
    const json = JSON.parse((await run('search', 'zebra', '--json')).stdout);
    const texts = json.hits.map(({ text }: { text: string }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/\u001b\[31mred.*\u009b/));
  });

  it('say where they looked when there is no archive, and name the sample', async () => {
    const sentence = `No chronicles yet in ${empty}/projects. The first one appears when Claude Code starts with the hooks installed. To install them, run \`chronicle init\`. To see a sample, run \`chronicle dev --sample\`.\n`;
    expect(await runIn(empty, 'list')).toEqual({ code: 0, stdout: '', stderr: sentence });
    expect(await runIn(empty, 'list', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: sentence });
    expect(await runIn(empty, 'show', 'last')).toEqual({ code: 2, stdout: '', stderr: sentence });
    expect(await runIn(empty, 'search', 'x')).toEqual({ code: 1, stdout: '', stderr: sentence });
    mkdirSync(join(empty, 'session-chronicle/app'), { recursive: true });
    expect((await runIn(empty, 'list')).stderr).toBe(
      `No chronicles yet in ${empty}/projects. The first one appears when Claude Code starts. To see a sample, run \`chronicle dev --sample\`.\n`,
    );
  });
});
