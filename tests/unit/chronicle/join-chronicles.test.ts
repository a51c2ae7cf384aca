import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinChronicles } from '#src/chronicle/join-chronicles.ts';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { anyFile } from './generated.ts';

const head = (more = '') =>
  `---\nsession_id: 3f6c2a10\ndate: 2026-03-24\nbranch: main\ntask: ""\nstarted: 2026-03-24T14:00:00Z\n${more}---\n`;
const file = (events: string, summary = '', more = '') =>
  `${head(more)}\n## Events\n\n${events}\n## Summary\n${summary}`;
const eventsOf = (text: string) => parseChronicle(text).chronicle?.events ?? [];

describe('joinChronicles', () => {
  it('adds what only the other file has, where its time belongs', () => {
    const ours = file('- 14:00 [DECISION] One list\n- 15:00 [PIVOT] Two lists\n');
    const theirs = file(
      '- 14:00 [DECISION] One list\n- 14:30 [ERROR] It was empty\n  Quite empty.\n- [INSIGHT] Untimed\n',
    );
    const { text, added, left } = joinChronicles(ours, theirs);
    expect(text).toBe(
      file(
        '- 14:00 [DECISION] One list\n- 14:30 [ERROR] It was empty\n  Quite empty.\n- [INSIGHT] Untimed\n- 15:00 [PIVOT] Two lists\n',
      ),
    );
    expect([added, left]).toEqual([2, []]);
  });

  it('leaves days as they are, although a day depends on the events before', () => {
    const ours = file('- 23:00 [DECISION] Late\n- 01:00 [PIVOT] Next day\n');
    const theirs = file('- 22:00 [ERROR] Earlier\n- 2026-03-25 02:00 [INSIGHT] Later\n');
    const { text } = joinChronicles(ours, theirs);
    expect(eventsOf(text).map(({ date, time }) => `${date} ${time}`)).toEqual([
      '2026-03-24 22:00',
      '2026-03-24 23:00',
      '2026-03-25 01:00',
      '2026-03-25 02:00',
    ]);
  });

  it('says the same of the same words as often as the file that says it most', () => {
    const ours = file('- 15:00 [ERROR] Again\n');
    const { text } = joinChronicles(ours, file('- 10:00 [ERROR] Again\n- 11:00 [ERROR] Again\n'));
    expect(eventsOf(text)).toHaveLength(2);
    expect(joinChronicles(text, ours).added).toBe(0);
  });

  it.each([
    ['none', 'a machine summary', '', 'Auto-generated: 1 event (1 decision)', 'machine'],
    ['a machine summary', 'one that was written', 'Auto-generated: 1 event (1 decision)\n', '\nDone.\n', 'agent'],
    ['a written one', 'a narrative', '\nDone.\n', '\nDone.\n\n### A latch\n\nIt held.\n', 'retro'],
  ])('replaces %s by %s', (_, __, own, other, kind) => {
    const retro = kind === 'retro' ? 'retro: 2026-03-25T08:00:00Z\n' : '';
    const { text, left } = joinChronicles(file('- [DECISION] A\n', own), file('- [DECISION] A\n', other, retro));
    const { chronicle, problems } = parseChronicle(text);
    expect([chronicle?.summary.kind, left, problems]).toEqual([kind, [], []]);
    expect(joinChronicles(file('- [DECISION] A\n', other, retro), file('- [DECISION] A\n', own)).left).toEqual([]);
  });

  it('names what it does not add', () => {
    const ours = file('- [DECISION] A\n  Because.\n', '\nOurs.\n');
    const theirs = file('- [DECISION] A\n  For another reason.\nstray\n', '\nTheirs.\n');
    expect(joinChronicles(ours, theirs)).toEqual({
      text: ours,
      added: 0,
      left: [
        { what: 'details of an event', line: 11 },
        { what: 'line', line: 13 },
        { what: 'summary', line: 17 },
      ],
    });
    expect(joinChronicles(ours, theirs.replace('3f6c2a10', '4f6c2a10'))).toEqual({
      ...{ text: ours, added: 0, left: [{ what: 'file', line: 1 }] },
    });
    expect(joinChronicles(ours, 'no front matter').left).toEqual([{ what: 'file', line: 1 }]);
  });

  it('keeps what one side deleted since deleted', () => {
    const base = file('- 10:00 [DECISION] A\n- 11:00 [ERROR] B\n  Its details.\n- 12:00 [PIVOT] C\n');
    const ours = file('- 10:00 [DECISION] A\n- 11:00 [ERROR] B\n  Its details.\n- 13:00 [INSIGHT] D\n');
    const theirs = file('- 10:00 [DECISION] A\n- 12:00 [PIVOT] C\n- 14:00 [INSIGHT] E\n');
    const { text } = joinChronicles(ours, theirs, base);
    expect(eventsOf(text).map((event) => event.text)).toEqual(['A', 'D', 'E']);
    expect(text).not.toContain('Its details.');
  });

  it('does not add an event whose record the file has in other words', () => {
    const ours = file('- [DECISION] Edited by hand\n  recorded: r-1 commit a1b2c3d\n');
    expect(joinChronicles(ours, file('- [DECISION] As found\n  recorded: r-1 commit a1b2c3d\n')).added).toBe(0);
  });
});

describe('joinChronicles on any two files', () => {
  const known = (text: string) => {
    const { chronicle } = parseChronicle(text);
    return chronicle ? chronicle.events.map(({ id }) => id) : null;
  };

  it('the joined file has all events of both, in days that ours keep, and joining again adds nothing', {
    tags: 'sample',
  }, () => {
    fc.assert(
      fc.property(anyFile, anyFile, (ours, theirs) => {
        const { text, left } = joinChronicles(ours, theirs);
        const [own, other, joined] = [known(ours), known(theirs), known(text)];
        fc.pre(own !== null && other !== null);
        const records = eventsOf(theirs).filter(({ details }) => /^(?:candidate|evidence|recorded): /m.test(details));
        const excused = left.filter(({ what }) => what === 'event').length + records.length;
        expect(own.filter((id) => !joined?.includes(id))).toEqual([]);
        expect(other.filter((id) => !joined?.includes(id)).length).toBeLessThanOrEqual(excused);
        const days = (events: ReturnType<typeof eventsOf>) =>
          events.filter(({ id }) => own.includes(id)).map(({ id, date }) => `${id} ${date}`);
        expect(new Set(days(eventsOf(text)))).toEqual(new Set(days(eventsOf(ours))));
        expect(joinChronicles(text, theirs)).toMatchObject({ added: 0 });
        expect(joinChronicles(text, ours)).toMatchObject({ text, added: 0 });
      }),
      { numRuns: IS_WHOLE ? 1000 : 200 },
    );
  });
});
