import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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

it('chronicle forget --empty names the chronicles of empty sessions, and deletes them after a yes', async () => {
  const box = openBox();
  const looked = await box.run('forget', '--empty');
  const rows = looked.stdout.trimEnd().split('\n');
  const named = rows.filter((row) => row.endsWith('.md')).map((row) => row.replace(/^delete .*2026-03-24-|\.md$/g, ''));
  expect(named.sort()).toEqual(['ghost', 'no-prompt-in-facts', 'only-cleared']);
  expect([looked.code, looked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  expect(namesIn(box)).toHaveLength(Object.keys(KINDS).length);
  const { code, stderr } = await box.run('forget', '--empty', '--yes');
  expect([code, stderr]).toEqual([0, 'Forgotten. Files: 7 deleted.\n']);
  expect(namesIn(box)).toHaveLength(Object.keys(KINDS).length - 3);
  expect(existsSync(join(box.project, 'chronicle/facts/2026-03-24-no-prompt-in-facts.json'))).toBe(false);
  expect(existsSync(join(box.config, 'session-chronicle/index/by-id/session-ghost'))).toBe(false);
  expect(existsSync(join(box.config, 'session-chronicle/index/by-id/session-event'))).toBe(true);
  expect(existsSync(join(box.config, 'session-chronicle/forgotten'))).toBe(false);
  const again = await box.run('forget', '--empty');
  expect([again.code, again.stderr]).toEqual([0, 'No empty sessions older than a day.\n']);
});
