import { describe, expect, it } from 'vitest';
import {
  backLinks,
  entryRows,
  leftOutWords,
  pagesOf,
  pageWith,
  placeIn,
  recordAt,
  saidText,
  toolText,
} from '#site/model/transcript-page.ts';
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Entry } from '#src/transcript/conversation.ts';
import { aCommit, aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '../archive/a-session.ts';

const answer = (line: number, text = 'words', more: Partial<Entry> = {}): Entry => ({
  ...{ file: 0, line, record: `r-${line}`, at: Date.UTC(2026, 8, 14, 12, line), kind: 'answer', text },
  ...(more as object),
});
const call = (line: number, output: string): Entry => ({
  ...{ file: 0, line, record: `r-${line}`, at: null, kind: 'call', name: 'Bash', input: 'npm test' },
  result: { file: 0, line: line + 1, record: `r-${line + 1}`, text: output, isError: false },
});

/** The same entry in another file. */
const at =
  (file: number) =>
  (entry: Entry): Entry =>
    entry.kind === 'call' && entry.result !== null
      ? { ...entry, file, result: { ...entry.result, file } }
      : { ...entry, file };

describe('the end of an address', () => {
  it('names a page, a record or a line', () => {
    const places = ['', 'page/2', 'record/3f6c2a10-8f4f', 'line/123'].map(placeIn);
    expect(places).toEqual([{ page: 1 }, { page: 2 }, { record: '3f6c2a10-8f4f' }, { line: 123 }]);
  });

  it.each([
    ...['page/-1', 'page/1e9', 'page/01', 'page/1.5', 'page/', 'page/9999999999', 'page/２', 'line/0'],
    ...[
      'page/x',
      'page/0',
      'page/1',
      'page/2/3',
      'page',
      'line/x',
      'line/-1',
      'record/..',
      'record/',
      'record/a b',
      'record/%2e',
    ],
    ...[`record/${'a'.repeat(81)}`, '2', 'pages/2', '/page/2', 'constructor/2', '__proto__/2', 'index.html'],
  ])('%s names none', (path) => {
    expect(placeIn(path)).toBeNull();
  });
});

describe('pages', () => {
  it('have as much as fits, at least one entry, and there is at least one', () => {
    expect(pagesOf({ entries: [] })).toEqual([[]]);
    const entries = Array.from({ length: 300 }, (_, n) => answer(n + 1, 'x'.repeat(n % 7 === 0 ? 900_000 : 10)));
    const pages = pagesOf({ entries });
    expect(pages.flat()).toEqual(entries);
    expect(pages.every(({ length }) => length > 0)).toBe(true);
    expect(pages.length).toBeGreaterThan(10);
  });

  it('have the place of a record, of a result too', () => {
    const entries = [answer(3), call(5, 'x'.repeat(1e6)), ...Array.from({ length: 200 }, (_, n) => answer(n + 10))];
    const pages = pagesOf({ entries });
    expect(['r-3', 'r-6', 'r-209', 'none'].map((record) => pageWith(record, pages))).toEqual([1, 1, pages.length, 0]);
  });

  it('have the place of a line of the session’s own file: its record, or the last one before it', () => {
    const files = ['other.jsonl', 'own.jsonl'];
    const entries = [answer(9), ...[answer(3), call(5, 'ok'), answer(20, 'x', { record: '' })].map(at(1))];
    const records = [1, 3, 4, 6, 20, 25, 26].map((line) =>
      recordAt(line, { entries, lines: [9, 25], files }, { id: 'own' }),
    );
    expect(records).toEqual(['r-3', 'r-3', 'r-3', 'r-6', 'r-6', 'r-6', '']);
  });

  it('give each anchor and each link back once, and a time only where it changes', () => {
    const entries = [answer(1), answer(1, 'more'), call(2, 'ok'), answer(3, 'x', { at: Date.UTC(2026, 8, 14, 23) })];
    const back = new Map([['r-1', [{ href: '#prompt-1', words: 'Prompt 1' }]]]);
    const rows = entryRows(entries, { offset: '+02:00', back });
    expect(rows.map(({ anchor, resultAnchor, time, newDay }) => [anchor, resultAnchor, time, newDay])).toEqual([
      ['r-1', undefined, '14:01', '2026-09-14'],
      [undefined, undefined, '', null],
      ['r-2', 'r-3', '', null],
      [undefined, undefined, '01:00', '2026-09-15'],
    ]);
    expect(rows.map((row) => row.back.length)).toEqual([1, 0, 0, 0]);
  });
});

describe('what is shown of a text', () => {
  it('has nothing that a terminal obeys, nothing hidden and no reordering', () => {
    const hostile =
      '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u202eabc\u0000\u009b2J';
    expect(toolText(hostile)).toEqual({ text: 'red link abc', end: '', left: '' });
    expect(saidText('a\u202eb\u200bc').text).toBe('abc');
  });

  it('is the beginning and the end of what a tool printed, since errors come last', () => {
    const { text, end, left } = toolText(`begin ${'x'.repeat(50_000)} the error`);
    expect(text.startsWith('begin x')).toBe(true);
    expect(end.endsWith('x the error')).toBe(true);
    expect([text.length + end.length, left]).toEqual([3000, '47,016 characters']);
  });

  it('never ends in half a character', () => {
    const { text } = saidText(`x${'👍'.repeat(20_000)}`);
    expect(text.isWellFormed()).toBe(true);
  });
});

const FOUND: ChronicleEvent = {
  ...{ id: 'f-3f6c2a', tag: 'ERROR', text: 'no list', details: '', date: '2026-09-14', time: '14:00', line: 0 },
  found: { from: 'commit', reference: 'a1b2c3d', record: 'r-9', place: { file: '3dc1a619.jsonl', line: 9 } },
};

it('leads back to the prompts, commits and events of the session', () => {
  const session = aSession({ body: '## Events\n\n- 14:00 [DECISION] Keep it\n  evidence: r-2\n' });
  const [logged] = session.chronicle.events;
  session.chronicle.more = [FOUND];
  const facts = someFacts({ prompts: [aPrompt({ record: 'r-1' })], commits: [aCommit({ record: 'r-2' })] });
  expect(Object.fromEntries(backLinks(session, facts))).toEqual({
    'r-1': [{ href: '/sessions/inkwell/2026-09-14-ink-1-x/#prompt-1', words: 'Prompt 1' }],
    'r-2': [
      { href: '/sessions/inkwell/2026-09-14-ink-1-x/#commit-a1b2c3d', words: 'Commit a1b2c3d' },
      { href: `/sessions/inkwell/2026-09-14-ink-1-x/#${logged?.id}`, words: 'Decision' },
    ],
    'r-9': [{ href: '/sessions/inkwell/2026-09-14-ink-1-x/#f-3f6c2a', words: 'Error' }],
  });
});

it('says what was left out', () => {
  expect(leftOutWords({ ofSubagents: 0, isCut: false, leftOut: { broken: 0, tooLong: 0 } })).toEqual([]);
  expect(leftOutWords({ ofSubagents: 1, isCut: true, leftOut: { broken: 2, tooLong: 1 } })).toEqual([
    '1 message of subagents is left out.',
    '2 lines are damaged.',
    '1 line of more than 16 MB is left out.',
    'The rest of the transcript is too long to show.',
  ]);
});
