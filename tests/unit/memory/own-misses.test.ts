import { describe, expect, it } from 'vitest';
import { withIds } from '#src/format/event-id.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { ownMisses } from '#src/memory/own-misses.ts';

const FRONT =
  '---\nsession_id: 3dc1a619\ndate: 2026-09-14\nbranch: main\ntask:\nstarted: 2026-09-14T08:00:00Z\n---\n\n';
const MISS = '- 10:00 [MEMORY-MISS] feedback_port.md: the port again\n';

describe('ownMisses', () => {
  it('skips candidates, but counts them when numbering ids', () => {
    const text = `${FRONT}## Events\n\n${MISS}  candidate: 7f4b1f0e\n${MISS}${MISS}  evidence: 81a0\n`;
    const events = parseChronicle(text).chronicle?.events ?? [];
    expect(ownMisses(text)?.misses.map(({ id }) => id)).toEqual(
      withIds(events)
        .map(({ id }) => id)
        .slice(1),
    );
  });
});
