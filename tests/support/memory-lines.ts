/* Lines of a project's proposals and of the history of its memories. */
import type { HistoryLine } from '#src/memory/history.ts';
import type { Proposal } from '#src/memory/proposals.ts';

export const aProposal = (given: Partial<Proposal> = {}): Proposal => ({
  ...{ id: 'p-000000', state: 'open', proposed: '2026-09-14T12:00:00Z', decided: null, undone: null, session_id: 's' },
  ...{ action: 'NEW', file: 'feedback_money.md', before: null, text: null, events: [], reason: 'It came back.' },
  ...given,
});

export const aHistoryLine = (given: Partial<HistoryLine> = {}): HistoryLine => ({
  ...{ id: 'l-0', at: '2026-09-01T08:00:00Z', source: 'retro', action: 'new', file: 'feedback_money.md' },
  ...{ session_id: 's', events: [], before: null, after: 'ab' },
  ...given,
});
