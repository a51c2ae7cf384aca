import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeRetro, openRetro } from '#src/node/session/live.ts';
import { readState } from '#src/node/session/live-state.ts';
import { answer, decisionOf, ID, layout, world } from './gate-box.ts';
import { toolPayload } from './payloads.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

describe('a memory file', () => {
  const write = (file_path: unknown, fields = {}) =>
    toolPayload(undefined, { tool_name: 'Write', tool_input: { file_path, content: 'x' }, ...fields });

  function inRetro(): { box: Sandbox; memory: string } {
    const box = openSandbox();
    const memory = join(box.config, 'projects/-home-dev-proj/memory');
    mkdirSync(memory, { recursive: true });
    openRetro(layout(box), ID, world(box));
    return { box, memory };
  }

  it('needs approval while a retrospective is open', async () => {
    const { box, memory } = inRetro();
    const { decision, reason } = await answer(box, write(join(memory, 'a.md')));
    expect([decision, reason]).toEqual(['ask', expect.stringContaining('a.md')]);
  });

  it.each(['Write', 'Edit', 'MultiEdit'])('needs approval for %s', async (tool_name) => {
    const { box, memory } = inRetro();
    expect(await decisionOf(box, write(join(memory, 'a.md'), { tool_name }))).toBe('ask');
  });

  it('needs approval for NotebookEdit', async () => {
    const { box, memory } = inRetro();
    const fields = { tool_name: 'NotebookEdit', tool_input: { notebook_path: join(memory, 'a.ipynb') } };
    expect(await decisionOf(box, toolPayload(undefined, fields))).toBe('ask');
  });

  it('is recognised in other spellings and through links', async () => {
    const { box, memory } = inRetro();
    symlinkSync(memory, join(box.project, 'link'));
    symlinkSync(join(memory, 'a.md'), join(box.root, 'a'));
    writeFileSync(join(memory, 'a.md'), '');
    const paths = [
      join(memory, 'deep/er/a.md'),
      `${memory}/../memory/a.md`,
      `${memory}/../chronicle/../memory/new.md`,
      '../home/.claude/projects/-home-dev-proj/memory/a.md',
      join(box.project, 'link/new.md'),
      join(box.root, 'a'),
      `${memory}/x\0.md`,
    ];
    for (const path of paths)
      expect([path, await decisionOf(box, write(path, { cwd: box.project }))]).toEqual([path, 'ask']);
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
    const paths = [
      join(box.project, 'memory/a.md'),
      join(box.config, 'memory/a.md'),
      join(memory, '../a.md'),
      join(memory, '../notes/memory/a.md'),
      `${memory}-old/a.md`,
      memory,
    ];
    for (const path of paths) expect([path, await decisionOf(box, write(path))]).toEqual([path, null]);
  });

  it('is left to the host in a session without a retrospective', async () => {
    const { box, memory } = inRetro();
    expect(await decisionOf(box, write(join(memory, 'a.md'), { session_id: 'another' }))).toBe(null);
    closeRetro(layout(box), ID);
    expect(await decisionOf(box, write(join(memory, 'a.md')))).toBe(null);
  });

  it('leaves no ticket', async () => {
    const { box, memory } = inRetro();
    await answer(box, write(join(memory, 'a.md')));
    expect(readState(layout(box), ID)?.ticket).toBe(undefined);
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

  it.each(UNREADABLE)('needs approval while the session has an open retrospective: %j', async (payload) => {
    const box = openSandbox();
    openRetro(layout(box), ID, world(box));
    expect((await answer(box, payload, { CLAUDE_CODE_SESSION_ID: ID })).decision).toBe('ask');
  });

  it.each(UNREADABLE)('gets no answer otherwise: %j', async (payload) => {
    const box = openSandbox();
    openRetro(layout(box), 'another', world(box));
    expect((await answer(box, payload, { CLAUDE_CODE_SESSION_ID: ID })).decision).toBe(null);
    expect((await answer(box, payload)).decision).toBe(null);
  });

  it('includes one that is not text, and one that never ends', async () => {
    const box = openSandbox();
    openRetro(layout(box), ID, world(box));
    const env = { CLAUDE_CODE_SESSION_ID: ID };
    for (const input of [Buffer.from([0x7b, 0xff]), { open: toolPayload('ls') }]) {
      const { code, stdout } = await box.run(['pre-tool-use'], input, { env });
      expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'ask']);
    }
  }, 20_000);
});
