import { describe, expect, it } from 'vitest';
import { byOrigin, ownParts } from '#src/transcript/copies.ts';
import { addPrompt, type HistorySession } from '#src/import/prompt-history.ts';
import { readSession, Transcript } from './transcript.ts';

/** A session, and another that begins with a copy of it; new ids of records where `renamed`. */
function forked({ renamed = false } = {}) {
  const parent = new Transcript().prompt('one').interrupt().prompt('two').answers('Done.');
  const copies = parent.records.map((record, n) => ({
    ...record,
    sessionId: 'fork',
    ...(renamed ? { uuid: `copy-${n}` } : {}),
  }));
  const fork = new Transcript();
  fork.records.push(...copies);
  return { parent: parent.read('parent'), copy: readSession(copies, 'copy'), fork: fork.prompt('three').read('fork') };
}

const texts = ({ prompts }: { prompts: { text: string }[] }) => prompts.map(({ text }) => text);

describe('ownParts', () => {
  it.each([false, true])('leaves a fork only what it does not share with its parent; new ids: %j', (renamed) => {
    const { parent, copy, fork } = forked({ renamed });
    const [first, second, third] = ownParts([parent, copy, fork]);
    expect([first, second, third].map((session) => session && texts(session))).toEqual([['one', 'two'], [], ['three']]);
  });
});

describe('byOrigin', () => {
  it('puts the one with bookkeeping of the host first, then the older file', () => {
    const { parent, copy } = forked();
    const [original, made] = [
      { ...parent, bookkeeping: 19, bornMs: 2 },
      { ...copy, bookkeeping: 11, bornMs: 1 },
    ];
    expect(byOrigin([made, original]).map(({ id }) => id)).toEqual(['parent', 'copy']);
    const [late, early] = [
      { ...parent, bookkeeping: 1, bornMs: 2 },
      { ...copy, bookkeeping: 1, bornMs: 1 },
    ];
    expect(byOrigin([late, early]).map(({ id }) => id)).toEqual(['copy', 'parent']);
  });
});

describe('a transcript with each line twice', () => {
  it('reads like one without repetitions', () => {
    const { records } = new Transcript()
      .prompt('fix it')
      .fails('ls x', 'Exit code 2\nno')
      .fails('ls x', 'Exit code 2\nno');
    const once = readSession(records);
    const twice = readSession(records.flatMap((record) => [record, record]));
    expect(twice.prompts).toHaveLength(1);
    expect(twice.found.map(({ text }) => text)).toEqual(once.found.map(({ text }) => text));
  });
});

describe('the prompt history', () => {
  it('gives prompts by session, without built-in commands', () => {
    const sessions = new Map<string, HistorySession>();
    const line = (display: string, timestamp: number, sessionId?: string) => ({
      display,
      timestamp,
      project: '/a',
      sessionId,
    });
    const lines = [
      line('later', 2, 's1'),
      line('first', 1, 's1'),
      line('/clear', 3, 's2'),
      line('!ls', 3, 's2'),
      line('old', 4),
      line('/retro all', 5, 's3'),
    ];
    for (const value of [...lines, null, 7, 'x', { display: 7 }, line('x', Number.NaN, 's1'), line('x', 1, '../s1')])
      addPrompt(sessions, value);
    expect([...sessions.values()]).toEqual([
      { id: 's1', at: 1, project: '/a', began: 'first', prompts: 2 },
      { id: 's3', at: 5, project: '/a', began: '/retro all', prompts: 1 },
    ]);
  });
});
