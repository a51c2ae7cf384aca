import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EMPTY_LOOKUP, readLookup, writeLookup } from '#src/memory/lookup.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { pathsOf, memoryPlace } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, open, put, TIDEMARK } from '../archive/archive-directory.ts';

const BORN = '2026-03-01T00:00:00Z';

/** A config with chronicles of one project, by session. */
function config(sessions: Record<string, string[]>, memories: string[] = []) {
  const root = temporaryDirectory();
  const paths = pathsOf(root);
  const place = memoryPlace(paths, TIDEMARK);
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
  const snapshot = () => open(paths.projects).snapshot;
  return { paths, place, snapshot };
}

describe('writeMemoryIndex', () => {
  it('writes how often each memory was missed since it was written', () => {
    const { paths, place, snapshot } = config(
      {
        one: ['Used a float, see feedback_money.md'],
        two: ['The tests were not run'],
        three: ['feedback_money.md once more'],
      },
      ['feedback_money.md', 'feedback_quiet.md'],
    );
    writeMemoryIndex(paths, snapshot());
    const lookup = readLookup(paths, place);
    expect([...lookup.memories]).toEqual([
      [
        'feedback_money.md',
        { count: 2, isBroken: true, events: [expect.stringMatching(/^one#e-/), expect.stringMatching(/^three#e-/)] },
      ],
    ]);
    expect(statSync(`${paths.memoryIndex}/${TIDEMARK}.json`).mode & 0o777).toBe(0o600);
  });

  it('keeps no text of misses, and keeps what hooks know about files', () => {
    const { paths, place, snapshot } = config({ one: ['Used an unpronounceablefloat, see a.md'] }, ['a.md']);
    const files = new Map([['a.md', { size: 4, mtimeMs: 1, hash: 'h' }]]);
    writeLookup(paths, place, { ...EMPTY_LOOKUP, files, scanned: BORN });
    writeMemoryIndex(paths, snapshot());
    expect(readLookup(paths, place)).toMatchObject({ files, scanned: BORN });
    expect(readFileSync(`${paths.memoryIndex}/${TIDEMARK}.json`, 'utf8')).not.toContain('unpronounceablefloat');
  });

  it('writes nothing if nothing changed, and no file for a project without misses', () => {
    const { paths, snapshot } = config({ one: ['See a.md'] }, ['a.md']);
    writeMemoryIndex(paths, snapshot());
    const path = `${paths.memoryIndex}/${TIDEMARK}.json`;
    const { ino } = statSync(path);
    writeMemoryIndex(paths, snapshot());
    expect(statSync(path).ino).toBe(ino);
    const quiet = config({ one: [] });
    writeMemoryIndex(quiet.paths, quiet.snapshot());
    expect(existsSync(quiet.paths.memoryIndex)).toBe(false);
  });

  it('removes what is no longer true', () => {
    const { paths, place, snapshot } = config({ one: [] });
    const memories = new Map([['a.md', { count: 3, isBroken: true, events: [] }]]);
    writeLookup(paths, place, { ...EMPTY_LOOKUP, memories });
    writeMemoryIndex(paths, snapshot());
    expect(readLookup(paths, place).memories.size).toBe(0);
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
