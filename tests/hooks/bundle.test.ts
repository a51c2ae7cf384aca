import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { HOOK_EVENT_NAMES, HOOK_EVENTS } from '#src/setup/hook-entries.ts';
import { AGENT_COMMANDS, HARVESTER } from '#src/setup/package-copy.ts';
import { ROOT } from '#tests/support/root.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { BUNDLE, NODE } from './bundle-process.ts';
import { openSandbox } from './sandbox.ts';

/** The events of Claude Code 2.1.329. */
const HOST_EVENTS =
  `PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion
  SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch PostModelSwitch
  PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult ConfigChange
  WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged DirectoryAdded MessageDisplay`.split(/\s+/);

const WORDS = Object.values(HOOK_EVENTS).map(({ word }) => word);

interface HookEntry {
  type: string;
  command: string;
  args: string[];
  timeout: number;
  if?: unknown;
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

describe('the committed bundles', () => {
  it('are what a fresh build makes', { tags: 'long' }, () => {
    const out = temporaryDirectory();
    const args = [join(ROOT, 'scripts/bundle.ts'), '--out', out];
    execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const built = readdirSync(out).sort();
    expect(readdirSync(dirname(BUNDLE)).sort()).toEqual(built);
    // Compared as booleans, since a diff of minified text helps nobody. `npm run bundle` fixes it.
    for (const name of built) {
      const isSame = readFileSync(join(out, name)).equals(readFileSync(join(dirname(BUNDLE), name)));
      expect([name, isSame]).toEqual([name, true]);
    }
  });
});

describe('the bundle of hooks and agent commands', () => {
  const code = readFileSync(BUNDLE, 'utf8');

  it('is under 230,000 bytes, and has no regular expression literal with a Unicode class, which is slow to load', () => {
    expect(code.length).toBeLessThan(230_000);
    // In a string, as for `new RegExp`, the backslash is doubled.
    expect(code.match(/(?<!\\)\\p\{.*?\}/gi)).toBeNull();
  });

  it("requires only Node's own modules", () => {
    const required = [...code.matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(
      ([, name]) => name ?? '',
    );
    expect(required.length).toBeGreaterThan(0);
    expect(required.filter((name) => !name.startsWith('node:') || !isBuiltin(name))).toEqual([]);
  });

  it('has no syntax and calls no method that Node 18 does not have', async () => {
    expect(code.match(/\.(?:toReversed|toSorted|toSpliced|groupBy|isWellFormed|toWellFormed)\b/g)).toBeNull();
    const as = (target: string) => transform(code, { target, charset: 'utf8', loader: 'js' });
    expect((await as('node18')).code === (await as('esnext')).code).toBe(true);
  });
});

it("the program that reads transcripts needs only Node's own modules, and is under 400,000 bytes", () => {
  const code = readFileSync(join(ROOT, HARVESTER), 'utf8');
  const imported = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([]);
  expect(code.length).toBeLessThan(400_000);
  const { status, stdout, stderr } = spawnSync(NODE, [join(ROOT, HARVESTER)], {
    env: { PATH: '/usr/bin:/bin', HOME: temporaryDirectory() },
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

describe('a copy of the plugin without node_modules', () => {
  it('runs `chronicle` from bin, through a link and from a path with blanks', () => {
    const copy = join(temporaryDirectory(), 'my plugin');
    mkdirSync(copy);
    for (const part of ['.claude-plugin', 'bin', 'hooks', 'package.json'])
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    symlinkSync(join(copy, 'bin/chronicle'), join(copy, 'linked'));
    for (const program of ['bin/chronicle', 'linked']) {
      const { status, stdout, stderr } = spawnSync(join(copy, program), ['tags'], {
        env: { PATH: `${dirname(NODE)}:/usr/bin:/bin` },
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^DECISION /);
    }
  });

  it('reads the archive without any package, and says what a site needs', () => {
    const copy = temporaryDirectory();
    cpSync(join(ROOT, 'hooks/dist/cli.mjs'), join(copy, 'cli.mjs'));
    cpSync(join(ROOT, 'tests/fixtures/sample/projects'), join(copy, '.claude/projects'), { recursive: true });
    const run = (...args: string[]) =>
      spawnSync(NODE, [join(copy, 'cli.mjs'), ...args], {
        env: { PATH: '/usr/bin:/bin', HOME: copy },
        encoding: 'utf8',
      });
    expect(run('search', 'tag:miss').status).toBe(0);
    expect(run('show', 'last').stdout).toContain('winter report');
    expect(run('list').status).toBe(0);
    const needed = expect.stringContaining('Install the npm package session-chronicle');
    expect(run('build')).toMatchObject({ status: 2, stderr: needed });
  });
});

describe('the program of the hooks', () => {
  it('answers an unknown word with all words', () => {
    expect(spawnSync(NODE, [BUNDLE, 'session-begin'], { input: '{}', encoding: 'utf8' })).toMatchObject({
      status: 2,
      stderr: `session-chronicle: There is no hook or command "session-begin". There are ${[...WORDS, ...AGENT_COMMANDS].join(', ')}.\n`,
    });
  });
});

describe('the manifests', () => {
  const { hooks } = readJson('hooks/hooks.json') as {
    hooks: Record<string, { matcher?: string; hooks: HookEntry[] }[]>;
  };

  it('agree on name and version', () => {
    const { name, version } = readJson('package.json');
    expect(readJson('.claude-plugin/plugin.json')).toMatchObject({ name, version });
    expect(readJson('.claude-plugin/marketplace.json')).toMatchObject({
      name,
      description: expect.any(String),
      plugins: [{ name, version, source: './' }],
    });
  });

  it('name only events that the host and the bundle know, each as a program with arguments', async () => {
    expect(Object.keys(hooks)).toEqual(expect.arrayContaining(['PreToolUse', 'SessionEnd', 'SessionStart']));
    expect(Object.keys(hooks)).toEqual(HOOK_EVENT_NAMES);
    for (const [event, groups] of Object.entries(hooks)) {
      expect(HOST_EVENTS).toContain(event);
      for (const { type, command, args, timeout } of groups.flatMap((group) => group.hooks)) {
        // Without a shell, no path needs quoting.
        expect({ type, command, timeout }).toEqual({ type: 'command', command: 'node', timeout: expect.any(Number) });
        const [script = '', argument = '', ...more] = args;
        expect(more).toEqual([]);
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in.
        expect(existsSync(script.replace('${CLAUDE_PLUGIN_ROOT}', ROOT))).toBe(true);
        const { stderr } = await openSandbox().run([argument], '{}');
        expect(stderr).not.toContain('There is no hook or command');
      }
    }
  });

  it('have conditions that are one string each: a list would keep the whole plugin from loading', () => {
    const conditions = Object.values(hooks).flatMap((groups) =>
      groups.flatMap((group) => group.hooks.flatMap((hook) => ('if' in hook ? [[group.matcher, hook.if]] : []))),
    );
    // A condition applies only to the tool it names: one on Edit does not cover Write.
    expect(conditions).toEqual([['Bash', 'Bash(*chronicle*)']]);
    // A condition on a path matches it as written, and a link may lead to memory from anywhere.
    const tools = ['Bash', 'Monitor', 'Write|Edit|MultiEdit|NotebookEdit'];
    expect(hooks.PreToolUse?.map(({ matcher }) => matcher)).toEqual(tools);
  });
});
