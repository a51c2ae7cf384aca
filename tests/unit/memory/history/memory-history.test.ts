import { describe, expect, it } from 'vitest';
import type { Project } from '#src/lib/project.ts';
import { type HistoryLine, type MemoryChange, memoryHistories } from '#src/memory/history.ts';
import { aHistoryLine } from '#tests/support/memory-lines.ts';

const larder: Project = { slug: 'larder', name: 'larder', directory: '-larder', root: null };
const inkwell: Project = { ...larder, slug: 'inkwell', name: 'inkwell' };

describe('memoryHistories', () => {
  it('has the birth and the changes of each memory, oldest first', () => {
    const changes = [
      change('l-2', '2026-09-01T10:00:00Z', { action: 'strengthen' }),
      change('l-1', '2026-08-04T08:23:05Z'),
      change('l-3', '2026-08-05T10:00:00Z', { file: 'b.md' }),
    ];
    expect(memoryHistories(changes, [])).toEqual([
      {
        project: larder,
        file: 'a.md',
        born: { at: '2026-08-04T08:23:05Z', isFileDate: false },
        changes: [changes[1], changes[0]],
      },
      { project: larder, file: 'b.md', born: { at: '2026-08-05T10:00:00Z', isFileDate: false }, changes: [changes[2]] },
    ]);
  });

  it('orders by time, not by its spelling', () => {
    const [history] = memoryHistories(
      [change('l-1', '2026-08-04T09:00:00Z'), change('l-2', '2026-08-04T10:30:00+02:00')],
      [],
    );
    expect(history?.changes.map(({ id }) => id)).toEqual(['l-2', 'l-1']);
  });

  it('counts a line in the histories of two machines once', () => {
    const [history] = memoryHistories(
      [change('l-1', '2026-08-04T08:23:05Z'), change('l-1', '2026-08-04T08:23:05Z')],
      [],
    );
    expect(history?.changes).toHaveLength(1);
  });

  it('keeps memories and lines of two projects separate', () => {
    const at = '2026-08-04T08:23:05Z';
    const histories = memoryHistories([change('l-1', at), { ...change('l-1', at), project: inkwell }], []);
    expect(histories.map(({ project, changes }) => [project.slug, changes.length])).toEqual([
      ['larder', 1],
      ['inkwell', 1],
    ]);
  });

  it("uses the file's date only if the history has no line", () => {
    const fileDate = '2026-07-01T00:00:00Z';
    const files = ['a.md', 'c.md'].map((file) => ({ project: larder, file, fileDate }));
    expect(memoryHistories([change('l-1', '2026-08-04T08:23:05Z')], files)).toMatchObject([
      { file: 'a.md', born: { at: '2026-08-04T08:23:05Z', isFileDate: false } },
      { file: 'c.md', born: { at: fileDate, isFileDate: true }, changes: [] },
    ]);
  });
});

function change(id: string, at: string, more: Partial<HistoryLine> = {}): MemoryChange {
  const line = aHistoryLine({ id, at, file: 'a.md', ...more });
  return { ...line, project: larder };
}
