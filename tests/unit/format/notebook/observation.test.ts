import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addNote, addObservation, emptyNotebook, setHandoff } from '#src/format/notebook/edit-notebook.ts';
import { handoffLines, readHandoff, readNotebook } from '#src/format/notebook/notebook.ts';
import { FIELDS_OF_HANDOFFS, type Handoff } from '#src/format/notebook/handoff-fields.ts';
import { inspectNotebook } from '#src/format/notebook/scan-notebook.ts';
import { type ObservationContent, observationLines, readObservations } from '#src/format/notebook/observation.ts';
import { SCOPES, TYPES_OF_OBSERVATIONS } from '#src/format/notebook/observation-kinds.ts';

const EMPTY = emptyNotebook('ab-3f');

/** Every field that an observation can have, as the file shows it. */
const WHOLE = `- 15:10 [decision] [P1] Refresh tokens rotate every seven days
  Long-lived sessions without a long-lived token
  - src/auth.ts: refreshToken() issues a JWT that expires after 7 days
    - [P3] 15:12 its expiry is configurable
  - Redis key refresh:{userId}:{tokenId}, TTL 604800 s
  Narrative: Rotation was added because a stolen token lived for ever.

    A second paragraph.
  Concepts: authentication, caching
  Files: src/auth.ts, lib/redis.ts
  File: docs/a,b.md
  Ref: 2026-12-15
  Rel: 2026-11-24 from "next Tuesday"
  Scope: committed
  Prompt: 3
  Supersedes: 77aa01bc#o-12ab34`;

function only(text: string) {
  const [observation, ...more] = readObservations(text);
  expect(more).toEqual([]);
  if (!observation) throw new Error('there is no observation');
  return observation;
}

/** An observation without its id and place. */
function contentOf(text: string): ObservationContent {
  const { id: _id, date: _date, time: _time, line: _line, ...content } = only(text);
  return content;
}

describe('observations in a notebook', () => {
  it('may list more in a line than a function can take arguments', () => {
    for (const label of ['Concepts', 'Files', 'Supersedes'])
      expect(readObservations(`## Observations\n\n- A\n  ${label}: ${'a, '.repeat(200_000)}b\n`)).toHaveLength(1);
  });

  it('have every field, and are written as they are read', () => {
    const text = addObservation(EMPTY, WHOLE);
    const plain = { depth: 0, priority: null, time: null };
    expect(only(text)).toEqual({
      ...{ id: expect.stringMatching(/^o-[0-9a-f]{6}$/), date: null, time: '15:10', line: 19 },
      ...{ type: 'decision', priority: 1 },
      title: 'Refresh tokens rotate every seven days',
      subtitle: 'Long-lived sessions without a long-lived token',
      facts: [
        { text: 'src/auth.ts: refreshToken() issues a JWT that expires after 7 days', ...plain },
        { text: 'its expiry is configurable', depth: 1, priority: 3, time: '15:12' },
        { text: 'Redis key refresh:{userId}:{tokenId}, TTL 604800 s', ...plain },
      ],
      narrative: 'Rotation was added because a stolen token lived for ever.\n\nA second paragraph.',
      concepts: ['authentication', 'caching'],
      files: ['src/auth.ts', 'lib/redis.ts', 'docs/a,b.md'],
      refs: ['2026-12-15'],
      rels: [{ date: '2026-11-24', expression: 'next Tuesday' }],
      scope: 'committed',
      prompt: 3,
      supersedes: ['77aa01bc#o-12ab34'],
    });
    expect(observationLines('15:10', contentOf(text))).toBe(WHOLE);
    expect(inspectNotebook(text)).toEqual([]);
  });

  it('are private and of middling priority unless they say otherwise', () => {
    const expected = { type: null, priority: 2, title: 'The tests need Node 22', scope: 'local' };
    expect(contentOf('## Observations\n- The tests need Node 22\n')).toMatchObject(expected);
  });

  it('keep their id when priority, scope or details change, and are numbered if they repeat', () => {
    const text = '## Observations\n- [bugfix] [P1] The lock\n  why\n- 10:00 [bugfix] The lock\n- [change] The lock\n';
    const [first, second, third] = readObservations(text).map(({ id }) => id);
    expect(second).toBe(`${first}-2`);
    expect(third).not.toMatch(first ?? '');
  });

  it('keep a type that does not exist in the title, where a person sees it', () => {
    const expected = { type: null, title: '[wish] [P1] A pony' };
    expect(contentOf('## Observations\n- [wish] [P1] A pony\n')).toMatchObject(expected);
  });

  it('are added in order, below the notes and above the handoff, with the file’s line ends', () => {
    let text = EMPTY.replaceAll('\n', '\r\n');
    text = setHandoff(text, 'Current Task: JWT');
    text = addObservation(text, '- 15:10 [P2] One\n  with a detail');
    text = addObservation(text, '- 15:11 [P2] Two');
    text = addNote(text, 'out-of-scope', '15:12', 'Password reset');
    const whole =
      '## Out of Scope\n\n- 15:12 Password reset\n\n## Observations\n\n' +
      '- 15:10 [P2] One\n  with a detail\n- 15:11 [P2] Two\n\n## Handoff\n\nCurrent Task: JWT\n';
    expect(text.slice(text.indexOf('## Out of Scope'))).toBe(whole.replaceAll('\n', '\r\n'));
    expect(text).not.toMatch(/[^\r]\n/);
  });

  it('are no notes, and a line between them that is neither is named', () => {
    const text = addObservation(EMPTY, WHOLE);
    expect(readNotebook(text)?.notes).toEqual([]);
    expect(inspectNotebook(`${text}a stray line\n`).map(({ code, line }) => [code, line])).toEqual([
      ['CHRONICLE_NOTEBOOK_LINE', text.split('\n').length],
    ]);
  });

  it('read the same after being written and read again, whatever is in them', () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '');
    const day = fc.constantFrom('2026-02-28', '2027-12-01');
    const fact = fc.record({
      text: line.filter((text) => !/^(?:\[P|\d\d:)/.test(text)),
      depth: fc.nat(3),
      priority: fc.constantFrom(null, 1, 3),
      time: fc.constantFrom(null, '09:05'),
    });
    const part = fc.oneof(line, fc.constantFrom('Concepts: no', '## A heading', '- 10:00 [P1] a line', '```'));
    const parts = fc.array(part, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n\n'));
    const rel = fc.record({ date: day, expression: fc.constantFrom('next Tuesday', 'in "a" week') });
    const content: fc.Arbitrary<ObservationContent> = fc.record({
      type: fc.constantFrom(null, ...TYPES_OF_OBSERVATIONS),
      priority: fc.constantFrom(1, 2, 3),
      title: line,
      subtitle: fc.oneof(fc.constant(''), line, fc.constantFrom('Files: all', '- a dash', 'Subtitle: twice')),
      facts: fc.array(fact, { maxLength: 4 }),
      narrative: fc.oneof(fc.constant(''), parts),
      concepts: fc.array(fc.constantFrom('caching', 'error-handling'), { maxLength: 3 }),
      files: fc
        .array(fc.constantFrom('src/a.ts', 'b c.md', 'd,e.md'), { maxLength: 3 })
        .map((files) => files.toSorted((a, b) => Number(a.includes(',')) - Number(b.includes(',')))),
      refs: fc.array(day, { maxLength: 2 }),
      rels: fc.array(rel, { maxLength: 2 }),
      scope: fc.constantFrom(...SCOPES),
      prompt: fc.constantFrom(null, 1, 12),
      supersedes: fc.array(fc.constantFrom('o-12ab34', '77aa01bc#o-12ab34-2'), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(content, (observation) => {
        const text = addObservation(addObservation(EMPTY, observationLines('15:10', observation)), '- 16:00 [P2] Next');
        const [first, second, ...more] = readObservations(text);
        const { id: _id, date: _date, time: _time, line: _line, ...read } = first ?? only('');
        expect(read).toEqual(observation);
        expect([second?.title, more]).toEqual(['Next', []]);
      }),
      { numRuns: 500 },
    );
  });

  it('are read in linear time', { tags: 'long' }, () => {
    const fields = ['  - y\n', '  Narrative: z\n', '  Rel: 2026-11-24 from "'];
    for (const piece of ['- [P1] x\n', ...fields, '\n', '    \n', '[', '- '])
      expect(readObservations(`## Observations\n${piece.repeat(1_000_000 / piece.length)}`)).toBeInstanceOf(Array);
  });
});

describe('the handoff in a notebook', () => {
  it('is set as a whole, and an earlier one is replaced', () => {
    const first = setHandoff(EMPTY, handoffLines({ currentTask: 'JWT', learned: 'Safari blocks it' }));
    const second = setHandoff(first, handoffLines({ suggestedNext: 'Try a header\nand measure it\n\nthen stop' }));
    expect(readHandoff(first)).toEqual({ currentTask: 'JWT', learned: 'Safari blocks it' });
    expect(readHandoff(second)).toEqual({ suggestedNext: 'Try a header\nand measure it\n\nthen stop' });
    expect(second).toContain('## Handoff\n\nSuggested Next: Try a header\n  and measure it\n\n  then stop\n');
    expect(inspectNotebook(second)).toEqual([]);
  });

  it('keeps lines that a person added to its section', () => {
    const text = `${setHandoff(EMPTY, 'Completed: all')}\nAsk Robin first.\n`;
    expect(setHandoff(text, 'Completed: nothing')).toContain('Ask Robin first.');
  });

  it('reads the same after being written, whatever is in it', () => {
    const lines = ['done', 'Notes: no field', '## no heading', '- no item', '  deeper', ''];
    const value = fc
      .array(fc.constantFrom(...lines), { minLength: 1, maxLength: 4 })
      .map((chosen) => chosen.join('\n').trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...FIELDS_OF_HANDOFFS), value), (handoff) => {
        const text = setHandoff(setHandoff(EMPTY, 'Completed: before'), handoffLines(handoff));
        expect(readHandoff(text) ?? {}).toEqual(handoff satisfies Handoff);
      }),
    );
  });
});
