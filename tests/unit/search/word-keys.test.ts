import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foundChunks } from '#src/search/found-chunks.ts';
import { isInPhrase, keysOf, WantedWord } from '#src/search/word-keys.ts';
import { chunkParts, foldText, hasPhrase, hasWord } from '#src/search/words.ts';

/** Chunks as they are in chronicles. */
const chunk = fc.stringMatching(/^(?:[a-cA-C_]{1,4}[./(-]?){1,3}$/);

describe('keysOf', () => {
  it('begins at each part that a search can match at', () => {
    expect(keysOf(chunkParts('feedback_no_push.md'))).toEqual([
      'feedback_.no_.push.md',
      '-no_.push.md',
      '-push.md',
      '-md',
    ]);
    expect(keysOf(chunkParts('x/y.md'))).toEqual(['x.y.md', '-md']);
    expect(keysOf(chunkParts('—'))).toEqual([]);
  });

  it('cuts what nobody types', () => {
    expect(keysOf(['a'.repeat(100)])).toEqual(['a'.repeat(64)]);
    expect(keysOf(Array.from({ length: 1000 }, () => 'ab')).length).toBe(100);
  });
});

describe('WantedWord', () => {
  const isFound = (word: string, text: string) =>
    keysOf(chunkParts(text)).some((key) => new WantedWord(word).likeness(key) > 0);

  it('finds other forms of English words', () => {
    const forms: [string, string][] = [
      ['migrating', 'migration'],
      ['migrate', 'migrating'],
      ['wrongly', 'wrong'],
      ['use', 'using'],
      ['policy', 'policies'],
      ['stopped', 'stopping'],
      ['hope', 'hoping'],
      ['quote', 'quotes'],
    ];
    for (const [word, other] of forms) {
      expect([word, other, isFound(word, other)]).toEqual([word, other, true]);
      expect([other, word, isFound(other, word)]).toEqual([other, word, true]);
    }
    for (const [word, other] of [
      ['quote', 'quota'],
      ['architecture', 'arch'],
      ['user', 'using'],
      ['the', 'them.'],
    ] as const)
      expect([word, other, isFound(word, other)]).toEqual([word, other, word === 'the']);
  });

  it('finds what the command line finds, and looks where that is', () => {
    fc.assert(
      fc.property(chunk, fc.stringMatching(/^[a-c_]{1,4}$/), (text, word) => {
        const folded = foldText(word).text;
        if (folded === '') return;
        const wanted = new WantedWord(word);
        const matching = keysOf(chunkParts(text)).filter((key) => wanted.likeness(key) > 0);
        if (hasWord(foldText(text), folded)) expect([text, matching]).not.toEqual([text, []]);
        for (const key of matching) {
          const plain = key.replace(/[-.]/g, '');
          expect(wanted.beginnings.some((beginning) => plain.startsWith(beginning))).toBe(true);
        }
      }),
    );
  });

  it('says that the same word is most alike', () => {
    const { likeness } = { likeness: (key: string) => new WantedWord('error').likeness(key) };
    const likes = ['error', 'errors', 'error_.log', 'errorhandler', 'terror'].map(likeness);
    expect(likes[0]).toBe(1);
    expect(likes[1]).toBeGreaterThan(likes[3] ?? 0);
    expect(likes[3]).toBeGreaterThan(0);
    expect(likes[4]).toBe(0);
  });
});

it('finds phrases where the command line finds them', () => {
  fc.assert(
    fc.property(
      fc.array(chunk, { minLength: 1, maxLength: 6 }),
      fc.nat(5),
      fc.nat(3),
      fc.nat(3),
      (chunks, from, more, cut) => {
        const text = chunks.join(' ');
        const phrase = chunks
          .slice(from, from + 1 + more)
          .join(' ')
          .slice(cut);
        const folded = foldText(phrase).text;
        if (folded === '') return;
        const isFound = foundChunks(text, { words: [], phrases: [phrase] }).size > 0;
        expect([text, phrase, isFound]).toEqual([text, phrase, hasPhrase(foldText(text), folded)]);
      },
    ),
    { numRuns: 500 },
  );
});

it('has no place for an empty phrase', () => {
  expect(isInPhrase('a', [''], 0)).toBe(false);
});
