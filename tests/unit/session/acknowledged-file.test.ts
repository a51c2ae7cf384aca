import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { acknowledgedLine } from '#src/chronicle/acknowledged.ts';
import { acknowledgedNoteLine } from '#src/chronicle/notebook/acknowledged-notes.ts';
import { noteAcknowledged, readRecord, removeAcknowledged } from '#src/node/session/acknowledged-file.ts';
import { restoreEvents } from '#src/node/session/restore-events.ts';
import { layoutOf } from '#src/project/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const event = (text: string, time = '14:32') =>
  ({ date: '2026-03-24', time, tag: 'ERROR', text, details: 'Dé\n\ntail' }) as const;

const line = (text: string) => acknowledgedLine(event(text));
const note = (text: string) => ({ note: 'tried', when: '14:32', text }) as const;

it('keeps a record in bounds: the oldest events go', () => {
  const layout = layoutOf(temporaryDirectory('acknowledged'));
  for (let n = 0; n < 20; n++) noteAcknowledged(layout, 's', line(`${n} ${'é'.repeat(32 * 1024)}`));
  const left = readRecord(layout, 's').events.map(({ text }) => Number.parseInt(text, 10));
  expect(left).toEqual(Array.from({ length: left.length }, (_, n) => n + 20 - left.length));
  expect(left.length).toBeGreaterThan(6);
  expect(statSync(join(layout.logged, 's')).size).toBeLessThan(1024 * 1024 + 70_000);
});

it('removes one of two equal events or notes if one is deleted', () => {
  const layout = layoutOf(temporaryDirectory('acknowledged'));
  for (const text of ['a', 'a', 'b']) noteAcknowledged(layout, 's', line(text));
  for (const text of ['a', 'a']) noteAcknowledged(layout, 's', acknowledgedNoteLine(note(text)));
  removeAcknowledged(layout, 's', { events: [event('a')], notes: [note('a')] });
  expect(readRecord(layout, 's')).toEqual({ events: [event('a'), event('b')], notes: [note('a')] });
});

it('is readable by nobody else, and skips half a line of a killed process', () => {
  const layout = layoutOf(temporaryDirectory('acknowledged'));
  noteAcknowledged(layout, 's', line('a'));
  const path = join(layout.logged, 's');
  writeFileSync(path, readFileSync(path, 'utf8') + acknowledgedLine(event('half')).slice(0, 40));
  noteAcknowledged(layout, 's', line('b'));
  expect(readRecord(layout, 's')).toEqual({ events: [event('a'), event('b')], notes: [] });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('restores one of two equal events, and both keep the numbers of their ids', () => {
  const path = join(temporaryDirectory('acknowledged'), 'x.md');
  const front =
    '---\nsession_id: s\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: 2026-03-24T09:00:00Z\n---\n\n## Events\n';
  const line = (time: string) => `- ${time} [ERROR] again\n  Dé\n\n  tail\n`;
  writeFileSync(path, `${front}\n${line('15:00')}\n## Summary\n`);
  const logged = [event('again', '14:00'), event('again', '15:00'), event('again', '16:00')];
  expect(restoreEvents(path, logged)).toEqual([logged[0], logged[2]]);
  expect(readFileSync(path, 'utf8')).toBe(`${front}\n${line('14:00')}${line('15:00')}${line('16:00')}\n## Summary\n`);
  expect(restoreEvents(path, logged)).toEqual([]);
});
