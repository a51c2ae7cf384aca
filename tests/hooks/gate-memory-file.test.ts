import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeRetro, openRetro, readState } from '#src/record/live.ts';
import { answer, decisionOf, env as gateEnv, ID, paths } from './gate-box.ts';
import { toolPayload } from './payloads.ts';
import { openQuickSandbox, type Sandbox } from './sandbox.ts';

describe('a memory file', () => {
  const write = (file_path: unknown, fields = {}) =>
    toolPayload(undefined, { tool_name: 'Write', tool_input: { file_path, content: 'x' }, ...fields });

  function inRetro(): { box: Sandbox; memory: string } {
    const box = openQuickSandbox();
    const memory = join(box.config, 'projects/-home-dev-proj/memory');
    mkdirSync(memory, { recursive: true });
    openRetro(paths(box), ID, gateEnv(box));
    return { box, memory };
  }

  it.each([
    ...[
      ['Write', 'file_path'],
      ['Edit', 'file_path'],
      ['MultiEdit', 'file_path'],
      ['NotebookEdit', 'notebook_path'],
    ],
  ])('needs approval for %s while a retrospective is open, and leaves no ticket', async (tool_name, key = '') => {
    const { box, memory } = inRetro();
    const payload = toolPayload(undefined, { tool_name, tool_input: { [key]: join(memory, 'a.md') } });
    const { decision, reason } = await answer(box, payload);
    expect([decision, reason]).toEqual(['ask', expect.stringContaining('a.md')]);
    expect(readState(paths(box), ID)?.ticket).toBe(undefined);
  });

  it('is recognised in other spellings', async () => {
    const { box, memory } = inRetro();
    const filePaths = [
      join(memory, 'deep/er/a.md'),
      `${memory}/../memory/a.md`,
      `${memory}/../chronicle/../memory/new.md`,
      '../home/.claude/projects/-home-dev-proj/memory/a.md',
      '~/.claude/projects/-home-dev-proj/memory/a.md',
      ` ${memory}/a.md`,
      `${memory.toUpperCase().replace(box.config.toUpperCase(), box.config)}/a.md`,
      `${memory}/x\0.md`,
    ];
    for (const path of filePaths)
      expect([path, await decisionOf(box, write(path, { cwd: box.project }))]).toEqual([path, 'ask']);
  });

  it.each(['default', 'acceptEdits', 'bypassPermissions'])('is refused through a link in %s mode', async (mode) => {
    const { box, memory } = inRetro();
    writeFileSync(join(memory, 'a.md'), '');
    symlinkSync(memory, join(box.project, 'link'));
    symlinkSync(join(box.config, 'projects'), join(box.project, 'far'));
    symlinkSync(join(memory, 'a.md'), join(box.root, 'a'));
    symlinkSync(join(memory, 'not-there.md'), join(box.root, 'dangling'));
    symlinkSync('project/link/relative.md', join(box.root, 'relative'));
    linkSync(join(memory, 'a.md'), join(box.project, 'twin.md'));
    const filePaths = [
      'project/link/new.md',
      'project/far/x/memory/new.md',
      'a',
      'dangling',
      'relative',
      'project/twin.md',
    ];
    for (const path of filePaths) {
      const fields = { cwd: box.root, permission_mode: mode };
      const { decision, reason } = await answer(box, write(path, fields));
      expect([path, decision, reason]).toEqual([path, 'deny', expect.stringContaining('leads through a link')]);
    }
  });

  it('is recognised if the configuration is a link or elsewhere', async () => {
    const { box, memory } = inRetro();
    const moved = join(box.root, 'moved');
    symlinkSync(box.config, moved);
    const env = { CLAUDE_CONFIG_DIR: moved };
    for (const path of [join(memory, 'a.md'), join(moved, 'projects/x/memory/a.md')])
      expect((await answer(box, write(path), env)).decision).toBe('ask');
  });

  it("is not a file outside a project's memory directory", async () => {
    const { box, memory } = inRetro();
    const filePaths = [
      join(box.project, 'memory/a.md'),
      join(box.config, 'memory/a.md'),
      join(memory, '../a.md'),
      join(memory, '../notes/memory/a.md'),
      `${memory}-old/a.md`,
      memory,
    ];
    for (const path of filePaths) expect([path, await decisionOf(box, write(path))]).toEqual([path, null]);
  });

  it('is one of many files that a link may lead to', async () => {
    const { box } = inRetro();
    symlinkSync(box.project, join(box.root, 'link'));
    symlinkSync('loop', join(box.root, 'loop'));
    writeFileSync(join(box.project, 'a'), '');
    linkSync(join(box.project, 'a'), join(box.project, 'b'));
    const fields = { cwd: box.root };
    expect(await decisionOf(box, write('link/new.md', fields))).toBe(null);
    expect(await decisionOf(box, write('project/b', fields))).toBe(null);
    expect(await decisionOf(box, write('loop/a.md', fields))).toBe('ask');
  });

  it('is left to the host in a session without a retrospective', async () => {
    const { box, memory } = inRetro();
    expect(await decisionOf(box, write(join(memory, 'a.md'), { session_id: 'another' }))).toBe(null);
    closeRetro(paths(box), ID);
    expect(await decisionOf(box, write(join(memory, 'a.md')))).toBe(null);
  });
});

describe('our own record of memory changes', () => {
  const write = (file_path: string, fields = {}) =>
    toolPayload(undefined, {
      tool_name: 'Edit',
      tool_input: { file_path, old_string: 'a', new_string: 'b' },
      ...fields,
    });

  const RECORDS = [
    'projects/-home-dev-proj/chronicle/memory/proposals.jsonl',
    'projects/-home-dev-proj/chronicle/memory/pending',
    'projects/-home-dev-proj/chronicle/memory/backups/20260804T082305123Z-p-12150d/change.json',
    'projects/-home-dev-proj/chronicle/memory-ledger.jsonl',
    `session-chronicle/index/live/${ID}`,
    'session-chronicle/app/hooks/dist/gate-hook.cjs',
  ];

  it.each(RECORDS)('is refused at any time: %s', async (path) => {
    const box = openQuickSandbox();
    const { decision, reason } = await answer(box, write(join(box.config, path)));
    expect([decision, reason]).toEqual(['deny', expect.stringContaining('belongs to session-chronicle')]);
  });

  it.each(RECORDS)('is refused through a link: %s', async (path) => {
    const box = openQuickSandbox();
    mkdirSync(box.config);
    symlinkSync(box.config, join(box.project, 'link'));
    expect(await decisionOf(box, write(`link/${path}`, { cwd: box.project }))).toBe('deny');
  });

  it('is not a chronicle, a setting or a file elsewhere', async () => {
    const box = openQuickSandbox();
    const filePaths = [
      'projects/-home-dev-proj/chronicle/2026-03-24-main.md',
      'session-chronicle/redact.yml',
      'session-chronicle/index/by-id/x',
      'projects/-home-dev-proj/notes/memory-ledger.jsonl',
    ];
    for (const path of filePaths)
      expect([path, await decisionOf(box, write(join(box.config, path)))]).toEqual([path, null]);
  });
});

describe('a payload that cannot be read', () => {
  const UNREADABLE = [
    '',
    '{"session_id": ',
    '[]',
    '{}',
    toolPayload('ls', { session_id: '../x' }),
    toolPayload(['chronicle memory apply all']),
    toolPayload(undefined, { tool_name: 'Write', tool_input: null }),
    toolPayload(undefined, { tool_name: 'Edit', tool_input: { file_path: 7 } }),
  ];

  it.each(UNREADABLE)(
    'needs approval while the session has an open retrospective, and no answer otherwise: %j',
    async (payload) => {
      const box = openQuickSandbox();
      const env = { CLAUDE_CODE_SESSION_ID: ID };
      openRetro(paths(box), 'another', gateEnv(box));
      expect((await answer(box, payload, env)).decision).toBe(null);
      expect((await answer(box, payload)).decision).toBe(null);
      openRetro(paths(box), ID, gateEnv(box));
      expect((await answer(box, payload, env)).decision).toBe('ask');
    },
  );

  const expectQuestion = async (input: Parameters<Sandbox['run']>[1]) => {
    const box = openQuickSandbox();
    openRetro(paths(box), ID, gateEnv(box));
    const { code, stdout } = await box.run(['pre-tool-use'], input, { env: { CLAUDE_CODE_SESSION_ID: ID } });
    expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'ask']);
  };

  it('includes one that is not text', () => expectQuestion(Buffer.from([0x7b, 0xff])));

  it('includes one that never ends', { tags: 'long' }, () => expectQuestion({ open: toolPayload('ls') }));
});
