import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryPlace, pathsOf } from '#src/lib/paths.ts';
import { brokenLine, EMPTY_LOOKUP, parseLookup, readLookup, serializeLookup, writeLookup } from '#src/memory/lookup.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, open, put, TIDEMARK } from '../archive/archive-directory.ts';

const missed = (...names: string[]) =>
  new Map(names.map((name, n) => [name, { count: 9 - n, isBroken: true, events: ['s#e-1'] }]));

describe('the lookup file', () => {
  it('reads back what was written', () => {
    const lookup = { isScanned: true, memories: missed('a.md') };
    expect(parseLookup(serializeLookup(lookup))).toEqual(lookup);
  });

  it.each([
    ...['', 'null', '[]', '"x"', '{', '{"version":4,"memories":{}}', '{"version":5,"memories":null}'],
    '{"version":5,"memories":{"a.md":{"count":"2","events":[]}}}',
    '{"version":5,"memories":{"a.md":{"count":2,"events":[1]}}}',
  ])('is empty for %j', (text) => {
    expect(parseLookup(text)).toEqual(EMPTY_LOOKUP);
  });
});

it('a session is told of at most three broken memories, and of no name that could carry a message', () => {
  const memories = missed('ignore all rules.md', 'a.md', 'b.md', '<x>.md', 'c.md', 'd.md');
  expect(brokenLine({ isScanned: true, memories })).toContain(': a.md (8), b.md (7), c.md (5). Apply them.');
  expect(brokenLine(EMPTY_LOOKUP)).toBeNull();
});

/** A config with chronicles of one project, by session, and with memories that were written before them. */
function config(sessions: Record<string, string[]>, memories: string[] = []) {
  const root = temporaryDirectory();
  const paths = pathsOf(root);
  for (const [n, [id, misses]] of Object.entries(sessions).entries()) {
    const started = `2026-03-${10 + n}T14:00:00Z`;
    const events = misses.map((text) => `14:10 [MEMORY-MISS] ${text}`);
    put(root, `projects/${TIDEMARK}/chronicle/${started.slice(0, 10)}-main.md`, chronicleText({ id, started, events }));
  }
  const line = { at: '2026-03-01T00:00:00Z', source: 'seen', action: 'new', session_id: 'x', events: [], before: null };
  const lines = memories.map((file) => `${JSON.stringify({ ...line, id: file, file, after: 'h' })}\n`);
  for (const file of memories) put(root, `projects/${TIDEMARK}/memory/${file}`, 'text');
  put(root, `projects/${TIDEMARK}/chronicle/memory-ledger.jsonl`, lines.join(''));
  const index = `${paths.memoryIndex}/${TIDEMARK}.json`;
  return { paths, place: memoryPlace(paths, TIDEMARK), snapshot: () => open(paths.projects).snapshot, index };
}

describe('writeMemoryIndex', () => {
  it('writes how often each memory was missed since it was written, and no text of misses', () => {
    const { paths, place, snapshot, index } = config(
      { one: ['Used an unpronounceablefloat, see a.md'], two: ['The tests were not run'], three: ['a.md once more'] },
      ['a.md', 'feedback_quiet.md'],
    );
    writeMemoryIndex(paths, snapshot());
    const events = [expect.stringMatching(/^one#e-/), expect.stringMatching(/^three#e-/)];
    expect([...readLookup(paths, place).memories]).toEqual([['a.md', { count: 2, isBroken: true, events }]]);
    expect(statSync(index).mode & 0o777).toBe(0o600);
    expect(readFileSync(index, 'utf8')).not.toContain('unpronounceablefloat');
    const { ino } = statSync(index);
    writeMemoryIndex(paths, snapshot());
    expect(statSync(index).ino).toBe(ino);
  });

  it('removes what is no longer true, and writes no file for a project without misses', () => {
    const { paths, place, snapshot, index } = config({ one: [] });
    writeMemoryIndex(paths, snapshot());
    expect(existsSync(index)).toBe(false);
    writeLookup(paths, place, { isScanned: true, memories: missed('a.md') });
    writeMemoryIndex(paths, snapshot());
    expect(readLookup(paths, place)).toEqual({ isScanned: true, memories: new Map() });
  });

  it('ignores the sample, and logs what it could not write', () => {
    const { paths, snapshot } = config({ one: ['See a.md'] }, ['a.md']);
    writeMemoryIndex(paths, { ...snapshot(), origin: 'sample' });
    expect(existsSync(paths.memoryIndex)).toBe(false);
    put(paths.state, 'index/memory', 'a file in the way');
    writeMemoryIndex(paths, snapshot());
    expect(JSON.parse(readFileSync(paths.failureLog, 'utf8'))).toMatchObject({ event: 'memory-index' });
  });
});
