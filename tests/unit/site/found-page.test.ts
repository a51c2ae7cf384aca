import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FoundPage, type Fragment, foundPage, hasTerm, type Run } from '#site/model/found-page.ts';
import { parseQuery } from '#src/index/query.ts';

/** A page as Pagefind answers it, for words that begin with one of `matched`. */
function fragment(parts: readonly [label: string, text: string][], matched: readonly string[]): Fragment {
  const words = ['Title.'];
  const anchors = parts.map(([title, text]) => {
    const location = words.length;
    words.push(...`${text}.`.split(' '));
    return { title, location };
  });
  const places = words.flatMap((word, location) =>
    matched.some((each) => word.toLowerCase().includes(each)) ? [{ location, balanced_score: 1 }] : [],
  );
  const meta = { title: 'Title', project: 'larder', date: '2026-10-14' };
  return { url: '/sessions/larder/a/', content: words.join(' '), meta, anchors, weighted_locations: places };
}

const PAGE: [string, string][] = [
  ['session||2026-10-14||', 'lar/18-heredoc LAR-18'],
  ['event|ERROR|2026-10-14|09:10|e-111111', 'Heredoc lost the quotes'],
  ['rest', 'In the shell of the runner'],
  ['event|DECISION|2026-10-15|09:12|e-222222', 'Keep quota checks'],
  ['prompt||2026-10-15|10:00|prompt-2', 'please quote the heredoc twice'],
];

function found(typed: string, matched: string[], page = PAGE): FoundPage | null {
  return foundPage(fragment(page, matched), parseQuery(typed).query);
}

/** The runs of a text, with what matched in brackets. */
function shown(runs: readonly Run[] = []): string {
  return runs.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');
}

describe('foundPage', () => {
  it('links to each part that has a word, those with more words first', () => {
    const page = found('heredoc quote', ['heredoc', 'quot']);
    expect(page?.parts.map(({ address, matched }) => [address, matched])).toEqual([
      ['/sessions/larder/a/#e-111111', 2],
      ['/sessions/larder/a/#prompt-2', 2],
      ['/sessions/larder/a/', 1],
    ]);
    expect(page).toMatchObject({ title: 'Title', project: 'larder', matched: 2 });
  });

  it('marks what matched, and shows other lines only for a match in them', () => {
    expect(found('quotes', ['quot'])?.parts[0]).toMatchObject({
      words: [
        { text: 'Heredoc lost the ', isFound: false },
        { text: 'quotes', isFound: true },
      ],
      details: [],
    });
    const [shell] = found('shell', ['shell'])?.parts ?? [];
    expect(shell?.details.find(({ isFound }) => isFound)?.text).toBe('shell');
  });

  it('drops what only begins like a word', () => {
    expect(found('quote', ['quot'])?.parts.map(({ kind }) => kind)).toEqual(['event', 'prompt']);
    expect(found('zebra', ['the'])).toBeNull();
  });

  it.each([
    ['tag:decision', ['#e-222222']],
    ['kind:prompt', ['#prompt-2']],
    ['kind:session tag:miss', ['']],
    ['"heredoc lost"', ['#e-111111']],
    ['heredoc -please', ['', '#e-111111']],
    ['heredoc since:2026-10-15', ['#prompt-2']],
    ['until:2026-10-14', ['#e-111111']],
  ])('%s finds only parts that pass', (typed, anchors) => {
    const page = found(typed, typed.includes('heredoc') ? ['heredoc', 'lost'] : []);
    expect(page?.parts.map(({ address }) => address.slice('/sessions/larder/a/'.length)).sort()).toEqual(anchors);
  });

  it('finds nothing where no part passes', () => {
    expect(found('tag:pivot', [])).toBeNull();
  });

  it('finds parts of names, and words of scripts without blanks', () => {
    const page: [string, string][] = [
      ['event|ERROR||| e-1', 'Wrote feedback_no_push.md and getUserName'],
      ['event|ERROR||| e-2', '重试\u2060 数据库\u2060 连接'],
    ];
    expect(found('push', ['push'], page)?.parts).toHaveLength(1);
    expect(found('username', ['username'], page)?.parts).toHaveLength(1);
    expect(found('usernames', ['username'], page)?.parts).toHaveLength(1);
    expect(found('user', ['user'], page)?.parts).toHaveLength(1);
    expect(shown(found('数据库', ['数据库'], page)?.parts[0]?.words)).toBe('重试[数据库]连接');
  });
});

describe('the words that are shown', () => {
  const wordsOf = (text: string, matched: string) =>
    shown(found(matched, [matched], [['event|ERROR|||', text]])?.parts[0]?.words);

  it('marks matches without the punctuation around them', () => {
    expect(wordsOf('No memory, (force) at all', 'force')).toBe('No memory, ([force]) at all');
  });

  it('begins a few words before a match that is far from the start', () => {
    const text = Array.from({ length: 100 }, (_, n) => (n === 80 ? 'needle' : `w${n}`)).join(' ');
    expect(wordsOf(text, 'needle')).toMatch(/^… w40 w41 .* w79 \[needle\] w81 .* w99$/);
    expect(wordsOf(`needle ${text}`, 'needle')).toMatch(/^\[needle\] w0 .* w58 …$/);
  });

  it('limits the length of any text', () => {
    expect(wordsOf('x'.repeat(10_000), 'x')).toHaveLength(163);
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\S+$/u), { minLength: 1 }), (words) => {
        const parts = found('kind:event', [], [['event|ERROR|||', words.join(' ')]])?.parts ?? [];
        expect(shown(parts[0]?.words).length).toBeLessThan(60 * 163 + 20);
      }),
    );
  });
});

describe('hasTerm', () => {
  it('knows a word from the beginning that Pagefind falls back to', () => {
    expect(hasTerm(fragment(PAGE, ['heredoc']), 'heredocs')).toBe(true);
    expect(hasTerm(fragment(PAGE, ['the']), 'thermometer')).toBe(false);
  });
});
