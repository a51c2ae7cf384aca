import { describe, expect, it } from 'vitest';
import { errorEndings } from '#src/archive/error-endings.ts';
import { aCommit, aFile, aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

/** What ended an error with this text, in a session that then edited src/auth.ts and committed it. */
function endingOf(text: string) {
  const at = '2026-09-14T08:00:00Z';
  const session = aSession({ started: at, body: `## Events\n\n- 10:10 [ERROR] ${text}\n` });
  const commits = [aCommit({ at: '2026-09-14T08:30:00Z' })];
  const facts = someFacts({ prompts: [aPrompt({ at })], files: [aFile()], commits });
  return errorEndings(session, facts).map(({ by }) => by.kind);
}

describe('errorEndings', () => {
  it.each([
    ['auth.ts broke the redirect', ['commit']],
    ['my-auth.ts is fine, auth.ts broke the redirect', ['commit']],
    ['my-auth.ts broke the redirect', []],
    ['auth.tsx broke the redirect', []],
    ['the redirect broke', []],
  ])('finds the commit of the file that an error names: %s', (text, kinds) => {
    expect(endingOf(text)).toEqual(kinds);
  });
});
