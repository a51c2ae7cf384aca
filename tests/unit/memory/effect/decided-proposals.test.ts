import { describe, expect, it } from 'vitest';
import { acceptance, skippedAndMissed } from '#src/memory/effect/decided-proposals.ts';
import type { ProjectProposal } from '#src/memory/history.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aHistory, groupsOf } from './a-standing.ts';

function aProposal(given: Partial<ProjectProposal> = {}): ProjectProposal {
  return {
    ...{
      id: 'p-12150d',
      state: 'skipped',
      proposed: '2026-09-02T10:00:00Z',
      decided: '2026-09-03T10:00:00Z',
      undone: null,
    },
    ...{
      session_id: 'session-0',
      action: 'NEW',
      file: 'feedback_port.md',
      before: null,
      text: '',
      events: [],
      reason: '',
    },
    project: aSession().project,
    ...given,
  };
}

const SESSIONS = aHistory([
  '2026-09-01 MISS',
  '2026-09-04 MISS',
  '2026-09-05 MISS',
  '2026-09-06 MISS feedback_else.md',
]);
const GROUPS = groupsOf(SESSIONS, []);

function datesOf(...proposals: ProjectProposal[]): string[][] {
  return skippedAndMissed(proposals, GROUPS).map(({ misses }) => misses.map(({ event }) => event.date));
}

describe('skippedAndMissed', () => {
  it('finds later misses of the memory that was not written', () => {
    expect(datesOf(aProposal())).toEqual([['2026-09-04', '2026-09-05']]);
    expect(datesOf(aProposal({ decided: '2026-09-05T20:00:00Z' }))).toEqual([]);
  });

  it('finds later misses of a mistake by the events it was proposed for', () => {
    const [miss] = GROUPS.find(({ memory }) => memory?.file === 'feedback_port.md')?.misses ?? [];
    const events = [`${miss?.session.id}#${miss?.event.id}`];
    expect(datesOf(aProposal({ file: 'feedback_other_name.md', events }))).toEqual([['2026-09-04', '2026-09-05']]);
    expect(datesOf(aProposal({ file: 'feedback_other_name.md', events: ['session-0#e-000000'] }))).toEqual([]);
  });

  it('ignores deletions, other projects, and proposals that nobody skipped', () => {
    const project = { ...aSession().project, slug: 'other' };
    const kept = [
      { state: 'open', decided: null },
      { state: 'approved' },
      { state: 'undone' },
      { replaced_by: 'p-000000' },
      { action: 'DELETE' },
      { project },
    ];
    expect(datesOf(...kept.map((given) => aProposal(given as Partial<ProjectProposal>)))).toEqual([]);
  });

  it('puts the most misses first, then the latest decision', () => {
    const ids = skippedAndMissed(
      [
        aProposal({ id: 'p-000001', decided: '2026-09-03T08:00:00Z' }),
        aProposal({ id: 'p-000002', file: 'feedback_else.md' }),
        aProposal({ id: 'p-000003' }),
      ],
      GROUPS,
    ).map(({ proposal }) => proposal.id);
    expect(ids).toEqual(['p-000003', 'p-000001', 'p-000002']);
  });
});

describe('acceptance', () => {
  it('counts decisions, with undone ones among the approved', () => {
    const states = ['approved', 'approved', 'undone', 'skipped', 'open', 'open'] as const;
    expect(acceptance(states.map((state) => ({ state })))).toEqual({
      approved: 3,
      undone: 1,
      skipped: 1,
      open: 2,
      share: 0.75,
    });
  });

  it('ignores replaced proposals, and has no share before the first decision', () => {
    expect(acceptance([{ state: 'skipped', replaced_by: 'p-000001' }, { state: 'open' }])).toMatchObject({
      skipped: 0,
      share: null,
    });
    expect(acceptance([])).toEqual({ approved: 0, undone: 0, skipped: 0, open: 0, share: null });
  });
});
