import { expect, it } from 'vitest';
import { acknowledgedLine } from '#src/chronicle/acknowledged.ts';
import { bytesOf } from '#src/forget/bytes.ts';
import { forgetInRecord } from '#src/forget/forget-in-record.ts';
import { TextMatcher } from '#src/forget/text-matcher.ts';

const line = (text: string, details = '') =>
  bytesOf(`${acknowledgedLine({ date: '2026-03-24', time: '14:32', tag: 'ERROR', text, details })}\n`);
const none = new TextMatcher([]);

it('removes the events that contain the text, and half lines', () => {
  const [kept, first, detail] = [line('What stays'), line('The Zoë secret'), line('No', 'Told\nZOË to all')];
  const record = `\n${kept}${first}${detail}${bytesOf('{"text":"zoë\n')}`;
  expect(forgetInRecord(record, new TextMatcher(['zoë']), [])).toBe(`\n${kept}`);
});

it('does not take a time or a tag for the text', () => {
  for (const text of ['14:32', 'ERROR', 'text', '2026']) {
    expect(forgetInRecord(line('What stays'), new TextMatcher([text]), [])).toBe(line('What stays'));
  }
});

it('removes the events that were deleted, also short ones', () => {
  const deleted = { session: 's', records: new Set<string>(), texts: none, lines: new Set(['Yes']) };
  expect(forgetInRecord(line('Yes') + line('Yes, but'), none, [deleted])).toBe(line('Yes, but'));
});
