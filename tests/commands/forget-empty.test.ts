import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { factsPath } from '#src/lib/paths.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';

const PROMPT = { type: 'user', message: { role: 'user', content: 'fix the login' } };
const CLEARED = { type: 'user', message: { role: 'user', content: '<command-name>/clear</command-name>' } };
const META = { type: 'user', isMeta: true, message: { role: 'user', content: 'Base directory for this skill' } };

interface Kind {
  /** Ends the front matter. */
  keys?: string;
  body?: string;
  started?: string;
  transcript?: object[];
  /** How many prompts its facts have. */
  prompts?: number;
  state?: object;
}

/** One session of each kind; the first three are empty. */
const KINDS: Record<string, Kind> = {
  ghost: {},
  'only-cleared': { transcript: [CLEARED, META] },
  'no-prompt-in-facts': { prompts: 0 },
  prompt: { transcript: [META, PROMPT] },
  'prompt-in-facts': { prompts: 1 },
  event: { body: '- 10:00 [ERROR] x\n' },
  stray: { body: 'A note.\n' },
  summary: { body: '\n## Summary\n\nAuto-generated: 1 event (1 error)\n' },
  problem: { body: '## Other\n' },
  'own-key': { keys: 'note: mine\n' },
  retro: { keys: 'retro: 2026-03-24T14:00:00Z\n' },
  backfilled: { keys: 'source: backfill\n' },
  young: { started: new Date().toISOString() },
  live: { state: { pid: process.pid, started: null, host: hostname(), since: '2026-03-24T14:00:00Z' } },
};

function openBox(): MemoryBox {
  const box = openMemoryBox();
  const state = join(box.config, 'session-chronicle/index');
  for (const directory of [join(box.project, 'chronicle/facts'), join(state, 'by-id'), join(state, 'live')])
    mkdirSync(directory, { recursive: true });
  for (const [
    name,
    { keys = '', body = '', started = '2026-03-24T14:00:00Z', transcript, prompts, state: live },
  ] of Object.entries(KINDS)) {
    const id = `session-${name}`;
    const path = join(box.project, 'chronicle', `2026-03-24-${name}.md`);
    const front = `session_id: ${id}\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: ${started}\ncwd: ${box.checkout}\n${keys}`;
    writeFileSync(path, `---\n${front}---\n\n## Events\n\n${body}`);
    const head = { session_id: id, prompts: prompts ?? 0 };
    if (prompts !== undefined) writeFileSync(factsPath(path), serializeFacts(someFacts({ head })));
    utimesSync(path, 1_774_360_800, 1_774_360_800);
    writeFileSync(join(state, 'by-id', id), `${box.project.split('/').at(-1)}/chronicle/2026-03-24-${name}.md\n`);
    const records = transcript?.map((record) => `${JSON.stringify(record)}\n`).join('');
    if (records) writeFileSync(join(box.project, `${id}.jsonl`), `${records}{"type":"us`);
    if (live) writeFileSync(join(state, 'live', id), JSON.stringify(live));
  }
  return box;
}
const namesIn = (box: MemoryBox) => readdirSync(join(box.project, 'chronicle')).filter((name) => name.endsWith('.md'));

describe('chronicle forget --empty', () => {
  it('lists the chronicles of empty sessions, and deletes them after a yes', async () => {
    const box = openBox();
    const looked = await box.run('forget', '--empty');
    const [head, ...rows] = looked.stdout.trimEnd().split('\n');
    expect(head).toMatch(/^Started +Project +Session$/);
    expect(rows.sort()).toEqual([
      expect.stringMatching(/^2026-03-24 14:00 UTC +inkwell {2}2026-03-24-ghost$/),
      expect.stringMatching(/^2026-03-24 14:00 UTC +inkwell {2}2026-03-24-no-prompt-in-facts$/),
      expect.stringMatching(/^2026-03-24 14:00 UTC +inkwell {2}2026-03-24-only-cleared$/),
    ]);
    expect([looked.code, looked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect(namesIn(box)).toHaveLength(Object.keys(KINDS).length);
    const { code, stderr } = await box.run('forget', '--empty', '--yes', '--project', 'inkwell');
    expect([code, stderr]).toEqual([0, 'Deleted 3 files.\n']);
    expect(namesIn(box)).toHaveLength(Object.keys(KINDS).length - 3);
    expect(readdirSync(join(box.project, 'chronicle/facts'))).toEqual(['2026-03-24-prompt-in-facts.json']);
    expect(existsSync(join(box.config, 'session-chronicle/index/by-id/session-ghost'))).toBe(false);
    expect(existsSync(join(box.config, 'session-chronicle/index/by-id/session-event'))).toBe(true);
    const again = await box.run('forget', '--empty', '--json');
    expect([again.code, again.stdout]).toEqual([0, '[]\n']);
  });

  it('refuses a project without sessions', async () => {
    const { code, stderr } = await openBox().run('forget', '--empty', '--project', 'inkwel');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Nothing was deleted.')]);
  });

  it.each([
    [['--project', 'inkwell'], '--project goes with --empty only.'],
    [['--empty', 'last'], '--empty takes no session and no text.'],
  ])('refuses %j', async (args, sentence) => {
    const { code, stderr } = await openBox().run('forget', ...args);
    expect([code, stderr]).toEqual([2, `${sentence} Nothing was changed.\n`]);
  });
});
