import { describe, expect, it } from 'vitest';
import { outcomeIn } from '#src/import/signals/outcome.ts';
import { Transcript } from '../transcript.ts';

describe('what the next prompt says became of an error', () => {
  it.each([
    'works now, thanks',
    'perfect looks good on my phone now',
    'Great! That fixed it.',
    'still the same error',
    "it doesn't work on my machine",
    'läuft jetzt',
    'sigue sin funcionar',
    '完璧です',
    '还是报错',
  ])('%s', (prompt) => {
    expect(outcomeIn(prompt)).not.toBeNull();
  });

  it.each(['now add a test', 'great idea, but what about the other one?', 'commit', 'make it work offline', ''])(
    'is nothing in: %s',
    (prompt) => {
      expect(outcomeIn(prompt)).toBeNull();
    },
  );

  it('is a detail of the last error and the last correction', () => {
    const transcript = new Transcript()
      .prompt('the login loops')
      .answers('The root cause is that the cookie has no domain at all.')
      .edits('src/auth.ts', 'cookie(domain)', 'b')
      .prompt('still loops, same error');
    expect(transcript.answers('Hm.').read().found[0]).toMatchObject({
      tag: 'ERROR',
      details: ['outcome: “still loops, same error”'],
      diff: { path: '/home/robin/code/tidemark/src/auth.ts', lines: '-cookie(domain)\n+b' },
    });
  });
});
