import { describe, expect, it } from 'vitest';
import { isNamedFor } from '#src/forget/is-named-for.ts';
import { WantedText } from '#src/forget/wanted-text.ts';

const isNamed = (name: string, text: string) => isNamedFor(name, text, new WantedText([text]));

describe('isNamedFor', () => {
  it.each([
    ['walross-quixote-tale', 'Walross Quixote'],
    ['the-walross-quixotes', "walross quixote's"],
    ['walross-quixote-s', "walross quixote's"],
    ['Zo-_Ltd-secret', 'Zoë_Ltd secret'],
    ['unhushhushed', 'hushhush'],
    ['a_b-c', 'A_B-C'],
  ])('says of %s that it tells %s', (name, text) => {
    expect(isNamed(name, text)).toBe(true);
  });

  it.each([
    ['walross-tale', 'Walross Quixote'],
    ['2026-tale', '2026 !'],
    ['a-b-tale', 'a b'],
  ])('says of %s that it does not tell %s', (name, text) => {
    expect(isNamed(name, text)).toBe(false);
  });
});
