import { describe, expect, it } from 'vitest';
import { reviewable } from './review-box.ts';

describe('chronicle memory review', () => {
  it('refuses where there is no terminal, and says what to use instead', async () => {
    const { box } = reviewable();
    const { code, stdout, stderr } = await box.run('memory', 'review');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^chronicle memory review asks a person in a terminal\. This is no terminal\. .+chronicle memory apply/,
    );
  });

  it.each(['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'])('refuses in a session, known by %s', async (name) => {
    const { box } = reviewable();
    const { code, stderr } = await box.runWith({ [name]: '1' }, 'memory', 'review');
    expect([code, stderr]).toEqual([2, expect.stringContaining('It is not for a Claude Code session.')]);
  });
});
