import { describe, expect, it } from 'vitest';
import { type HistoryLine, outsideChange, outsideWords, recentOutsideChanges } from '#src/memory/history.ts';

const line = (
  source: HistoryLine['source'],
  after: string | null,
  changes: Partial<HistoryLine> = {},
): HistoryLine => ({
  id: `l-${source}-${after}`,
  at: '2026-08-04T08:00:00Z',
  source,
  action: after === null ? 'delete' : 'changed',
  file: 'a.md',
  session_id: 's',
  events: [],
  before: null,
  after,
  ...changes,
});

describe('outsideChange', () => {
  it('is the last change that was seen after an approved one', () => {
    const changes = [line('retro', 'one'), line('seen', 'two'), line('seen', 'three')];
    expect(outsideChange(changes)).toBe(changes[2]);
    const deleted = [line('retro', 'one'), line('seen', null)];
    expect(outsideChange(deleted)).toBe(deleted[1]);
    const back = [line('retro', null), line('seen', 'one')];
    expect(outsideChange(back)).toBe(back[1]);
  });

  it('is null for memories that no approved proposal touched', () => {
    expect(outsideChange([])).toBeNull();
    expect(outsideChange([line('seen', 'one'), line('seen', 'two'), line('backfill', 'three')])).toBeNull();
  });

  it('is null once a later proposal was approved or the approved version is back', () => {
    expect(outsideChange([line('retro', 'one'), line('seen', 'two'), line('retro', 'three')])).toBeNull();
    expect(outsideChange([line('retro', 'one'), line('seen', 'two'), line('seen', 'one')])).toBeNull();
  });
});

describe('recentOutsideChanges', () => {
  it('tells memories apart and leaves out changes that are older than 30 days', () => {
    const history = [line('retro', 'one'), line('seen', 'two', { file: 'b.md' }), line('seen', 'three')];
    expect(recentOutsideChanges(history, new Date('2026-09-03T08:00:00Z'))).toEqual([history[2]]);
    expect(recentOutsideChanges(history, new Date('2026-09-03T08:00:01Z'))).toEqual([]);
  });
});

describe('outsideWords', () => {
  it('says that the change was made before the session that saw it', () => {
    expect(outsideWords(line('seen', 'two'), '2026-08-04T07:00:00Z')).toBe('in session s');
    expect(outsideWords(line('seen', 'two'), '2026-08-04T09:00:00Z')).toBe('before session s began');
    expect(outsideWords(line('seen', 'two'), '')).toBe('in session s');
  });
});
