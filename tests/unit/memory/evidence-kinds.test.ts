import { describe, expect, it } from 'vitest';
import { readNotebook } from '#src/format/notebook/notebook.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { missingRecord, promptReference, recordIn, referenceParts } from '#src/memory/evidence-kinds.ts';

const { chronicle } = parseChronicle(
  '---\nsession_id: s-one\ndate: 2026-08-04\nbranch: main\ntask:\nstarted: 2026-08-04T09:00:00Z\n---\n\n## Events\n\n- 10:00 [ERROR] Floats again\n',
);
const notes =
  readNotebook(
    '---\nsession_id: s-one\n---\n\n## Discovered\n\n- 10:10 `lib/limit.ts` has a limiter\n- 2026-08-05 09:00 It is shared\n',
  )?.notes ?? [];
const prompts = [
  { at: '2026-08-04T09:01:00Z', text: 'fix the totals', record: 'one' },
  { at: '2026-08-04T09:30:00Z', text: 'add a test for this', record: 'two' },
];
const records = { day: '2026-08-04', events: chronicle?.events ?? [], notes, prompts };

describe('referenceParts', () => {
  it.each([
    ['e-133549', { sessionId: null, id: 'e-133549' }],
    ['n-12ab34-2', { sessionId: null, id: 'n-12ab34-2' }],
    ['3f6c0a12#n-12ab34', { sessionId: '3f6c0a12', id: 'n-12ab34' }],
    ['a#b#n-12ab34', null],
    ['x-12ab34', null],
    ['n-12AB34', null],
    ['n-12ab34 ', null],
    ['', null],
  ])('reads %j', (text, parts) => expect(referenceParts(text)).toEqual(parts));

  it('takes linear time', () => {
    const start = performance.now();
    expect(referenceParts(`${'a#'.repeat(500_000)}n-12ab34`)).toBeNull();
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('recordIn', () => {
  it('finds an event with its tag and day', () => {
    const [event] = records.events;
    expect(recordIn(records, event?.id ?? '')).toEqual({
      label: 'ERROR',
      date: '2026-08-04',
      text: 'Floats again',
      isFound: false,
    });
  });

  it('finds a note with its kind, on the first day unless it states its own', () => {
    expect(notes.map(({ id }) => recordIn(records, id))).toMatchObject([
      { label: 'discovered', date: '2026-08-04', text: '`lib/limit.ts` has a limiter' },
      { label: 'discovered', date: '2026-08-05' },
    ]);
  });

  it('finds a prompt by the record that the transcript gives it, with its place on the page', () => {
    const { id = '' } = referenceParts(promptReference('s-one', 'two')) ?? {};
    expect(recordIn(records, id)).toMatchObject({ label: 'prompt', text: 'add a test for this', anchor: 'prompt-2' });
  });

  it('finds nothing for an id that the session does not have', () => {
    expect(recordIn(records, 'n-000000')).toBeNull();
    expect(recordIn(records, 'constructor')).toBeNull();
  });
});

it('names the kind of record that is missing', () => {
  expect(missingRecord('s-one', 'n-000000')).toBe(
    'Session s-one has no note n-000000. chronicle notes lists its notes.',
  );
  expect(missingRecord('s-one', 'e-000000')).toContain('has no event e-000000. chronicle retro context');
});
