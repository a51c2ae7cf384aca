import { describe, expect, it } from 'vitest';
import { Transcript } from '../transcript.ts';

const asked = () => new Transcript().prompt('the login loops, why?');
const edited = (transcript: Transcript) => transcript.edits('src/auth.ts', 'old line', 'new line');

describe('a stated cause', () => {
  it('is an error if an edit follows, without the words that announce it', () => {
    const said =
      'I see the bug. The refresh token is written to the cookie before it is signed. Then every request loops.';
    expect(edited(asked().answers(said)).read().found).toEqual([
      expect.objectContaining({
        tag: 'ERROR',
        text: 'The refresh token is written to the cookie before it is signed',
        details: ['Then every request loops.'],
        recorded: { statement: 'cause', reference: '' },
      }),
    ]);
  });

  it.each([
    ['The root cause is that the cache is never cleared after a logout.', 'The cache is never cleared after a logout'],
    ['Found it — the handler returns before the session is saved.', 'The handler returns before the session is saved'],
    ['The issue is that two workers share one lock file.', 'Two workers share one lock file'],
    [
      '**Root cause**: the clock of the test is shared by both suites.',
      'The clock of the test is shared by both suites',
    ],
    ['Die Ursache ist, dass der Zähler nie zurückgesetzt wird.', 'Der Zähler nie zurückgesetzt wird'],
    ['原因は、キャッシュが更新されないことです。', 'キャッシュが更新されないことです'],
    ['El problema es que la sesión se guarda dos veces.', 'La sesión se guarda dos veces'],
  ])('%s', (said, text) => {
    expect(
      edited(asked().answers(said))
        .read()
        .found.map((each) => each.text),
    ).toEqual([text]);
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

  it('is the last of those that a turn names', () => {
    const transcript = asked().answers('The issue is that the cookie has no domain at all.');
    edited(transcript).answers('The real problem is that the proxy strips the cookie header.');
    expect(
      transcript
        .edits('src/proxy.ts', 'x', 'y')
        .read()
        .found.map(({ text }) => text),
    ).toEqual(['The proxy strips the cookie header']);
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

describe('the point of a search', () => {
  const searched = () => asked().runs('grep -r login src').runs('cat src/auth.ts').runs('cat src/session.ts');
  const answer = `The login handler stores the session in memory, one copy for each worker.\n\n${'It has more to say. '.repeat(12)}`;

  it('is an unconfirmed insight: the first sentence that states something', () => {
    expect(searched().answers(answer).read().found).toEqual([
      expect.objectContaining({
        tag: 'INSIGHT',
        text: 'The login handler stores the session in memory, one copy for each worker',
        recorded: null,
      }),
    ]);
  });

  it('is none in a turn that looked nothing up, and a decision in one with edits', () => {
    expect(asked().answers(answer).found()).toEqual([]);
    expect(edited(searched()).answers(answer).found()).toEqual([expect.stringMatching(/^DECISION The login handler/)]);
  });
});
