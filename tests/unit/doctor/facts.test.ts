import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { movedCheckouts } from '#src/doctor/place-findings.ts';
import { serializeFacts } from '#src/facts/facts.ts';
import { readConfig } from '#src/node/config.ts';
import { indexLeftovers, leftovers, sizeOf } from '#src/node/doctor/disk-facts.ts';
import { examine } from '#src/node/doctor/examine.ts';
import { applyFix } from '#src/node/doctor/fix.ts';
import { pluginHooks, sessionEndBudget, settingsHooks } from '#src/node/doctor/hook-command.ts';
import { permissionFacts } from '#src/node/doctor/permission-facts.ts';
import { checkoutFacts, memoryLimits, projectFacts, sharedDirectories } from '#src/node/doctor/project-facts.ts';
import { scanChronicles } from '#src/node/doctor/scan-chronicles.ts';
import { unrecordedSessions } from '#src/node/doctor/unrecorded-sessions.ts';
import { ON_DISK } from '#src/node/git/checkout.ts';
import type { World } from '#src/node/world.ts';
import { directoryName } from '#src/project/directory-name.ts';
import { factsPath, type Layout } from '#src/project/paths.ts';
import { DEAD, plantLock } from '#tests/support/planted-lock.ts';
import { ROOT } from '#tests/support/root.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aConfig, put, putChronicle } from './a-config.ts';

const HOOK = { type: 'command', args: ['session-end'], timeout: 10 };
const hooksFile = (command: string) => JSON.stringify({ hooks: { SessionEnd: [{ hooks: [{ ...HOOK, command }] }] } });

function aWorld(cwd: string, at: string, { config }: Pick<Layout, 'config'> = { config: cwd }): World {
  const env = { CLAUDE_CONFIG_DIR: config };
  return { env, home: config, cwd, now: () => new Date(at), host: 'here', parentPid: 1 };
}

/** A line of a transcript in which somebody asks for something. */
function aPrompt({
  cwd,
  entrypoint = 'cli',
  text = `hello from ${cwd} by ${entrypoint}`,
  uuid = text,
  at = '2026-11-10T09:00:00Z' as string | null,
}: {
  cwd: string;
  entrypoint?: string;
  text?: string;
  uuid?: string;
  at?: string | null;
}): string {
  const time = at === null ? {} : { timestamp: at };
  return `${JSON.stringify({ type: 'user', uuid, cwd, entrypoint, ...time, message: { role: 'user', content: text } })}\n`;
}

describe('settingsHooks', () => {
  it('takes only the command that runs our copy, whatever else looks like it', () => {
    const { config, app } = aConfig();
    const path = `${config}/settings.json`;
    put(path, hooksFile(`${app}/hook`));
    expect(settingsHooks(path, app).get('SessionEnd')).toEqual({
      command: `${app}/hook`,
      args: ['session-end'],
      timeout: 10,
    });
    for (const command of [`/evil/session-chronicle/app/hook`, `${app}/hook; rm -rf /`, `sh ${app}/hook`]) {
      put(path, hooksFile(command));
      expect(settingsHooks(path, app).size).toBe(0);
    }
  });
});

describe('sessionEndBudget', () => {
  it('lets settings ask for more, and a plugin only by the variable', () => {
    const hook = pluginHooks(ROOT).get('SessionEnd');
    expect(hook?.args[0]).toMatch(/hooks\/dist\/chronicle\.cjs$/);
    expect(sessionEndBudget('settings', hook, {})).toBe(10_000);
    expect(sessionEndBudget('plugin', hook, {})).toBe(1500);
    expect(sessionEndBudget('plugin', hook, { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '8000' })).toBe(8000);
    expect(sessionEndBudget('settings', undefined, {})).toBe(1500);
  });
});

describe('permissionFacts', () => {
  it('names files that others can read, and links that lead out of Claude Code’s directory', () => {
    const [layout, elsewhere] = [aConfig(), aConfig()];
    const open = putChronicle(layout, 'open', '2026-11-18T10:00:00Z');
    chmodSync(open, 0o644);
    chmodSync(put(layout.settings, '{}'), 0o644);
    expect(permissionFacts(layout).open).toEqual([]);
    const above = [dirname(open), dirname(dirname(open)), layout.projects, layout.config];
    for (const directory of above) chmodSync(directory, 0o711);
    chmodSync(layout.state, 0o755);
    mkdirSync(`${layout.projects}/-linked`, { mode: 0o700 });
    symlinkSync(elsewhere.config, `${layout.projects}/-linked/chronicle`);
    expect(permissionFacts(layout)).toMatchObject({
      open: [
        { path: layout.state, kind: 'the directory' },
        { path: open, kind: 'the chronicle' },
      ],
      leadingOut: [`${layout.projects}/-linked/chronicle`],
      foreign: [],
      unwritable: [],
    });
  });
});

describe('leftovers', () => {
  it('counts temporary files and locks of processes that are gone, and no others', () => {
    const layout = aConfig();
    const work = `${layout.projects}/-home-me-blog/chronicle/.tmp`;
    put(`${work}/1.elsewhere.abc.tmp`, '', '2026-01-01T10:00:00Z');
    plantLock(`${work}/dead.lock`, DEAD);
    plantLock(`${work}/running.lock`, process.pid);
    expect(leftovers(layout)).toEqual({ directories: [`${layout.projects}/-home-me-blog/chronicle`], count: 2 });
    expect(sizeOf(`${layout.projects}/-home-me-blog`)).toBe(0);
  });

  it('finds entries of the index whose file is gone', () => {
    const layout = aConfig();
    putChronicle(layout, 'there', '2026-11-18T10:00:00Z');
    put(`${layout.byId}/there`, '-home-me-blog/chronicle/2026-11-18-there.md\n');
    put(`${layout.byId}/gone`, '-home-me-blog/chronicle/2026-11-18-gone.md\n');
    expect(indexLeftovers(layout)).toEqual(['gone']);
  });
});

describe('projectFacts', () => {
  const prompt = (cwd: string, entrypoint = 'cli') => aPrompt({ cwd, entrypoint });

  it('names the newest session that was not recorded, but not those of scripts', async () => {
    const layout = aConfig();
    putChronicle(layout, 'one', '2026-11-01T10:00:00Z');
    const folder = `${layout.projects}/-home-me-blog`;
    put(`${folder}/missed.jsonl`, prompt('/home/me/blog'), '2026-11-10T10:00:00Z');
    put(`${folder}/script.jsonl`, prompt('/home/me/blog', 'sdk-cli'), '2026-11-12T10:00:00Z');
    put(`${layout.projects}/-home-me-shop/never.jsonl`, prompt('/home/me/shop'), '2026-11-11T10:00:00Z');
    put(`${layout.projects}/-home-me-early/before.jsonl`, prompt('/home/me/early'), '2026-10-11T10:00:00Z');
    const world = aWorld(layout.config, '2026-11-20T10:00:00Z');
    const unrecorded = await unrecordedSessions(world, layout, readConfig(layout).config, new Set(['one']));
    const facts = projectFacts(scanChronicles(layout), unrecorded, ON_DISK, () => null);
    expect(facts.map(({ project, sessions, unrecorded }) => [project, sessions, unrecorded])).toEqual([
      ['blog', 1, '2026-11-10T10:00:00.000Z'],
      ['shop', 0, '2026-11-11T10:00:00.000Z'],
    ]);
  });

  it('finds where a checkout that is gone may have been moved to', () => {
    const layout = aConfig();
    const there = `${layout.config}/code/shop`;
    mkdirSync(there, { recursive: true });
    putChronicle(layout, 'one', '2026-11-01T10:00:00Z', { directory: '-old-shop', cwd: '/old/shop' });
    putChronicle(layout, 'two', '2026-11-02T10:00:00Z', { directory: directoryName(there), cwd: there });
    putChronicle(layout, 'three', '2026-11-02T10:00:00Z', { directory: '-old-blog', cwd: '/old/blog' });
    const chronicles = scanChronicles(layout);
    const projects = projectFacts(chronicles, [], ON_DISK, () => null);
    const facts = checkoutFacts(projects, chronicles, ON_DISK, there);
    expect(movedCheckouts(facts)).toEqual([{ old: '/old/shop', path: there, remote: '' }]);
  });

  it('knows a renamed checkout without sessions by its remote', () => {
    const layout = aConfig();
    const here = `${layout.config}/code/store`;
    put(`${here}/.git/config`, '[remote "origin"]\n\turl = git@github.com:me/shop.git\n');
    const chronicle = putChronicle(layout, 'one', '2026-11-01T10:00:00Z', { directory: '-old-shop', cwd: '/old/shop' });
    put(factsPath(chronicle), serializeFacts(someFacts({ head: { remote: 'github.com/me/shop' } })));
    const chronicles = scanChronicles(layout);
    const projects = projectFacts(chronicles, [], ON_DISK, () => null);
    expect(movedCheckouts(checkoutFacts(projects, chronicles, ON_DISK, here))).toEqual([
      { old: '/old/shop', path: here, remote: 'github.com/me/shop' },
    ]);
  });

  it('finds projects that share a name, but no worktrees', () => {
    const layout = aConfig();
    putChronicle(layout, 'one', '2026-11-01T10:00:00Z', { directory: '-a-b-c', cwd: '/a/b-c' });
    putChronicle(layout, 'two', '2026-11-02T10:00:00Z', { directory: '-a-b-c', cwd: '/a-b/c' });
    putChronicle(layout, 'three', '2026-11-02T10:00:00Z', { directory: '-a-b-c', cwd: '/a/b-c/tree' });
    expect(sharedDirectories(scanChronicles(layout), ON_DISK)).toEqual([
      { directory: '-a-b-c', roots: ['/a-b/c', '/a/b-c'] },
    ]);
  });
});

describe('examine', () => {
  it('counts only the transcripts that chronicle backfill would fill in', async () => {
    const layout = aConfig();
    const out = join(layout.config, 'out');
    put(`${out}/.no-chronicle`, '');
    const [folder, at] = [`${layout.projects}/-home-me-blog`, '2026-11-10T10:00:00Z'];
    const asked = aPrompt({ cwd: '/home/me/blog' });
    put(`${folder}/asked.jsonl`, `{"type":"summary"}\n${asked}`, at);
    put(`${folder}/cleared.jsonl`, aPrompt({ cwd: '/x', text: '<command-name>/clear</command-name>' }), at);
    put(`${folder}/agent-1.jsonl`, aPrompt({ cwd: '/home/me/blog', text: 'a task' }), at);
    put(`${folder}/excluded.jsonl`, aPrompt({ cwd: out }), at);
    put(`${folder}/timeless.jsonl`, aPrompt({ cwd: '/home/me/blog', text: 'timeless', at: null }), at);
    put(`${folder}/running.jsonl`, aPrompt({ cwd: '/home/me/blog', text: 'running' }), '2026-11-11T09:59:00Z');
    putChronicle(layout, 'origin', '2026-11-09T10:00:00Z');
    const origin = aPrompt({ cwd: '/home/me/blog', text: 'copied', at: '2026-11-09T10:00:00Z' });
    put(`${folder}/origin.jsonl`, origin, '2026-11-09T10:30:00Z');
    put(`${folder}/copy.jsonl`, origin, at);
    const { facts } = await examine(aWorld(out, '2026-11-11T10:00:00Z', layout), layout, layout.config, () => () => {});
    expect(facts.retention).toMatchObject({ transcripts: 1, oldest: Date.parse(at) });
  });
});

describe('examine, of a memory directory that settings moved', () => {
  const movedIn = async (autoMemoryDirectory: (layout: Layout) => string) => {
    const layout = aConfig();
    put(`${layout.config}/settings.json`, JSON.stringify({ autoMemoryDirectory: autoMemoryDirectory(layout) }));
    const world = aWorld(layout.config, '2026-11-11T10:00:00Z');
    return (await examine(world, layout, layout.config, () => () => {})).facts.place.movedMemory;
  };

  it('names it, with its settings file, unless it is the usual one', async () => {
    expect(await movedIn(() => '~/notes')).toMatchObject({
      path: expect.stringMatching(/\/notes$/),
      settings: expect.stringMatching(/\/settings\.json$/),
      usual: expect.stringMatching(/\/projects\/-[\w-]+\/memory$/),
    });
    const usual = ({ projects, config }: Layout) => `${projects}/${directoryName(realpathSync(config))}/memory`;
    expect(await movedIn(usual)).toBeNull();
  });
});

describe('applyFix', () => {
  it('empties the cache, unless the site is being built from it', async () => {
    const layout = aConfig();
    const world = { env: {}, home: layout.config, cwd: '/', now: () => new Date(), host: 'here', parentPid: 1 };
    const cached = put(`${layout.cache}/search/a.bundle`, 'x');
    const lock = plantLock(`${layout.cache}/build.lock`, process.pid);
    expect(await applyFix('cache', world, layout, () => {})).toMatch(
      /^Not fixed: A build of the site is already running/,
    );
    expect(existsSync(cached)).toBe(true);
    rmSync(lock, { recursive: true });
    expect(await applyFix('cache', world, layout, () => {})).toBe(`Deleted: the caches in ${layout.cache}.`);
    expect(existsSync(cached)).toBe(false);
  });
});

describe('memoryLimits', () => {
  it('names projects whose MEMORY.md is past its limits or nearly so', () => {
    const layout = aConfig();
    const index = (directory: string, lines: number) =>
      put(`${layout.projects}/${directory}/memory/MEMORY.md`, '- a line\n'.repeat(lines));
    index('-full', 201);
    index('-near', 190);
    index('-fine', 10);
    expect(memoryLimits(layout, (name) => name.slice(1)).map(({ project, isPast }) => [project, isPast])).toEqual([
      ['full', true],
      ['near', false],
    ]);
  });
});
