import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFacts } from '#src/transcript/facts.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { newState, revise } from '#src/record/live.ts';
import type { Env } from '#src/lib/env.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { allFiles, FIRST, filesWithText, openForgettable, SECOND, TEXT } from './forgettable-archive.ts';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';

const chronicles = ({ project }: MemoryBox) =>
  readdirSync(join(project, 'chronicle')).filter((name) => name.endsWith('.md'));
const read = (box: MemoryBox, path: string) => readFileSync(join(box.config, path), 'utf8');

describe('chronicle forget <text>', () => {
  it('lists the changes without the text, and changes nothing without a yes', async () => {
    const box = openForgettable();
    // Reading the archive keeps the addresses of its projects.
    await box.run('list');
    const before = allFiles(box);
    const asked = await box.run('forget', TEXT);
    const looked = await box.run('forget', TEXT, '--dry-run');
    expect([asked.code, looked.code]).toEqual([2, 0]);
    expect(asked.stdout).toContain('proposals.jsonl (2 lines)');
    expect(asked.stderr).toContain('--yes');
    for (const { stdout, stderr } of [asked, looked]) expect((stdout + stderr).toLowerCase()).not.toContain('zoë');
    expect(allFiles(box)).toEqual(before);
  });

  it('removes every form of the text, and lists the files of Claude Code', async () => {
    const box = openForgettable();
    expect(filesWithText(box)).toHaveLength(17);
    const { code, stdout, stderr } = await box.run('forget', TEXT, '--yes', '--json');
    expect([code, filesWithText(box)]).toEqual([0, []]);
    const { left, forgotten } = JSON.parse(stdout);
    expect(forgotten).toBe(true);
    expect(
      left.map(({ path, line, kind }: { path: string; line: number; kind: string }) => [path, line, kind]),
    ).toEqual([
      [join(box.config, 'history.jsonl'), 1, 'history'],
      [join(box.project, `${FIRST}.jsonl`), 2, 'transcript'],
      [join(box.project, 'memory/a.md'), 1, 'memory'],
    ]);
    expect(stderr).toContain(`${FIRST}.jsonl:2 and 1 more line`);
    expect(chronicles(box)).toEqual(['2026-03-24-forgotten.md', '2026-03-25-main.md']);
    const facts = read(box, `${box.project.slice(box.config.length + 1)}/chronicle/facts/2026-03-24-forgotten.json`);
    expect(parseFacts(facts).facts?.prompts[0]?.text).toBe('Tell (forgotten)');
    // Its transcript still contains the text.
    const { has } = forgottenSessions(pathsOf(box.config));
    expect([FIRST, SECOND].map(has)).toEqual([true, false]);
    expect((await box.run('show', FIRST)).stdout).toContain('We told (forgotten) all');
    const again = await box.run('forget', TEXT, '--yes');
    const words = expect.stringContaining('No match in anything chronicle can change.');
    expect(again).toMatchObject({ code: 1, stderr: words });
  });

  it('never reads a transcript again that is the only place of a text', async () => {
    const box = openMemoryBox();
    mkdirSync(box.project, { recursive: true });
    writeFileSync(join(box.project, `${FIRST}.jsonl`), `${JSON.stringify({ type: 'user', message: TEXT })}\n`);
    const { has } = forgottenSessions(pathsOf(box.config));
    await box.run('forget', TEXT, '--dry-run');
    expect(has(FIRST)).toBe(false);
    const { code } = await box.run('forget', TEXT, '--yes');
    expect([code, forgottenSessions(pathsOf(box.config)).has(FIRST)]).toEqual([1, true]);
  });

  it('refuses texts it cannot search for', async () => {
    const box = openMemoryBox();
    for (const args of [[], ['two', 'words'], ['abc'], ['Forgotten'], ['last#e-3fa9c1'], ['--empty', 'last']]) {
      expect(await box.run('forget', ...args)).toRefuse('Nothing was changed.');
    }
  });
});

describe('chronicle forget after hooks have run', () => {
  it.each([[TEXT], [FIRST]])('ignores empty work directories in the index: %s', async (target) => {
    const box = openForgettable();
    const { config } = box;
    const paths = pathsOf(config);
    const place = { home: box.config, cwd: box.checkout, host: hostname(), parentPid: process.pid };
    const env: Env = { ...place, variables: {}, now: () => new Date() };
    revise(paths, 'other-session', () => newState(env));
    for (const index of [paths.byId, paths.harvest, paths.memoryIndex]) mkdirSync(`${index}/.tmp`, { recursive: true });
    const left = `${paths.byId}/.tmp/4194305.elsewhere.abc.tmp`;
    writeFileSync(left, TEXT);
    utimesSync(left, 1, 1);
    const { code, stderr } = await box.run('forget', target, '--yes');
    expect([code, stderr.includes('cannot be read')]).toEqual([0, false]);
    expect(existsSync(left)).toBe(false);
    expect(existsSync(`${paths.live}/other-session`)).toBe(true);
  });

  it('reports exactly what was changed if some files could not be', async () => {
    const box = openForgettable();
    const busy = pathsOf(box.config);
    rmSync(`${busy.state}/log.1.jsonl`);
    mkdirSync(`${busy.state}/log.1.jsonl`);
    const { code, stdout, stderr } = await box.run('forget', TEXT, '--yes', '--json');
    const { forgotten, changed, failures } = JSON.parse(stdout);
    expect([code, forgotten]).toEqual([1, false]);
    expect(failures).toEqual([`${busy.state}/log.1.jsonl is not a regular file.`]);
    expect(changed.length).toBeGreaterThan(5);
    expect(stderr).not.toMatch(/Nothing was (?:written|changed)/);
    expect(stderr).toMatch(/^Files: \d+ changed, 1 renamed, \d+ deleted\. Some copies may remain\. Fix the errors/m);
  });
});

describe('chronicle forget <session>', () => {
  it('deletes its chronicle and every reference, and remembers its digest', async () => {
    const box = openForgettable();
    const { harvest, observer } = pathsOf(box.config);
    for (const index of [harvest, observer]) mkdirSync(index, { recursive: true });
    writeFileSync(join(harvest, FIRST), '{"attempts":0}');
    writeFileSync(join(observer, FIRST), '{"counted":0,"from":0}');
    const { code, stderr } = await box.run('forget', FIRST.slice(0, 8), '--yes');
    expect(code).toBe(0);
    expect(stderr).toContain('drafts/post.md cites it');
    expect(stderr).toContain(join(box.project, `${FIRST}.jsonl`));
    expect(chronicles(box)).toEqual(['2026-03-25-main.md']);
    const naming = [...allFiles(box)].flatMap(([path, text]) =>
      text.includes(FIRST) || path.includes(FIRST) ? [path] : [],
    );
    expect(naming.every((path) => /history|\/1b267dd9[^/]*\.jsonl$/.test(path))).toBe(true);
    expect(read(box, 'session-chronicle/drafts/post.exports.json')).toContain(`${SECOND}#e-222222`);
    expect(read(box, 'session-chronicle/drafts/post.md')).not.toContain('It failed');
    const forgotten = forgottenSessions(pathsOf(box.config));
    expect([forgotten.has(FIRST), forgotten.has(SECOND)]).toEqual([true, false]);
  });

  it('refuses a running session, and treats the name of one as text with --text', async () => {
    const box = openForgettable();
    mkdirSync(join(box.config, 'session-chronicle/index/live'), { recursive: true });
    const entry = { pid: process.pid, started: null, host: hostname(), since: '2026-03-24T09:00:00Z' };
    writeFileSync(join(box.config, 'session-chronicle/index/live', SECOND), JSON.stringify(entry));
    const { code, stderr } = await box.run('forget', SECOND, '--yes');
    expect([code, stderr]).toEqual([2, expect.stringContaining('is running')]);
    const { stdout } = await box.run('forget', '2026-03-25-main', '--text', '--dry-run', '--json');
    expect(JSON.parse(stdout).target).toEqual({ kind: 'text' });
  });
});
