import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chronicle } from './chronicle-text.ts';
import { filesBelow, openQuickSandbox, type Sandbox } from './sandbox.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';

/** The result of ending a session on an existing file that is not in the index. */
async function endOf(text: string): Promise<{ text: string; appended: string; box: Sandbox }> {
  const box = openQuickSandbox();
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

describe('a machine summary', () => {
  it('that is out of date gets new counts in its place, and no other byte changes', async () => {
    const box = openQuickSandbox();
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
    const box = openQuickSandbox();
    expect(await box.end('ghost')).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(filesBelow(box.config)).toEqual([]);
    box.place('2026-03-24-main.md', chronicle({ id: 'another', events: [EVENT] }));
    expect(await box.end('ghost')).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(box.only().text).not.toContain('Auto-generated');
  });

  it('for the summariser and subagents', async () => {
    const box = openQuickSandbox();
    const text = chronicle({ id: ID, events: [EVENT] });
    box.place('2026-03-24-main.md', text);
    for (const payload of [{ agent_type: '' }, { agent_id: 'a1', agent_type: 'Explore' }])
      await box.end(ID, { payload });
    expect(box.only().text).toBe(text);
  });

  it('to a file with broken front matter: one sentence says so', async () => {
    const box = openQuickSandbox();
    await box.start(ID);
    await box.log(ID, 'ERROR', 'text');
    const { path, text } = box.only();
    const broken = text.replace(/\n---\n/, '\n');
    writeFileSync(path, broken);
    expect(await box.end(ID)).toRefuse(/^session-chronicle: [^\n]*front matter[^\n]*\n$/, path);
    expect(readFileSync(path, 'utf8')).toBe(broken);
    expect(box.failures()).toMatchObject([{ event: 'session-end', session_id: ID }]);
    expect(box.leftovers()).toEqual([]);
  });
});

describe('the live entry', () => {
  it('stays readable if the host names an absurdly long transcript', async () => {
    const box = openQuickSandbox();
    await box.start(ID, { payload: { transcript_path: `/${'x'.repeat(20_000)}` } });
    const state = JSON.parse(readFileSync(join(box.state, 'index/live', ID), 'utf8'));
    expect(state).toMatchObject({ pid: process.pid });
    expect(state).not.toHaveProperty('transcript');
  });
});
