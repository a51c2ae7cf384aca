import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPOSAL_ACTIONS } from '#src/memory/memory-text.ts';
import { type Proposal, parseProposals } from '#src/memory/proposals.ts';

const text = fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed());
const proposal: fc.Arbitrary<Proposal> = fc.record({
  id: fc.stringMatching(/^p-[0-9a-f]{6,8}$/),
  state: fc.constantFrom('open', 'approved', 'skipped', 'undone'),
  proposed: fc.constant('2026-08-04T08:23:05.123Z'),
  decided: fc.constantFrom(null, '2026-08-04T08:23:05Z'),
  undone: fc.constant(null),
  session_id: fc.constant('3f6c'),
  action: fc.constantFrom(...PROPOSAL_ACTIONS),
  file: fc.constant('a.md'),
  before: fc.constantFrom(null, 'b91d'),
  text: fc.option(text),
  events: fc.array(text),
  reason: text,
});

describe('parseProposals', () => {
  it('reads back what was written, one line each, for any text', () => {
    fc.assert(
      fc.property(fc.array(proposal), (proposals) => {
        const lines = proposals.map((each) => `${JSON.stringify(each)}\n`).join('');
        expect(parseProposals(lines)).toEqual({ value: proposals, problems: [] });
      }),
    );
  });
});
