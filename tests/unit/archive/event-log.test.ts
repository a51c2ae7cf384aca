import { describe, expect, it } from 'vitest';
import { eventLog, isLongLog, logOnPage } from '#src/archive/event-log.ts';
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

describe('logOnPage', () => {
  const chronicleOf = (events: number) =>
    aSession({ body: `## Events\n\n${'- [ERROR] again\n'.repeat(events)}` }).chronicle;

  it('is the whole log if it fits on one page', () => {
    const chronicle = chronicleOf(1500);
    expect(logOnPage(chronicle)).toEqual({ rows: eventLog(chronicle), rest: [] });
    expect(isLongLog(chronicle)).toBe(false);
  });

  it('is the beginning of a longer log, and the remaining events', () => {
    const chronicle = chronicleOf(1502);
    expect(logOnPage(chronicle)).toEqual({
      rows: eventLog(chronicle).slice(0, 1500),
      rest: chronicle.events.slice(1500),
    });
    expect(isLongLog(chronicle)).toBe(true);
  });
});
