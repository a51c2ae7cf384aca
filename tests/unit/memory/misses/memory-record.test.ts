import { describe, expect, it } from 'vitest';
import { NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import { memoryRecordOf } from '#src/memory/misses/memory-record.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const NO_MEMORY = { changes: [], files: [] };

function recordOf(...bodies: string[]) {
  const sessions = bodies.map((body, i) =>
    aSession({ id: `session-${i}`, date: `2026-09-${14 - i}`, body: `## Events\n\n${body}` }),
  );
  return { sessions, record: memoryRecordOf({ sessions, memory: NO_MEMORY, clusters: NO_CLUSTERS }) };
}

describe('memoryRecordOf', () => {
  it('tells which of how many misses an event is, and the groups of a session', () => {
    const { sessions, record } = recordOf(
      '- [MEMORY-MISS] feedback_port.md: guessed the port\n- [ERROR] Else\n',
      '- [MEMORY-HIT] feedback_port.md: asked for the port\n',
      '- [MEMORY-MISS] feedback_port.md: the port again\n',
    );
    const [newest, middle] = sessions;
    const places = newest?.chronicle.events.map((event) => record.placeOf(newest, event)?.nth);
    expect(places).toEqual([2, undefined]);
    expect(record.groups).toHaveLength(1);
    expect(middle && record.groupsOf(middle)).toEqual(record.groups);
    expect(middle?.chronicle.events.map((event) => record.placeOf(middle, event))).toEqual([null]);
  });

  it('keeps its groups while neither misses nor hits nor memories change, and finds events of a session read anew', () => {
    const before = recordOf('- [MEMORY-MISS] Guessed the port\n').record;
    const { sessions, record } = recordOf('- [ERROR] New\n- [MEMORY-MISS] Guessed the port\n');
    const [session] = sessions;
    // The line is another one.
    expect(record.groups).not.toBe(before.groups);
    expect(session?.chronicle.events.map((event) => record.placeOf(session, event)?.nth)).toEqual([undefined, 1]);

    const after = recordOf('- [ERROR] Newer\n- [MEMORY-MISS] Guessed the port\n');
    expect(after.record.groups).toBe(record.groups);
    const [anew] = after.sessions;
    expect(anew?.chronicle.events.map((event) => after.record.placeOf(anew, event)?.nth)).toEqual([undefined, 1]);
    expect(after.record.trends.rates).toMatchObject([{ sessions: 1, misses: 1 }]);
  });
});
