import { describe, expect, it } from 'vitest';
import { eventLog } from '#src/archive/event-log.ts';
import { aSession } from './a-session.ts';

describe('eventLog', () => {
  it('keeps stray lines in their place, and marks the start of a day', () => {
    const { chronicle } = aSession({
      date: '2026-09-14',
      body: '## Events\n\nbefore\n- 23:50 [ERROR] a\n- [DECISON] wrong\n* another\n- 00:10 [PIVOT] b\n- [INSIGHT] c\nafter\n',
    });
    const rows = eventLog(chronicle).map((row) =>
      row.kind === 'stray' ? row.text : `${row.event.text} ${row.newDay ?? ''}`.trim(),
    );
    expect(rows).toEqual(['before', 'a', '- [DECISON] wrong\n* another', 'b 2026-09-15', 'c', 'after']);
  });

  it('is empty for a session without lines', () => {
    expect(eventLog(aSession().chronicle)).toEqual([]);
  });
});
