import { expect, it } from 'vitest';
import { eventText } from '#src/archive/event-words.ts';

const found = { from: 'prose', reference: '', record: 'r', place: null } as const;

it('shows a found sentence once if its text is only its beginning', () => {
  const details = 'the list is empty since the query has no order\nsecond line';
  expect(eventText({ text: 'the list is empty since…', found }, details)).toEqual({
    text: 'the list is empty since the query has no order',
    details: 'second line',
  });
});

it.each([
  { text: 'the list is empty', details: 'the list is empty since the query', found },
  { text: 'another list…', details: 'the list is empty', found },
  { text: '…', details: 'the list is empty', found },
  { text: 'the list…', details: 'the list is empty' },
])('leaves other texts as they are: $text', ({ details, ...event }) => {
  expect(eventText(event, details)).toEqual({ text: event.text, details });
});
