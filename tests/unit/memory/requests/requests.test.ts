import { describe, expect, it } from 'vitest';
import { ownSentences, type Request, requestsOf, toldIn } from '#src/memory/requests.ts';

/** Sessions of one project, one a day, each with its prompts. */
function requests(sessions: readonly (readonly string[])[], most = 3): Request[] {
  const told = sessions.map((prompts, index) => ({
    id: `s${index + 1}`,
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    told: toldIn(prompts.map((text) => ({ text }))),
  }));
  return requestsOf(told, most);
}

const OTHERS = [
  'the pear page shows the prices of last year',
  'why does the stock count go below zero',
  'rename parcel to field in the ui',
  'the login page flickers in dark mode',
  'sort the pickers by their last name',
  'the csv import stops at an empty line',
  'what happens when the disk is full?',
  'let the season start in february',
  'it has to be fast when the list is long',
  'the name of this file is wrong',
];
/** Ten sessions that share only these prompts. */
const ten = (own: readonly string[]) => OTHERS.map((other, index) => [other, ...(own[index] ? [own[index]] : [])]);
const found = (own: readonly string[]) => requests(ten(own)).map(({ words, sessionIds }) => [words, sessionIds.length]);

describe('requestsOf', () => {
  it('puts wordings of one request together, whatever courtesy is around them', () => {
    const own = ['add a test for this', 'Can you add a test for that, please?', 'ok, add a test', 'and add a test too'];
    expect(found(own)).toEqual([['add a test', 4]]);
  });

  it('is silent with fewer than four sessions, three days or eight sessions in the project', () => {
    expect(found(['add a test', 'add a test', 'add a test'])).toEqual([]);
    expect(requests(Array.from({ length: 7 }, (_, index) => [OTHERS[index] ?? '', 'add a test for this']))).toEqual([]);
    const told = toldIn([{ text: 'add a test for this' }]);
    const oneDay = Array.from({ length: 9 }, (_, id) => ({ id: `${id}`, day: `2026-01-0${1 + (id % 2)}`, told }));
    expect(requestsOf(oneDay, 3)).toEqual([]);
  });

  it('leaves out what needs no memory: go-aheads, words without an object, what asks for nothing', () => {
    const said = ['continue', 'fix', 'check it', 'looks good', 'the tests are red again', '/standup', 'yes please'];
    for (const each of said) expect(found(Array(6).fill(each)), each).toEqual([]);
  });

  it('shows a bare act only if a quarter of the sessions ask for it, and at least five', () => {
    expect(found(Array(4).fill('push'))).toEqual([]);
    expect(found(Array(5).fill('push'))).toEqual([['push', 5]]);
  });

  it('makes requests of one prompt a chain, and counts a bare act of it no further', () => {
    const own = [
      'commit and push',
      'commit, push',
      'commit. then push',
      'looks good, commit and push',
      'commit',
      'push',
    ];
    const [chain, ...rest] = requests(ten(own));
    expect([chain?.words, chain?.isChain, chain?.sessionIds]).toEqual([
      'commit and push',
      true,
      ['s1', 's2', 's3', 's4'],
    ]);
    expect(rest).toEqual([]);
  });

  it('keeps a request that is also asked for without the chain', () => {
    const own = ['add a changelog entry and push the branch', 'add a changelog entry'];
    const all = [...Array(4).fill(own[0]), ...Array(6).fill(own[1])];
    expect(found(all)).toEqual([
      ['add a changelog entry', 10],
      ['add a changelog entry and push the branch', 4],
    ]);
  });

  it('takes whole sentences in languages without a list of verbs, and pairs of characters where none are spaced', () => {
    const others = [
      'der Saldo springt',
      'die Suche geht nicht',
      'das Menü ist zu klein',
      'wo steht das',
      'Umlaute fehlen',
    ];
    const german = [
      'schreib einen Test dafür',
      'Schreib bitte einen Test dafür.',
      'kannst du einen Test dafür schreiben?',
    ];
    const sessions = Array.from({ length: 10 }, (_, at) => [`${others[at % 5]} ${at}`, german[at % 3] ?? '']);
    expect(requests(sessions)[0]).toMatchObject({ words: 'schreib einen Test dafür', sessionIds: { length: 10 } });
    const japanese = Array.from({ length: 8 }, (_, at) => [
      `第${at}章を直す`,
      at % 2 ? 'テストを追加してください' : 'テストを追加して',
    ]);
    expect(requests(japanese)[0]).toMatchObject({ sessionIds: { length: 8 } });
  });

  it('links three prompts of the newest sessions, with their own wording, and keeps its id', () => {
    const own = ['add a test', 'add a test', 'please add a test for it', 'add a test for the empty list', 'add a test'];
    const [request] = requests(ten(own));
    expect(request?.prompts.map(({ sessionId, text }) => [sessionId, text])).toEqual([
      ['s5', 'add a test'],
      ['s4', 'add a test for the empty list'],
      ['s3', 'add a test for it'],
    ]);
    expect(request?.id).toMatch(/^r-[0-9a-f]{6}$/);
    expect(requests(ten([...own, 'add a test now']))[0]?.id).toBe(request?.id);
  });

  it('is quick with 150 long sessions of hostile words', () => {
    const words = (seed: number) => Array.from({ length: 8 }, (_, at) => `w${(seed * 7 + at * 13) % 97}`).join(' ');
    const sessions = Array.from({ length: 150 }, (_, id) =>
      Array.from({ length: 40 }, (_, at) => `add ${words(id * 40 + at)} ${'a '.repeat(30)}`),
    );
    const start = performance.now();
    requests(sessions);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

describe('ownSentences', () => {
  const none = [
    'From: Tom\nSubject: Re: sorting\n\nadd a test for this please.\n\nTom',
    'Review by Tom:\n- add a test for this branch\n- add a test for that one too',
    '12:01:04 add a test for this\n12:01:05 done',
    '```\nadd a test for this\n```',
    '> add a test for this',
    'diff --git a/x b/x\n+ add a test for this',
    'Implement the following plan:\n# Plan\nadd a test for this',
    '/standup add a test for this',
  ];
  it.each(none)('finds nothing of the person in %j', (prompt) => {
    expect(ownSentences(prompt).join(' ')).not.toContain('add a test');
  });

  it('finds the words in front of and behind what was pasted', () => {
    const log = Array.from({ length: 9 }, (_, at) => `12:0${at} error in module ${at}`).join('\n');
    expect(ownSentences(`this is what it says\n\n${log}\n\nplease add a test for this`)).toEqual([
      'this is what it says',
      'please add a test for this',
    ]);
  });
});
