import { describe, expect, it } from 'vitest';
import { findingCard } from '#src/redaction/decisions.ts';
import type { Finding } from '#src/redaction/finding.ts';

const PLACE = { place: 'body, line 3', event: null, before: 'in ', after: '.' };

function finding(given: Partial<Finding>): Finding {
  return {
    hash: 'h',
    kind: 'ticket id',
    why: 'has the form of a ticket id',
    class: 'review',
    mayKeep: true,
    value: 'INK-94',
    replacement: '[ticket]',
    places: [PLACE],
    decision: null,
    ...given,
  };
}

describe('findingCard', () => {
  it('never contains a value that must be decided, even after it is', () => {
    const value = 'not-to-be-seen';
    const cards = [finding({ class: 'must', value }), finding({ class: 'must', value, decision: 'keep' })].map(
      findingCard,
    );
    expect(JSON.stringify(cards)).not.toContain(value);
    expect(findingCard(finding({})).value).toBe('INK-94');
  });

  it('offers to keep what may be kept, and to leave out an event that contains it', () => {
    const choicesOf = (given: Partial<Finding>) => findingCard(finding(given)).choices;
    expect(choicesOf({})).toEqual(['replace', 'keep']);
    expect(choicesOf({ mayKeep: false })).toEqual(['replace']);
    expect(choicesOf({ places: [PLACE, { ...PLACE, event: 'id#e-3fa9c1' }] })).toEqual([
      'replace',
      'keep',
      'leave-out',
    ]);
  });

  it('marks where the context is cut off', () => {
    const long = ` ${'a'.repeat(39)}`;
    const card = findingCard(finding({ places: [{ ...PLACE, before: long }] }));
    expect(card.places[0]).toMatchObject({ before: `…${long.trim()}`, after: '.' });
  });

  it('shows three places and counts the rest', () => {
    const card = findingCard(finding({ places: Array.from({ length: 5 }, () => PLACE) }));
    expect([card.places.length, card.more]).toEqual([3, 2]);
  });
});
