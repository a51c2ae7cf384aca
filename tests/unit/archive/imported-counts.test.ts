import { describe, expect, it } from 'vitest';
import { activityOf } from '#src/archive/activity.ts';
import { sessionsWords } from '#src/archive/counts.ts';
import type { Session } from '#src/format/session.ts';
import { archiveIndex } from '#src/archive/archive-files.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession, noted } from './a-session.ts';

const IMPORTED = ['source: import', 'imported_from: claude-mem'];
const KEY = '3f2a9c1b04de';
const facts = someFacts({}).head;

/** A session recorded here, and two imported ones: of another system, and a chronicle of another folder. */
function mixed(): Session[] {
  const own = { ...aSession({ id: 'own', name: 'own' }), facts: { ...facts, prompts: 5 } };
  const notebook = `\n## Observations\n\n- 14:00 [discovery] [P2] It is slow\n  Origin: claude-mem ${KEY}\n- 14:10 [discovery] [P2] Ours\n`;
  const other = noted('2026-09-14', notebook, { id: 'other', name: 'other', keys: IMPORTED });
  const folder = aSession({
    ...{ id: 'folder', name: 'folder', keys: ['source: import', 'imported_from: chronicle'] },
    body: '## Events\n\n- 14:00 [MEMORY-HIT] Read the rule\n- 14:10 [MEMORY-MISS] Forgot it\n',
  });
  return [own, { ...other, facts: { ...facts, prompts: 7, importedFrom: 'claude-mem', activeMinutes: 0 } }, folder];
}

describe('imported records are counted apart', () => {
  it('in numbers of sessions', () => {
    const [own, ...others] = mixed();
    expect(sessionsWords(mixed())).toBe('3 sessions (2 imported)');
    expect(sessionsWords(others)).toBe('2 imported sessions');
    expect(sessionsWords(own ? [own] : [])).toBe('1 session');
  });

  it('on the days of the calendar', () => {
    const days = activityOf(mixed(), [])?.weeks.flat() ?? [];
    expect(days.find(({ date }) => date === '2026-09-14')?.label).toBe('Mon 14 Sep: 3 sessions (2 imported), 2 events');
  });

  it('in the data files', () => {
    const { months, projects } = JSON.parse(archiveIndex(mixed(), '2026-09-15T00:00:00Z'));
    expect([months[0], projects[0]]).toMatchObject([
      { sessions: 3, imported: 2 },
      { sessions: 3, imported: 2 },
    ]);
  });
});
