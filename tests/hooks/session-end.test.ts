import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chronicle, summaryLines } from './chronicle-text.ts';
import { filesBelow, openSandbox, type Sandbox } from './sandbox.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';

/** The result of ending a session on an existing file that is not in the index. */
async function endOf(text: string): Promise<{ text: string; appended: string; box: Sandbox }> {
  const box = openSandbox();
  const path = box.place('2026-03-24-main.md', text);
  const finished = await box.end(ID);
  expect(finished).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  const after = readFileSync(path, 'utf8');
  expect(after.startsWith(text)).toBe(true);
  expect(box.leftovers()).toEqual([]);
  return { text: after, appended: after.slice(text.length), box };
}

const EVENT = '- 09:10 [DECISION] Keep it';
const LINE = 'Auto-generated: 1 event (1 decision)';

describe('events without a summary', () => {
  it('get a summary with counts in words', async () => {
    const events = ['ERROR', 'ERROR', 'DECISION', 'MEMORY-MISS', 'MEMORY-MISS', 'BLOCKED', 'PIVOT'].map(
      (tag) => `- [${tag}] text`,
    );
    const { appended } = await endOf(chronicle({ id: ID, events }));
    expect(appended).toBe('\nAuto-generated: 7 events (1 decision, 2 errors, 1 pivot, 2 memory misses, 1 blocked)\n');
  });

  it.each([
    ['DECISION', '1 decision', '2 decisions'],
    ['ERROR', '1 error', '2 errors'],
    ['PIVOT', '1 pivot', '2 pivots'],
    ['INSIGHT', '1 insight', '2 insights'],
    ['MEMORY-HIT', '1 memory hit', '2 memory hits'],
    ['MEMORY-MISS', '1 memory miss', '2 memory misses'],
    ['USER-CORRECTION', '1 correction', '2 corrections'],
    ['BLOCKED', '1 blocked', '2 blocked'],
  ])('show %s in the singular and the plural', async (tag, one, several) => {
    const single = await endOf(chronicle({ id: ID, events: [`- [${tag}] a`] }));
    expect(single.appended).toBe(`\nAuto-generated: 1 event (${one})\n`);
    appendFileSync(single.box.only().path, `- [${tag}] b\n`);
    await single.box.end(ID);
    expect(summaryLines(single.box.only().text)).toContain(`Auto-generated: 2 events (${several})`);
  });

  it('are not counted in fences, check boxes, links or with unknown tags', async () => {
    const strays = [
      '```',
      '- [ERROR] in a fence',
      '```',
      '- [ ] to do',
      '- [link](http://x)',
      '- [DECISON] typo',
      'text [ERROR] inside',
    ];
    expect((await endOf(chronicle({ id: ID, events: [...strays, EVENT] }))).appended).toBe(`\n${LINE}\n`);
  });

  it('get a missing heading, too', async () => {
    const text = chronicle({ id: ID, events: [EVENT] }).replace('## Summary\n', '');
    expect((await endOf(text)).appended).toBe(`## Summary\n\n${LINE}\n`);
  });

  it('get it after a file without a final line break', async () => {
    expect((await endOf(chronicle({ id: ID, events: [EVENT] }).trimEnd())).appended).toBe(`\n\n${LINE}\n`);
  });

  it('get it below the heading even if a fence above contains another "## Summary"', async () => {
    const text = chronicle({ id: ID, events: [EVENT, '', '```', '## Summary', 'not this one', '```'] });
    expect((await endOf(text)).appended).toBe(`\n${LINE}\n`);
  });

  it.each(['## Summary ', '## summary', '##  Summary', '## Summary ##'])(
    'under the heading %j get no second one',
    async (heading) => {
      const text = chronicle({ id: ID, events: [EVENT] }).replace('## Summary', heading);
      expect((await endOf(text)).appended).toBe(`\n${LINE}\n`);
    },
  );

  it('in a file with CRLF get CRLF', async () => {
    const text = chronicle({ id: ID, events: [EVENT] }).replaceAll('\n', '\r\n');
    expect((await endOf(text)).appended).toBe(`\r\n${LINE}\r\n`);
  });

  it('get it in a file with a byte order mark', async () => {
    expect((await endOf(`\ufeff${chronicle({ id: ID, events: [EVENT] })}`)).appended).toBe(`\n${LINE}\n`);
  });

  it('get it in a file that is not valid UTF-8, and every byte is kept', async () => {
    const box = openSandbox();
    const path = box.place('2026-03-24-main.md', '');
    const before = Buffer.concat([
      Buffer.from(
        chronicle({ id: ID, events: [EVENT] })
          .trimEnd()
          .replace('Keep it', 'Keep '),
      ),
      Buffer.from([0xff, 0xfe, 0x80]),
    ]);
    writeFileSync(path, before);
    await box.end(ID);
    const after = readFileSync(path);
    expect(after.subarray(0, before.length)).toEqual(before);
  });

  it('appended below the heading by somebody else are counted and do not become the summary', async () => {
    const text = `${chronicle({ id: ID, events: [EVENT] })}\n- 10:00 [ERROR] Appended with >>\n`;
    expect((await endOf(text)).appended).toBe('\nAuto-generated: 2 events (1 decision, 1 error)\n');
  });
});

describe('a machine summary', () => {
  it('that is up to date is left alone, however often the session ends', async () => {
    const { box, text } = await endOf(chronicle({ id: ID, events: [EVENT] }));
    for (let n = 0; n < 3; n++) await box.end(ID);
    expect(box.only().text).toBe(text);
  });

  it('that is out of date gets new counts in its place, and no other byte changes', async () => {
    const box = openSandbox();
    await box.start(ID);
    await box.log(ID, 'DECISION', 'first');
    await box.end(ID);
    await box.start(ID, { source: 'resume' });
    await box.log(ID, 'ERROR', 'second');
    const before = box.only().text.replace('## Summary', 'kept \xff\n\n## Summary');
    writeFileSync(box.only().path, before, 'latin1');
    await box.end(ID);
    const after = readFileSync(box.only().path, 'latin1');
    expect(after).toBe(before.replace(LINE, 'Auto-generated: 2 events (1 decision, 1 error)'));
  });
});

describe('nothing is written', () => {
  it.each([
    ['an agent’s summary', chronicle({ id: ID, events: [EVENT], summary: 'Curl went, the CLI stayed.' })],
    [
      'a person’s summary next to a machine summary',
      chronicle({ id: ID, events: [EVENT], summary: `${LINE}\n\nAnd then some words.` }),
    ],
    [
      'a retro',
      chronicle({
        id: ID,
        events: [EVENT],
        extra: ['retro: 2026-03-24T16:40:00Z'],
        summary: 'Lead.\n\n### Title\n\nStory.',
      }),
    ],
    ['a summary of another level', chronicle({ id: ID, events: [EVENT], summary: '### What happened\n\nThings.' })],
    ['no events', chronicle({ id: ID })],
    ['no events but text', chronicle({ id: ID, events: ['just a note', '- [ ] to do'] })],
    ['no events and CRLF', chronicle({ id: ID }).replaceAll('\n', '\r\n')],
  ])('to a file with %s', async (_, text) => {
    expect((await endOf(text)).appended).toBe('');
  });

  it('for an id without a file: the host sends such ids', async () => {
    const box = openSandbox();
    expect(await box.end('ghost')).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(filesBelow(box.config)).toEqual([]);
    box.place('2026-03-24-main.md', chronicle({ id: 'another', events: [EVENT] }));
    expect(await box.end('ghost')).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(box.only().text).not.toContain('Auto-generated');
  });

  it('for the summariser and subagents', async () => {
    const box = openSandbox();
    const text = chronicle({ id: ID, events: [EVENT] });
    box.place('2026-03-24-main.md', text);
    for (const payload of [{ agent_type: '' }, { agent_id: 'a1', agent_type: 'Explore' }])
      await box.end(ID, { payload });
    expect(box.only().text).toBe(text);
  });

  it('to a file with broken front matter: one sentence says so', async () => {
    const box = openSandbox();
    await box.start(ID);
    await box.log(ID, 'ERROR', 'text');
    const { path, text } = box.only();
    const broken = text.replace(/\n---\n/, '\n');
    writeFileSync(path, broken);
    const { code, stdout, stderr } = await box.end(ID);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^session-chronicle: [^\n]*front matter[^\n]*\n$/);
    expect(stderr).toContain(path);
    expect(readFileSync(path, 'utf8')).toBe(broken);
    expect(box.failures()).toMatchObject([{ event: 'session-end', session_id: ID }]);
    expect(box.leftovers()).toEqual([]);
  });
});

describe('the session’s own file is found', () => {
  it('past midnight, on another branch, after a cd, in another time zone', async () => {
    const box = openSandbox();
    box.gitInit(box.project);
    await box.start(ID);
    await box.log(ID, 'ERROR', 'text');
    box.git(box.project, 'switch', '--quiet', '--create', 'other');
    mkdirSync(join(box.project, 'sub'));
    const cwd = join(box.project, 'sub');
    await box.end(ID, { cwd, payload: { cwd }, env: { TZ: 'Pacific/Kiritimati' } });
    expect(summaryLines(box.only().text)).toEqual(['Auto-generated: 1 event (1 error)']);
  });

  it('even if it is old and a newer session runs on the same branch', async () => {
    const box = openSandbox();
    box.place('2026-03-24-main.md', chronicle({ id: ID, events: [EVENT] }));
    const newer = box.place('2026-03-25-main.md', chronicle({ id: 'newer', events: [EVENT] }));
    const before = readFileSync(newer, 'utf8');
    await box.end(ID);
    expect(box.chronicles()[0]?.text).toContain(LINE);
    expect(readFileSync(newer, 'utf8')).toBe(before);
  });

  it('if the index is lost and the session ran in a worktree', async () => {
    const box = openSandbox();
    box.gitInit(box.project);
    const tree = join(box.root, 'tree');
    box.git(box.project, 'worktree', 'add', '--quiet', '-b', 'other', tree);
    const env = { CLAUDE_PROJECT_DIR: tree };
    await box.start(ID, { env });
    await box.log(ID, 'ERROR', 'text');
    rmSync(box.state, { recursive: true });
    await box.end(ID, { env });
    expect(box.only().text).toContain('Auto-generated: 1 event');
  });
});

describe('the live entry', () => {
  it('exists while the session runs and not after its end', async () => {
    const box = openSandbox();
    const entry = join(box.state, 'index/live', ID);
    await box.start(ID);
    expect(JSON.parse(readFileSync(entry, 'utf8'))).toMatchObject({ pid: process.pid, host: expect.any(String) });
    await box.end(ID);
    expect(existsSync(entry)).toBe(false);
    await box.start(ID, { source: 'resume' });
    expect(existsSync(entry)).toBe(true);
  });

  it('keeps where the transcript is and how the session began, also over a compaction', async () => {
    const box = openSandbox();
    const state = () => JSON.parse(readFileSync(join(box.state, 'index/live', ID), 'utf8'));
    const transcript_path = `${box.config}/projects/-elsewhere/${ID}.jsonl`;
    await box.start(ID, { source: 'fork', payload: { transcript_path } });
    const { began } = state();
    expect(state()).toMatchObject({ transcript: transcript_path, began: { source: 'fork', at: expect.any(String) } });
    await box.start(ID, { source: 'compact', payload: { transcript_path } });
    expect(state()).toMatchObject({ transcript: transcript_path, began, start: { source: 'compact' } });
    await box.start(ID, { source: 'resume', payload: { transcript_path } });
    expect(state()).toMatchObject({ began: { source: 'resume' } });
  });

  it('stays readable if the host names an absurdly long transcript', async () => {
    const box = openSandbox();
    await box.start(ID, { payload: { transcript_path: `/${'x'.repeat(20_000)}` } });
    const state = JSON.parse(readFileSync(join(box.state, 'index/live', ID), 'utf8'));
    expect(state).toMatchObject({ pid: process.pid });
    expect(state).not.toHaveProperty('transcript');
  });

  it('is also removed for a session without events, and other entries are kept', async () => {
    const box = openSandbox();
    await box.start(ID);
    await box.start('other');
    await box.end(ID);
    expect(filesBelow(join(box.state, 'index/live')).map((path) => path.split('/').at(-1))).toEqual(['other']);
  });
});
