import { counted } from '#src/text/day.ts';
import type { Proposal } from '../proposals/proposal.ts';
import { type ContextSection, shortLine } from './context-document.ts';

const NAME = 120;
const REASON = 240;

/** What waits for a person. */
export function proposalSection(proposals: readonly Proposal[]): ContextSection {
  return {
    heading: `## Open proposals (${proposals.length})`,
    notes: [],
    items: proposals.map(({ id, action, file, proposed, reason }, rank) => {
      const head = `${id}  ${action}  ${shortLine(file, NAME)}  ${proposed.slice(0, 10)}`;
      return { full: `${head}\n    ${shortLine(reason, REASON)}`, brief: head, rank };
    }),
    more: (count) => `… and ${counted(count, 'more proposal')}: chronicle memory list`,
  };
}
