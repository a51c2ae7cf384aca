import { describe, expect, it } from 'vitest';
import { stateOfMemory } from '#src/memory/memory-results.ts';
import { NO_DECISIONS } from '#src/memory/decisions.ts';
import { memoryRecordOf } from '#src/memory/memory.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aHistory, aLedger } from '../effect/a-result.ts';

const NO_MEMORY = { changes: [], files: [] };

function recordOf(...bodies: string[]) {
  const sessions = bodies.map((body, i) =>
    aSession({ id: `session-${i}`, date: `2026-09-${14 - i}`, body: `## Events\n\n${body}` }),
  );
  return { sessions, record: memoryRecordOf({ sessions, memory: NO_MEMORY, decisions: NO_DECISIONS }) };
}

describe('memoryRecordOf', () => {
  it('numbers the misses of a mistake, and finds the mistakes of a session', () => {
    const { sessions, record } = recordOf(
      '- [MEMORY-MISS] feedback_port.md: guessed the port\n- [ERROR] Else\n',
      '- [MEMORY-HIT] feedback_port.md: asked for the port\n',
      '- [MEMORY-MISS] feedback_port.md: the port again\n',
    );
    const [newest, middle] = sessions;
    const places = newest?.chronicle.events.map((event) => record.placeOf(newest, event)?.nth);
    expect(places).toEqual([2, undefined]);
    expect(record.mistakes).toHaveLength(1);
    expect(middle && record.mistakesOf(middle)).toEqual(record.mistakes);
    expect(middle?.chronicle.events.map((event) => record.placeOf(middle, event))).toEqual([null]);
  });
});

describe('the state of a mistake that is not missed any more', () => {
  const written = aLedger(['2026-09-03T17:00:00Z new']);
  const statesOf = (days: number) => {
    const quiet = Array.from({ length: days }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')} HIT`);
    const sessions = aHistory(['2026-09-01 MISS', '2026-09-02 MISS', ...quiet]);
    const memory = { changes: written, files: [] };
    const { mistakes, results } = memoryRecordOf({ sessions, memory, decisions: NO_DECISIONS });
    return [...mistakes.map(({ state }) => state), ...results.map(stateOfMemory)];
  };

  it('has the state of its memory', () => {
    expect(statesOf(4)).toEqual(['too early', 'too early']);
    expect(statesOf(30)).toEqual(['holds', 'holds']);
  });
});
