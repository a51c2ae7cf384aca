import { describe, expect, it } from 'vitest';
import { Transcript } from '../import/transcript.ts';

const asked = () => new Transcript().prompt('the login loops, why?');
const texts = (transcript: Transcript) => transcript.read().found.map(({ text }) => text);
const edited = (transcript: Transcript) =>
  transcript.edits('src/auth.ts', 'cookie.set(refreshToken)', 'cookie.set(sign(refreshToken))');

describe('a stated cause', () => {
  it('is an error if an edit follows, without the words that announce it', () => {
    const said =
      'I see the bug. The refresh token is written to the cookie before it is signed. Then every request loops.';
    expect(edited(asked().answers(said)).read().found).toEqual([
      expect.objectContaining({
        tag: 'ERROR',
        text: 'The refresh token is written to the cookie before it is signed',
        details: ['Then every request loops.'],
        source: { from: 'cause', reference: '' },
      }),
    ]);
  });

  it.each([
    ['The root cause is that the cache is never cleared after a logout.', 'The cache is never cleared after a logout'],
    ['Found it — the handler returns before the session is saved.', 'The handler returns before the session is saved'],
    ['The issue is that two workers share one lock file.', 'Two workers share one lock file'],
    ['**Root cause**: the clock of the test is shared.', 'The clock of the test is shared'],
    // Without its beginning, a German clause is no sentence.
    ['Die Ursache ist, dass der Zähler nie endet.', 'Die Ursache ist, dass der Zähler nie endet'],
    ['Le problème est que `a["b"] = …` écrit dans une copie.', '`a["b"] = …` écrit dans une copie'],
    ['原因は、キャッシュが更新されないことです。', 'キャッシュが更新されないことです'],
    ['El problema es que la sesión se guarda dos veces.', 'La sesión se guarda dos veces'],
  ])('%s', (said, text) => {
    expect(texts(edited(asked().answers(said)))).toEqual([text]);
  });

  it.each([
    ['it guesses', 'The issue is likely that the cache is stale somewhere.'],
    ['it only says what comes next', 'Found it! Let me check the other callers of this function.'],
    ['it says nothing', 'The issue is clear. Let me fix it now.'],
    ['it asks', 'Is the problem that the cookie is missing its domain?'],
    ['it is in code', 'Now this:\n```\n# The root cause is that the cache is never cleared\n```'],
  ])('is none where %s', (_, said) => {
    expect(edited(asked().answers(said)).found()).toEqual([]);
  });

  describe('is recorded as an error', () => {
    const said = 'The root cause is that `refreshToken` is stored before it is signed.';
    const kinds = (transcript: Transcript) =>
      transcript
        .read()
        .found.filter(({ text }) => text.includes('refreshToken'))
        .map(({ tag, source }) => `${source === null ? '?' : ''}${tag}`);

    it.each([
      ['after a report of a fault', () => asked()],
      ['after a failed call', () => new Transcript().prompt('rename it').fails('npm test', 'Exit code 1\nboom')],
      ['after a report that led to no change yet', () => asked().answers('Shall I look into it?').prompt('yes')],
    ])('%s and before a change', (_, began) => {
      expect(kinds(edited(began().answers(said)))).toEqual(['ERROR']);
    });

    it.each([
      ['nothing failed', () => edited(new Transcript().prompt('tidy this module').answers(said))],
      ['nothing was changed', () => asked().answers(said)],
      ['only a document was written', () => explained('docs/auth.md').answers(said)],
    ])('not where %s', (_, transcript) => {
      expect(kinds(transcript())).toEqual(['?INSIGHT']);
    });

    it('not where it lies outside of the project', () => {
      const outside = said.replace('.', ', which the provider does not support.');
      expect(kinds(edited(asked().answers(outside)))).toEqual(['INSIGHT']);
    });

    it.each(['still there', 'same error', 'immer noch', '还是报错'])('not where the next prompt says: %s', (prompt) => {
      expect(kinds(edited(asked().answers(said)).prompt(prompt))).toEqual([]);
    });

    const explained = (path: string) =>
      new Transcript().prompt('write a page about the handler').makes(path, '`refreshToken` is stored');
  });

  it.each([
    'The problem is not that the cookie lacks a domain, since it has one.',
    'Das Problem ist nicht der Cookie, denn der hat eine Domain.',
  ])('is none where it is denied: %s', (said) => {
    const { found } = edited(asked().answers(said)).read();
    expect(found.filter(({ source }) => source !== null)).toEqual([]);
  });

  it('is none of another time', () => {
    const said = 'The original bug was that the cookie had no domain, which is fixed since version 2.';
    expect(asked().answers(said).edits('src/auth.ts', 'a', 'b').read().found).toEqual([]);
  });

  it('is the last of those that a turn names', () => {
    const transcript = asked().answers('The issue is that the cookie has no domain at all.');
    edited(transcript).answers('The real problem is that the proxy strips the cookie header.');
    expect(texts(transcript.edits('src/proxy.ts', 'x', 'y'))).toEqual(['The proxy strips the cookie header']);
  });

  it('is an insight if nothing is changed after it and it names no mistake', () => {
    expect(asked().answers('The root cause is that Safari keeps cookies per tab group.').found()).toEqual([
      'INSIGHT Safari keeps cookies per tab group',
    ]);
  });

  it('is not a step of a search that goes on', () => {
    const transcript = asked().answers('The issue is that the config has two hosts for it.').runs('ls');
    transcript
      .answers('Both hosts answer, and with the same certificate.')
      .runs('curl a')
      .answers('That is the login page that the second host serves.');
    expect(transcript.runs('ls').answers('It is served from the second one of the two hosts.').found()).toEqual([]);
  });
});
