import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/redaction/finding.ts';
import { findingCards } from '../../../src/redaction/finding-card.ts';

const PLACE = { place: 'body, line 3', event: null, before: 'in ', after: '.' };

function finding(given: Partial<Finding>): Finding {
  return {
    hash: 'h',
    kind: 'ticket id',
    class: 'review',
    mayKeep: true,
    value: 'INK-94',
    replacement: 'a ticket',
    places: [PLACE],
    decision: null,
    ...given,
  };
}

describe('findingCards', () => {
  it('puts what must be decided first and what is decided last', () => {
    const cards = findingCards([
      finding({ hash: 'decided', class: 'must', decision: 'replace' }),
      finding({ hash: 'review' }),
      finding({ hash: 'must', class: 'must' }),
    ]);
    expect(cards.map(({ hash }) => hash)).toEqual(['must', 'review', 'decided']);
  });

  it('has no word of a value that must be decided, whether it is or not', () => {
    const value = 'not-to-be-seen';
    const cards = findingCards([
      finding({ class: 'must', value }),
      finding({ class: 'must', value, decision: 'keep' }),
    ]);
    expect(JSON.stringify(cards)).not.toContain(value);
    expect(findingCards([finding({})])[0]?.value).toBe('INK-94');
  });

  it('offers to keep what may be kept, and to leave an event out where one says it', () => {
    const choicesOf = (given: Partial<Finding>) => findingCards([finding(given)])[0]?.choices;
    expect(choicesOf({})).toEqual(['replace', 'keep']);
    expect(choicesOf({ mayKeep: false })).toEqual(['replace']);
    expect(choicesOf({ places: [PLACE, { ...PLACE, event: 'id#e-3fa9c1' }] })).toEqual([
      'replace',
      'keep',
      'leave-out',
    ]);
  });

  it('says where the words around a value go on', () => {
    const long = ` ${'a'.repeat(39)}`;
    const [card] = findingCards([finding({ places: [{ ...PLACE, before: long }] })]);
    expect(card?.places[0]).toMatchObject({ before: `…${long.trim()}`, after: '.' });
  });

  it('shows three places and counts the others', () => {
    const [card] = findingCards([finding({ places: Array.from({ length: 5 }, () => PLACE) })]);
    expect([card?.places.length, card?.more]).toEqual([3, 2]);
  });
});
