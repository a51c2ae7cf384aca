import { describe, expect, it } from 'vitest';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { anArchive } from './a-book.ts';

const MONEY = '---\nname: feedback-money\ndescription: Cents only\ntype: feedback\n---\n\nSee [[feedback-dates]].\n';
const MISS = aSession({ body: '## Events\n\n- 10:00 [MEMORY-MISS] A float again, feedback_money.md\n' });
const REF = `3dc1a619#${MISS.chronicle.events[0]?.id}`;

describe('memoryPages', () => {
  it('finds a memory by its address', () => {
    const { book } = anArchive({ files: { 'feedback_money.md': MONEY, 'what?.md': 'x' } });
    expect(book.at('inkwell', 'feedback_money.md')?.text?.description).toBe('Cents only');
    expect(book.at('inkwell', 'what~3f~.md')?.address).toBe('/memory/inkwell/what~3f~.md/');
    expect(book.at('inkwell', 'other.md')).toBeNull();
    expect(book.at('other', 'feedback_money.md')).toBeNull();
  });

  it('titles a memory by the index, its name, or its file', () => {
    const files = { 'feedback_money.md': MONEY, 'user_me.md': 'plain' };
    const titles = (index: string) => anArchive({ files, index }).book.entries.map(({ title }) => title);
    expect(titles('- [Money in cents](feedback_money.md) — integers\n')).toEqual(['Money in cents', 'Me']);
    expect(titles('')).toEqual(['Money', 'Me']);
  });

  it('has an entry without a text for a memory that only the history knows', () => {
    const { book } = anArchive({
      files: { 'user_me.md': 'x' },
      changes: [{}, { action: 'delete', at: '2026-09-10T08:00:00Z', after: null }],
    });
    const entry = book.at('inkwell', 'feedback_money.md');
    expect(entry).toMatchObject({ text: null, result: { exists: false } });
    expect(entry?.changes.map(({ action }) => action)).toEqual(['Deleted', 'Written']);
  });

  it('has no page for a memory that is only named, or whose name is too long', () => {
    const { book, record } = anArchive({ sessions: [MISS], changes: [{ file: `${'x'.repeat(300)}.md` }] });
    expect(record.mistakes[0]?.memory?.file).toBe('feedback_money.md');
    expect(book.entries.map(({ address }) => address)).toEqual([null]);
  });

  it('resolves the memories that a text names, by name or file', () => {
    const { book } = anArchive({
      files: { 'feedback_money.md': MONEY, 'feedback_dates.md': '[[feedback_money.md]] [[no]]' },
    });
    expect(book.at('inkwell', 'feedback_money.md')?.links).toEqual({
      'feedback-dates': '/memory/inkwell/feedback_dates.md/',
    });
    expect(book.at('inkwell', 'feedback_dates.md')?.links).toEqual({
      'feedback_money.md': '/memory/inkwell/feedback_money.md/',
    });
  });

  it('links changes to their sessions and events, and lists events that are not in the archive', () => {
    const { book } = anArchive({ sessions: [MISS], changes: [{ events: [REF, 'gone#e-000000', 'nonsense'] }] });
    const [change] = book.entries[0]?.changes ?? [];
    expect(change?.session?.href).toBe('/sessions/inkwell/2026-09-14-ink-1-x/');
    expect(change?.evidence).toEqual([
      {
        ref: REF,
        record: {
          href: expect.stringContaining('#e-'),
          date: '2026-09-14',
          text: expect.stringContaining('A float'),
          isFound: false,
        },
      },
      { ref: 'gone#e-000000', record: null },
      { ref: 'nonsense', record: null },
    ]);
  });

  it('lists proposals newest first, and those of a memory with it', () => {
    const { book } = anArchive({
      files: { 'feedback_money.md': MONEY },
      proposals: [
        { proposed: '2026-09-01T08:00:00Z' },
        { proposed: '2026-09-03T08:00:00Z', file: 'feedback_new.md' },
        { proposed: '2026-09-02T08:00:00Z' },
      ],
    });
    expect(book.proposals.map(({ id, href }) => [id, href])).toEqual([
      ['p-000001', null],
      ['p-000002', '/memory/inkwell/feedback_money.md/'],
      ['p-000000', '/memory/inkwell/feedback_money.md/'],
    ]);
    expect(book.at('inkwell', 'feedback_money.md')?.proposals).toHaveLength(2);
  });
});
