import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chronicle } from '#src/format/chronicle.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { formatEvent, serializeChronicle } from '#src/format/serialize.ts';
import { anyChronicle } from './generated.ts';

describe('serializeChronicle', () => {
  it('writes what parseChronicle reads without problems', () => {
    fc.assert(
      fc.property(anyChronicle, (chronicle) => {
        const parsed = parseChronicle(serializeChronicle(chronicle));
        expect(withoutLines(parsed.chronicle)).toEqual(withoutLines(chronicle));
        const isEmpty = (text: string) => text === '';
        expect(parsed.problems).toHaveLength(chronicle.events.filter(({ text }) => isEmpty(text)).length);
      }),
      { numRuns: 500 },
    );
  });

  it('writes the file of a new session', () => {
    const frontMatter = {
      ...{ session_id: 's1', date: '2026-03-24', branch: '{a', task: '', started: '2026-03-24T14:00:00Z' },
      ...{ attended: 'no' as const, cwd: '/home/me/a project' },
    };
    expect(serializeChronicle({ frontMatter, events: [], summary: { kind: 'none', lead: '', narrative: null } })).toBe(
      '---\nsession_id: s1\ndate: 2026-03-24\nbranch: "{a"\ntask:\nstarted: 2026-03-24T14:00:00Z\n' +
        'cwd: /home/me/a project\nattended: no\n---\n\n## Events\n\n## Summary\n',
    );
  });
});

describe('formatEvent', () => {
  it('indents details, and leaves empty lines empty', () => {
    const event = { tag: 'ERROR', text: 'One', details: 'a\n\n  b\n- [PIVOT] c', prefix: '14:00' } as const;
    expect(formatEvent(event)).toEqual(['- 14:00 [ERROR] One', '  a', '', '    b', '  - [PIVOT] c']);
  });
});

function withoutLines(chronicle: Chronicle | null) {
  return chronicle && { ...chronicle, events: chronicle.events.map((event) => ({ ...event, line: 0 })) };
}
