import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeRetro, isRetroOpen, noteAsked, openRetro, takeTicket } from '#src/node/session/live.ts';
import type { World } from '#src/node/world.ts';
import { layoutOf } from '#src/project/paths.ts';
import { toolPayload } from './payloads.ts';
import { filesBelow, openSandbox, type Sandbox } from './sandbox.ts';

const ID = 'c8b05489-c840-4975-89ad-df787a5ec124';
const NOW = new Date('2026-08-04T08:00:00Z');

const layout = (box: Sandbox) => layoutOf(box.config);
const world = (box: Sandbox, now = NOW): World => ({
  env: box.environment(),
  home: box.home,
  cwd: box.project,
  now: () => now,
  host: hostname(),
  parentPid: process.pid,
});

/** What the hook answers to a payload. */
async function answer(box: Sandbox, payload: string, env: Record<string, string | undefined> = {}) {
  const { code, stdout, stderr } = await box.run(['pre-tool-use'], payload, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  if (stdout === '') return { decision: null, reason: '' };
  const { hookEventName, permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
  expect(hookEventName).toBe('PreToolUse');
  return { decision: permissionDecision as string, reason: permissionDecisionReason as string };
}

const decisionOf = async (box: Sandbox, payload: string) => (await answer(box, payload)).decision;

/** A project whose session has a chronicle, and these proposals. */
async function withProposals(proposals: object[]): Promise<Sandbox> {
  const box = openSandbox();
  await box.start(ID);
  const lines = proposals.map((proposal) => `${JSON.stringify({ state: 'open', session_id: ID, ...proposal })}\n`);
  mkdirSync(join(box.chronicleDirectory, 'memory'));
  writeFileSync(join(box.chronicleDirectory, 'memory/proposals.jsonl'), lines.join(''));
  return box;
}

const proposal = (n: number, fields: object = {}) => ({
  id: `p-00000${n}`,
  action: 'NEW',
  file: `feedback_${n}.md`,
  ...fields,
});

describe('a command that changes memory', () => {
  const box = openSandbox();

  it.each([
    'chronicle memory apply all',
    'chronicle memory apply p-12150d p-77aa01',
    'chronicle memory undo last',
    'chronicle memory apply --yes all',
    'chronicle memory --project tidemark apply all',
    "chronicle memory 'apply' all",
    "chronicle memory apply all <<'EOF'\ny\nEOF",
    '  chronicle  memory   apply all',
    'chronicle memory apply all\n',
    'chronicle\tmemory\tapply all',
    'chronicle \\\n  memory apply all',
    'cd . && chronicle memory apply all',
    'true; chronicle memory undo last',
    'env chronicle memory apply all',
    'X=1 chronicle memory apply all',
    'CLAUDECODE= chronicle memory apply all --yes',
    '/opt/plugin/bin/chronicle memory apply all',
    '"$CLAUDE_PLUGIN_ROOT/bin/chronicle" memory apply all',
    'node /opt/plugin/hooks/dist/cli.mjs memory apply all',
    "bash -c 'chronicle memory apply all'",
    'eval "chronicle memory apply all"',
    "bash <<'EOF'\nchronicle memory apply all\nEOF",
    "cat > s.sh <<'EOF'\nchronicle memory apply all\nEOF\nbash s.sh",
    'echo $(chronicle memory apply all)',
    'echo `chronicle memory undo last`',
    'ch\'\'ronicle mem"or"y ap\\ply all',
    'c=chronicle; $c memory apply all',
    '$(which chronicle) memory apply all',
    'env chronicle --project x memory apply all',
    'chronicle memory $VERB all',
    'chronicle memory {apply,all}',
    'for id in p-12150d p-77aa01; do chronicle memory apply $id; done',
    'chronicle memory apply all 2>&1 | head',
    'chronicle memory apply all &',
    '(chronicle memory apply all)',
    'if true; then chronicle memory apply all; fi',
    'echo p-12150d | xargs chronicle memory apply',
    "chronicle log ERROR <<'EOF' && chronicle memory apply all\ntext\nEOF",
    "chronicle log ERROR <<'EOF'\ntext\nEOF\nchronicle memory apply all",
    'CHRONICLE MEMORY APPLY ALL',
  ])('is asked about: %j', async (command) => {
    expect(await decisionOf(box, toolPayload(command))).toBe('ask');
  });

  it.each(['default', 'plan', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'])(
    'is asked about in %s mode',
    async (permission_mode) => {
      expect(await decisionOf(box, toolPayload('chronicle memory apply all', { permission_mode }))).toBe('ask');
    },
  );

  it('is asked about in a subagent', async () => {
    const payload = toolPayload('chronicle memory apply all', { agent_id: 'a1', agent_type: 'Explore' });
    expect(await decisionOf(box, payload)).toBe('ask');
  });

  it('is asked about although the ticket cannot be written', async () => {
    const blocked = openSandbox();
    mkdirSync(blocked.config);
    writeFileSync(blocked.state, '');
    expect(await decisionOf(blocked, toolPayload('chronicle memory apply all'))).toBe('ask');
  });

  it.each([
    'chronicle memory list',
    'chronicle memory audit && ls',
    "git commit -m 'chronicle: document memory apply'",
    'grep -rn chronicle docs; echo memory undo',
    'grep -rn apply src/memory',
    'cat ~/.claude/projects/x/chronicle/a.md | grep memory',
    'ls',
  ])('is not %j', async (command) => {
    expect(await decisionOf(box, toolPayload(command))).toBe(null);
  });

  it.each(['log ERROR', 'summary', 'memory propose', 'retro narrative --seen abc'])(
    'is not the text of chronicle %s',
    async (command) => {
      const text = '{"text": "**How to apply:** chronicle memory apply all, chronicle memory undo last"}';
      const payload = toolPayload(`chronicle ${command} <<'EOF'\n${text}\nEOF`);
      expect(await decisionOf(box, payload)).toBe('allow');
    },
  );

  it('is looked for once in a long command', async () => {
    const long = (text: string) => toolPayload(`true; ${text.repeat(200_000)}`);
    expect(await decisionOf(box, long('chronicle '))).toBe(null);
    expect(await decisionOf(box, long('chronicle memory -x '))).toBe(null);
    expect(await decisionOf(box, long('chronicle -x x '))).toBe(null);
    expect(await decisionOf(box, long('chronicle -x memory -x '))).toBe(null);
  });
});

describe('the question', () => {
  it('names the proposals that the command names', async () => {
    const box = await withProposals([proposal(1), proposal(2, { action: 'STALE?', file: 'old.md' }), proposal(3)]);
    const { reason } = await answer(box, toolPayload('chronicle memory apply p-000002 p-000001 p-0000ff'));
    expect(reason.split('\n').slice(1)).toEqual([
      'p-000001 NEW feedback_1.md',
      'p-000002 STALE? old.md',
      'p-0000ff (no such proposal in this project)',
    ]);
  });

  it('names for `all` the open ones of this session', async () => {
    const box = await withProposals([
      proposal(1),
      proposal(2, { session_id: 'other' }),
      proposal(3, { state: 'skipped' }),
      proposal(4, { action: 'DELETE' }),
    ]);
    const { reason } = await answer(box, toolPayload('chronicle memory apply all'));
    expect(reason.split('\n').slice(1)).toEqual(['p-000001 NEW feedback_1.md', 'p-000004 DELETE feedback_4.md']);
  });

  it('names eight and counts the others', async () => {
    const box = await withProposals(Array.from({ length: 11 }, (_, n) => proposal(n, { id: `p-0000${10 + n}` })));
    const { reason } = await answer(box, toolPayload('chronicle memory apply all'));
    expect(reason.split('\n')).toHaveLength(10);
    expect(reason).toMatch(/\nand 3 more$/);
  });

  it('says what an undo takes back', async () => {
    const box = await withProposals([proposal(1, { state: 'approved' })]);
    const { reason } = await answer(box, toolPayload('chronicle memory undo p-000001'));
    expect(reason).toMatch(/This would undo:\np-000001 NEW feedback_1\.md$/);
  });

  it('shows nothing of a file that a terminal would act on, and stays short', async () => {
    const box = await withProposals([
      proposal(1, { file: '\u001b[2Ja\n\u202eb.md' }),
      proposal(2, { file: `${'x'.repeat(100_000)}.md` }),
      proposal(3, { action: 'NEW\u001b[2J' }),
      proposal(4, { file: ['a.md'] }),
    ]);
    writeFileSync(join(box.chronicleDirectory, 'memory/proposals.jsonl'), '{"id": "p-00\n[1]\nnull\n', { flag: 'a' });
    const { reason } = await answer(box, toolPayload('chronicle memory apply all'));
    expect(reason).not.toMatch(/[\u001b\u202e]/);
    expect(reason.split('\n')).toHaveLength(3);
    expect(reason.length).toBeLessThan(1000);
  });

  it('finds the newest proposals in a long file', async () => {
    const many = Array.from({ length: 40 }, (_, n) =>
      proposal(1, { state: 'approved', text: 'x'.repeat(100_000 + n) }),
    );
    const box = await withProposals([...many, proposal(2)]);
    const { reason } = await answer(box, toolPayload('chronicle memory apply all'));
    expect(reason).toMatch(/apply:\np-000002 NEW feedback_2\.md$/);
  });

  it('is asked without them where the session has no chronicle', async () => {
    const { reason } = await answer(openSandbox(), toolPayload('chronicle memory apply all'));
    expect(reason).toContain('cannot be told');
  });
});

describe('a file of memory', () => {
  const write = (file_path: unknown, fields = {}) =>
    toolPayload(undefined, { tool_name: 'Write', tool_input: { file_path, content: 'x' }, ...fields });

  function inRetro(): { box: Sandbox; memory: string } {
    const box = openSandbox();
    const memory = join(box.config, 'projects/-home-dev-proj/memory');
    mkdirSync(memory, { recursive: true });
    openRetro(layout(box), ID, world(box));
    return { box, memory };
  }

  it('is asked about while a retro is open', async () => {
    const { box, memory } = inRetro();
    const { decision, reason } = await answer(box, write(join(memory, 'a.md')));
    expect([decision, reason]).toEqual(['ask', expect.stringContaining('a.md')]);
  });

  it.each(['Write', 'Edit', 'MultiEdit'])('is asked about for %s', async (tool_name) => {
    const { box, memory } = inRetro();
    expect(await decisionOf(box, write(join(memory, 'a.md'), { tool_name }))).toBe('ask');
  });

  it('is asked about for NotebookEdit', async () => {
    const { box, memory } = inRetro();
    const fields = { tool_name: 'NotebookEdit', tool_input: { notebook_path: join(memory, 'a.ipynb') } };
    expect(await decisionOf(box, toolPayload(undefined, fields))).toBe('ask');
  });

  it('is found under other spellings and through links', async () => {
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

  it('is found where the configuration is a link or lies elsewhere', async () => {
    const { box, memory } = inRetro();
    const moved = join(box.root, 'moved');
    symlinkSync(box.config, moved);
    const env = { CLAUDE_CONFIG_DIR: moved };
    for (const path of [join(memory, 'a.md'), join(moved, 'projects/x/memory/a.md')])
      expect((await answer(box, write(path), env)).decision).toBe('ask');
  });

  it('is not one outside a memory directory of a project', async () => {
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

  it('is left to the host in a session without a retro', async () => {
    const { box, memory } = inRetro();
    expect(await decisionOf(box, write(join(memory, 'a.md'), { session_id: 'another' }))).toBe(null);
    closeRetro(layout(box), ID);
    expect(await decisionOf(box, write(join(memory, 'a.md')))).toBe(null);
  });

  it('leaves no ticket', async () => {
    const { box, memory } = inRetro();
    await answer(box, write(join(memory, 'a.md')));
    expect(takeTicket(layout(box), ID, new Date())).toBe(false);
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

  it.each(UNREADABLE)('is asked about while the session has an open retro: %j', async (payload) => {
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

  it('is also one that is no text, and one without an end', async () => {
    const box = openSandbox();
    openRetro(layout(box), ID, world(box));
    const env = { CLAUDE_CODE_SESSION_ID: ID };
    for (const input of [Buffer.from([0x7b, 0xff]), { open: toolPayload('ls') }]) {
      const { code, stdout } = await box.run(['pre-tool-use'], input, { env });
      expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'ask']);
    }
  }, 20_000);
});

describe('takeTicket', () => {
  const asked = (box: Sandbox, shown: string[] = [], more = {}) =>
    noteAsked(layout(box), ID, world(box), { shown, ...more });
  const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  const take = (box: Sandbox, now = NOW, ids?: string[]) => takeTicket(layout(box), ID, now, ids);

  it('has one from the hook for one change', async () => {
    const box = openSandbox();
    expect(take(box, new Date())).toBe(false);
    await answer(box, toolPayload('chronicle memory apply p-12150d'));
    expect(take(box, new Date(), ['p-12150d'])).toBe(true);
    expect(take(box, new Date(), ['p-12150d'])).toBe(false);
  });

  it('has none from a session in which nobody can be asked', async () => {
    const box = openSandbox();
    const env = { CLAUDE_CODE_SESSION_ATTENDED: '0' };
    expect((await answer(box, toolPayload('chronicle memory apply all'), env)).decision).toBe('ask');
    expect(take(box, new Date())).toBe(false);
  });

  it('refuses proposals that the person was not shown', async () => {
    const box = await withProposals([proposal(1), proposal(2)]);
    await answer(box, toolPayload('chronicle memory apply all'));
    expect(take(box, new Date(), ['p-000001', 'p-000003'])).toBe(false);
    await answer(box, toolPayload('chronicle memory apply all'));
    expect(take(box, new Date(), ['p-000001', 'p-000002'])).toBe(true);
  });

  it('takes any proposal where the command did not tell them', async () => {
    const box = openSandbox();
    await answer(box, toolPayload('chronicle memory undo last'));
    expect(take(box, new Date(), ['p-12150d'])).toBe(true);
  });

  it('refuses one that is older than an hour or from the future', () => {
    const box = openSandbox();
    for (const [minutes, is] of [
      [59, true],
      [61, false],
      [-1, false],
    ] as const) {
      asked(box);
      expect([minutes, take(box, after(minutes))]).toEqual([minutes, is]);
    }
  });

  it('refuses one whose call was refused or has run', () => {
    const box = openSandbox();
    const transcript = join(box.root, 'transcript.jsonl');
    const line = (content: object[]) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;
    const more = { call: 'toolu_1', transcript };
    const results: [text: string, is: boolean][] = [
      [line([{ type: 'tool_use', id: 'toolu_1' }]), true],
      [line([{ type: 'tool_result', tool_use_id: 'toolu_0', content: 'toolu_1' }]), true],
      [line([{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true }]).slice(0, -9), true],
      [line([{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true }]), false],
    ];
    asked(box, [], more);
    expect(take(box)).toBe(true);
    for (const [text, is] of results) {
      writeFileSync(transcript, `${'x'.repeat(2_000_000)}\n${text}`);
      asked(box, [], more);
      expect([text, take(box)]).toEqual([text, is]);
    }
  });

  it('refuses what is no ticket, and an id that is none', () => {
    const box = openSandbox();
    const entry = join(box.state, 'index/live', ID);
    for (const ticket of [true, 'x', {}, { asked: 7, shown: [] }, { asked: 'x', shown: [] }, { asked: NOW }]) {
      openRetro(layout(box), ID, world(box));
      writeFileSync(entry, JSON.stringify({ ...JSON.parse(readFileSync(entry, 'utf8')), ticket }));
      expect([ticket, take(box)]).toEqual([ticket, false]);
    }
    expect(takeTicket(layout(box), '../x', NOW)).toBe(false);
    noteAsked(layout(box), '../x', world(box), { shown: [] });
    expect(filesBelow(box.config)).toEqual([entry]);
  });
});

describe('an open retro', () => {
  const open = (box: Sandbox) => isRetroOpen(layout(box), ID);

  it('is closed once', () => {
    const box = openSandbox();
    expect(open(box)).toBe(false);
    openRetro(layout(box), ID, world(box));
    expect(open(box)).toBe(true);
    closeRetro(layout(box), ID);
    closeRetro(layout(box), ID);
    expect(open(box)).toBe(false);
  });

  it('outlives a compaction, with the ticket', async () => {
    const box = openSandbox();
    await box.start(ID);
    openRetro(layout(box), ID, world(box));
    noteAsked(layout(box), ID, world(box), { shown: [] });
    await box.start(ID, { source: 'compact' });
    expect(open(box)).toBe(true);
    expect(takeTicket(layout(box), ID, NOW)).toBe(true);
  });

  it.each(['startup', 'resume', 'clear', 'fork'] as const)(
    'ends with a start by %s, as the ticket does',
    async (source) => {
      const box = openSandbox();
      openRetro(layout(box), ID, world(box));
      noteAsked(layout(box), ID, world(box), { shown: [] });
      await box.start(ID, { source });
      expect(open(box)).toBe(false);
      expect(takeTicket(layout(box), ID, NOW)).toBe(false);
    },
  );

  it('ends with its session', async () => {
    const box = openSandbox();
    await box.start(ID);
    openRetro(layout(box), ID, world(box));
    await box.end(ID);
    expect(open(box)).toBe(false);
    expect(filesBelow(join(box.state, 'index/live'))).toEqual([]);
  });

  it('keeps what a start wrote, also one by an older version', async () => {
    const box = openSandbox();
    await box.start(ID);
    const entry = join(box.state, 'index/live', ID);
    const before = JSON.parse(readFileSync(entry, 'utf8'));
    expect(Object.keys(before).sort()).toEqual(['directory', 'host', 'pid', 'since', 'start', 'started']);
    openRetro(layout(box), ID, world(box));
    expect(JSON.parse(readFileSync(entry, 'utf8'))).toEqual({ ...before, retro: NOW.toISOString() });
    closeRetro(layout(box), ID);
    expect(JSON.parse(readFileSync(entry, 'utf8'))).toEqual(before);
    expect(box.leftovers()).toEqual([]);
  });

  it('does not make its session look dead to the next start', async () => {
    const box = openSandbox();
    await box.start(ID);
    openRetro(layout(box), ID, world(box));
    await box.start('another');
    expect(open(box)).toBe(true);
  });
});
