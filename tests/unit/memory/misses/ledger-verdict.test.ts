import { describe, expect, it } from 'vitest';
import { ledgerVerdict } from '#src/memory/mistake-state.ts';
import type { MissGroup } from '#src/memory/occurrences.ts';
import { aGroup } from './a-group.ts';

const memory: MissGroup['memory'] = {
  project: aGroup().project,
  file: 'feedback_push.md',
  born: null,
  changes: [],
};

describe('ledgerVerdict', () => {
  it('says that a rule is named but missing, and what that leaves open', () => {
    const group = { ...aGroup({ state: 'rule missing' }), memory };
    expect(ledgerVerdict(group, null)).toEqual({
      says: 'Its rule is missing.',
      because:
        'The events name feedback_push.md, but there is no such file, and the ledger does not know it. So nobody can say which misses happened despite it.',
    });
    const deleted = { ...group, flags: [{ at: '2026-07-01T10:00:00Z', action: 'new' as const }] };
    expect(ledgerVerdict(deleted, null).because).toBe('feedback_push.md was deleted, so no later session can read it.');
  });

  it('says that a broken rule may help all the same', () => {
    const effect = { because: 'Missed once.', rates: { before: null, since: null }, chance: null, ratio: null };
    const says = (verdict: 'helped' | 'did not help') =>
      ledgerVerdict(
        { ...aGroup({ state: 'broken' }), stateDetail: 'came back twice' },
        { effect: { ...effect, verdict } },
      ).says;
    expect(says('helped')).toBe('The rule is broken, though it helps: its mistake came back twice.');
    expect(says('did not help')).toBe('The rule is broken: its mistake came back twice.');
  });

  it('asks for a rule once a mistake was repeated', () => {
    expect(ledgerVerdict(aGroup(), null)).toEqual({ says: 'No rule covers this mistake yet.', because: '' });
    expect(ledgerVerdict(aGroup({ misses: ['2026-09-14', '2026-09-15'] }), null).because).toBe(
      'It was made more than once, so it needs one.',
    );
  });
});
