import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EMPTY_LOOKUP, type NotedMiss, readLookup, writeLookup } from '#src/notes/memory-lookup.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { layoutOf, memoryPlace } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, open, put, TIDEMARK } from '../archive/archive-directory.ts';

const BORN = '2026-03-01T00:00:00Z';

/** A config with chronicles of one project, by session. */
function config(sessions: Record<string, string[]>, memories: string[] = []) {
  const root = temporaryDirectory();
  const layout = layoutOf(root);
  const place = memoryPlace(layout, TIDEMARK);
  let n = 0;
  for (const [id, misses] of Object.entries(sessions)) {
    const started = `2026-03-${10 + n++}T14:00:00Z`;
    const events = misses.map((text) => `14:10 [MEMORY-MISS] ${text}`);
    put(root, `projects/${TIDEMARK}/chronicle/${started.slice(0, 10)}-main.md`, chronicleText({ id, started, events }));
  }
  const lines = memories.map((file) =>
    JSON.stringify({
      id: file,
      at: BORN,
      source: 'seen',
      action: 'new',
      file,
      session_id: 'x',
      events: [],
      before: null,
      after: 'h',
    }),
  );
  for (const file of memories) put(root, `projects/${TIDEMARK}/memory/${file}`, 'text');
  put(root, `projects/${TIDEMARK}/chronicle/memory-ledger.jsonl`, lines.map((line) => `${line}\n`).join(''));
  const snapshot = () => open(layout.projects).snapshot;
  return { layout, place, snapshot };
}

const noted = (event: string, changes: Partial<NotedMiss> = {}): NotedMiss => ({
  ...{ event, noted: new Date(Date.now() + 60_000).toISOString(), file: 'b.md', breaksRule: false },
  ...changes,
});

describe('writeMemoryIndex', () => {
  it('writes how often each memory was missed since it was written', () => {
    const { layout, place, snapshot } = config(
      {
        one: ['Used a float, see feedback_money.md'],
        two: ['The tests were not run'],
        three: ['feedback_money.md once more'],
      },
      ['feedback_money.md', 'feedback_quiet.md'],
    );
    writeMemoryIndex(layout, snapshot());
    const lookup = readLookup(layout, place);
    expect([...lookup.memories]).toEqual([
      [
        'feedback_money.md',
        { count: 2, isBroken: true, events: [expect.stringMatching(/^one#e-/), expect.stringMatching(/^three#e-/)] },
      ],
    ]);
    expect(lookup.through).not.toBeNull();
    expect(statSync(`${layout.memoryIndex}/${TIDEMARK}.json`).mode & 0o777).toBe(0o600);
  });

  it('keeps no text of misses, and keeps what hooks know about files', () => {
    const { layout, place, snapshot } = config({ one: ['Used an unpronounceablefloat, see a.md'] }, ['a.md']);
    const files = new Map([['a.md', { size: 4, mtimeMs: 1, hash: 'h', born: BORN, written: BORN }]]);
    writeLookup(layout, place, { ...EMPTY_LOOKUP, files, scanned: BORN });
    writeMemoryIndex(layout, snapshot());
    expect(readLookup(layout, place)).toMatchObject({ files, scanned: BORN });
    expect(readFileSync(`${layout.memoryIndex}/${TIDEMARK}.json`, 'utf8')).not.toContain('unpronounceablefloat');
  });

  it('keeps misses noted after the archive was read, and drops those it has', () => {
    const { layout, place, snapshot } = config({ one: ['See a.md'] }, ['a.md']);
    const before = snapshot();
    const [read] = before.sessions.flatMap(({ chronicle }) => chronicle.events.map(({ id }) => `one#${id}`));
    const late = noted('later#e-000001', { file: 'a.md', breaksRule: true });
    const early = noted('gone#e-000002', { noted: '2026-03-20T00:00:00Z' });
    writeLookup(layout, place, { ...EMPTY_LOOKUP, noted: [early, noted(read ?? ''), late] });
    writeMemoryIndex(layout, before);
    expect(readLookup(layout, place).noted).toEqual([late]);
  });

  it('writes nothing if nothing changed, and no file for a project without misses', () => {
    const { layout, snapshot } = config({ one: ['See a.md'] }, ['a.md']);
    writeMemoryIndex(layout, snapshot());
    const path = `${layout.memoryIndex}/${TIDEMARK}.json`;
    const { ino } = statSync(path);
    writeMemoryIndex(layout, snapshot());
    expect(statSync(path).ino).toBe(ino);
    const quiet = config({ one: [] });
    writeMemoryIndex(quiet.layout, quiet.snapshot());
    expect(existsSync(quiet.layout.memoryIndex)).toBe(false);
  });

  it('removes what is no longer true', () => {
    const { layout, place, snapshot } = config({ one: [] });
    const memories = new Map([['a.md', { count: 3, isBroken: true, events: [] }]]);
    writeLookup(layout, place, { ...EMPTY_LOOKUP, memories });
    writeMemoryIndex(layout, snapshot());
    expect(readLookup(layout, place).memories.size).toBe(0);
  });

  it('ignores the sample, and logs what it could not write', () => {
    const { layout, snapshot } = config({ one: ['See a.md'] }, ['a.md']);
    writeMemoryIndex(layout, { ...snapshot(), origin: 'sample' });
    expect(existsSync(layout.memoryIndex)).toBe(false);
    put(layout.state, 'index/memory', 'a file in the way');
    writeMemoryIndex(layout, snapshot());
    expect(JSON.parse(readFileSync(layout.failureLog, 'utf8'))).toMatchObject({ event: 'memory-index' });
  });
});
