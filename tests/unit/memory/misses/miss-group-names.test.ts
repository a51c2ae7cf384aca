import { describe, expect, it } from 'vitest';
import { groupAnchor } from '#src/memory/mistakes.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aLog, groupsOf } from './a-log.ts';

describe('missGroups', () => {
  it('identifies a group by its oldest miss: by day, time, start of the session, then line', () => {
    const same = 'Left rustfmt out';
    const late = aSession({
      id: 'late-one',
      branch: 'l',
      started: '2026-07-01T12:00:00Z',
      date: '2026-07-01',
      body: body(`- 10:00 [MEMORY-MISS] ${same}`),
    });
    const early = aSession({
      id: 'early-one',
      branch: 'e',
      started: '2026-07-01T06:00:00Z',
      date: '2026-07-01',
      body: body(`- 10:00 [MEMORY-MISS] ${same}`, `- [MEMORY-MISS] ${same} again`),
    });
    const [group] = groupsOf([late, early]);
    expect(group?.misses.map(({ session, event }) => `${session.id} ${event.text}`)).toEqual([
      `early-one ${same}`,
      `early-one ${same} again`,
      `late-one ${same}`,
    ]);
    expect(group?.id).toBe(`early-one#${early.chronicle.events[0]?.id}`);
    expect(group?.anchor).toBe(groupAnchor(group?.id ?? ''));
  });

  it('names a group after a short miss that is like the others', () => {
    const [group] = groupsOf(
      aLog([
        '2026-07-01 feedback_fmt.md: the formatter was not run before the commit, and again the user had to say it, for the fifth time this month, at great length and with good reason',
        '2026-07-02 Formatter not run before the commit; CI is red. See feedback_fmt.md',
        '2026-07-03 Forgot rustfmt, feedback_fmt.md',
      ]),
    );
    expect(group?.name).toBe('Formatter not run before the commit');
  });

  it.each([
    ['at a length', 'x'.repeat(200), `${'x'.repeat(139)}…`],
    ['after a code span', 'Do not run `make all; make it all` here. Ever', 'Do not run `make all; make it all` here'],
  ])('cuts a name %s', (_, text, name) => {
    expect(groupsOf(aLog([`2026-07-01 ${text}`]))[0]?.name).toBe(name);
  });
});

function body(...events: string[]): string {
  return `## Events\n\n${events.join('\n')}\n`;
}
