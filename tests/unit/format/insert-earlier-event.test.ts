import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertEarlierEvent } from '#src/format/edit.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { oddFiles } from './odd-files.ts';

const file = (...lines: string[]) =>
  `---\nsession_id: s\ndate: 2026-03-24\nbranch: main\ntask: ''\nstarted: 2026-03-24T09:00:00Z\n---\n\n## Events\n\n${lines.join('\n')}\n\n## Summary\n`;
const event = (time: string, text = 'New', date = '2026-03-24') => ({
  ...{ tag: 'ERROR' as const, text, details: 'evidence: r-a', date, time },
});
const inserted = (text: string, ...args: Parameters<typeof event>) =>
  asText(insertEarlierEvent(asBytes(text), event(...args)) ?? '');
const eventsOf = (text: string) => parseChronicle(text).chronicle?.events ?? [];
const timesOf = (text: string) => eventsOf(text).map(({ date, time, text: words }) => `${date} ${time} ${words}`);
const NEW = '[ERROR] New\n  evidence: r-a\n';

it.each([
  ['between others', ['- 10:00 [PIVOT] a', '  why', '- 12:00 [PIVOT] b'], '11:00', `  why\n- 11:00 ${NEW}- 12:00`],
  ['before the first', ['- 10:00 [PIVOT] a'], '09:00', `- 09:00 ${NEW}- 10:00 [PIVOT] a`],
  ['after the last', ['- 10:00 [PIVOT] a'], '11:00', `- 10:00 [PIVOT] a\n- 11:00 ${NEW}\n## Summary`],
  ['into an empty list', [], '11:00', `## Events\n\n- 11:00 ${NEW}`],
  ['on the day after midnight', ['- 23:50 [PIVOT] a', '- 00:10 [PIVOT] b'], '23:55', '- 23:55 [ERROR] New'],
])('puts an event %s', (_, lines, time, written) => {
  expect(inserted(file(...lines), time)).toContain(written);
});

it('goes where no other event changes its day or id', () => {
  const days = file('- 10:00 [PIVOT] a', '- 2026-03-26 09:00 [PIVOT] b', '- 10:00 [PIVOT] c');
  expect(timesOf(inserted(days, '11:00', 'New', '2026-03-25'))).toEqual([
    '2026-03-24 10:00 a',
    '2026-03-25 11:00 New',
    '2026-03-26 09:00 b',
    '2026-03-26 10:00 c',
  ]);
  const same = file('- 10:00 [PIVOT] a', '- 12:00 [ERROR] New', '- 13:00 [PIVOT] b');
  const [known] = eventsOf(same).slice(1);
  expect(eventsOf(inserted(same, '11:00')).map(({ id }) => id)).toContain(`${known?.id}-2`);
  expect(eventsOf(inserted(same, '11:00'))[1]?.id).toBe(known?.id);
});

it('updates the counts of a machine summary', () => {
  const text = `${file('- 10:00 [PIVOT] a')}\nAuto-generated: 1 event (1 pivot)\n`;
  expect(inserted(text, '11:00')).toContain('Auto-generated: 2 events (');
});

it('refuses a text without front matter', () => {
  expect(insertEarlierEvent('## Events\n', event('10:00'))).toBeNull();
});

it('keeps all other events and bytes, whatever times they have', () => {
  const time = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((part) => `${part}`.padStart(2, '0')).join(':'));
  const line = fc
    .tuple(fc.option(time), fc.constantFrom('a', 'New', 'c'))
    .map(([at, words]) => `- ${at ? `${at} ` : ''}[ERROR] ${words}`);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), time, (lines, at) => {
      const text = file(...lines);
      const after = inserted(text, at);
      const plain = (each: ReturnType<typeof eventsOf>[number]) => `${each.id} ${each.date} ${each.time} ${each.text}`;
      const others = eventsOf(after).filter(({ details }) => details === '');
      expect(others.map(plain)).toEqual(eventsOf(text).map(plain));
      const added = after.split('\n').filter((each) => !text.split('\n').includes(each) || each === '  evidence: r-a');
      expect(added.length).toBeLessThanOrEqual(2);
    }),
  );
});

it.each(oddFiles)('keeps the events of %s', (_, bytes) => {
  const text = Buffer.from(bytes).toString('latin1');
  const after = insertEarlierEvent(text, event('11:00'));
  if (after === null) return;
  const known = eventsOf(asText(text)).map(({ text: words }) => words);
  expect(eventsOf(asText(after)).map(({ text: words }) => words)).toEqual(expect.arrayContaining(known));
});
