import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bm25, candidates, inOrder, MOST_CANDIDATES } from '#src/recall/rank.ts';
import { questionOf, rankedColumns } from '#src/recall/tokens.ts';
import { foldText, hasPhrase } from '#src/search/words.ts';

const record = (text: string, date = '2026-10-01') => ({ text, date, time: null, session: 's', anchor: text });
const columns = ({ text }: { text: string }) => rankedColumns(text, '', '');

const ranked = (texts: ReturnType<typeof record>[], words: string) => {
  const question = questionOf(words);
  return inOrder(candidates(bm25(texts, columns, question, () => true)), question).map(({ item }) => item.text);
};

describe('ranking', () => {
  const others = Array.from({ length: 20 }, (_, i) =>
    record(`Entry ${i} about ${i % 4 === 0 ? 'deployment' : 'something'}`),
  );

  it('prefers rare words, and needs only one of them', () => {
    const texts = [...others, record('The redirect loops'), record('Deployment of the redirect')];
    expect(ranked(texts, 'deployment redirect')[0]).toBe('Deployment of the redirect');
    expect(ranked(texts, 'kubernetes redirect')).toHaveLength(2);
  });

  it('prefers the first line to the rest', () => {
    const texts = [...others, record('A note\nredirect loops here'), record('redirect loops\nA note')];
    expect(ranked(texts, 'redirect')[0]).toBe('redirect loops\nA note');
  });

  it('prefers the whole question in this order', () => {
    const texts = [...others, record('loop of a redirect'), record('a redirect loop of')];
    expect(ranked(texts, 'redirect loop')[0]).toBe('a redirect loop of');
  });

  it('finds the whole question however a text writes it', () => {
    const written = fc
      .array(fc.constantFrom('loop', 'Loop', 'red', 're-dir', 'ect', 'É', 'e', 'K', '_', '-', ' ', ' ', '\n', '.', '#'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(written, written, (text, words) => {
        const { phrase } = questionOf(words);
        const [found] = inOrder([{ item: record(text), score: 1 }], { phrase, terms: [] });
        expect(found?.score).toBe(hasPhrase(foldText(text), phrase) ? 1.5 : 1);
      }),
      { numRuns: 2000 },
    );
    expect(inOrder([{ item: record('a Re-direct (loop)'), score: 1 }], questionOf('redirect loop'))[0]?.score).toBe(
      1.5,
    );
  });

  it('puts the newer of two equal records first', () => {
    const texts = [...others, record('redirect one', '2026-01-01'), record('redirect two', '2026-09-01')];
    expect(ranked(texts, 'redirect')).toEqual(['redirect two', 'redirect one']);
  });

  it('leaves out all equal records at the end of the candidates', () => {
    const scored = [
      { item: 0, score: 2 },
      ...Array.from({ length: MOST_CANDIDATES }, (_, i) => ({ item: i + 1, score: 1 })),
    ];
    expect(candidates(scored)).toEqual([{ item: 0, score: 2 }]);
    expect(candidates(scored.slice(0, -1))).toHaveLength(MOST_CANDIDATES);
  });
});
