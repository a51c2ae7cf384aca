import { describe, expect, it } from 'vitest';
import { safeWords as clean } from '#src/transcript/safe-words.ts';

async function safe(...texts: string[]): Promise<string[]> {
  const words = await clean(texts);
  return texts.map(words);
}

const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;

describe('the texts of a session without secrets', () => {
  it('keep a word that once was a password', async () => {
    const texts = [
      'the script exports DB_PASSWORD=failed, which is wrong',
      '3 tests failed in src/auth.test.ts',
      'FAIL: login failed with password: failed after two failed attempts',
    ];
    expect(await safe(...texts)).toEqual([
      'the script exports DB_PASSWORD=[redacted: password], which is wrong',
      '3 tests failed in src/auth.test.ts',
      expect.stringMatching(/login failed with .* after two failed attempts/),
    ]);
  });

  it('keep a name of code beside which a password is mentioned', async () => {
    const [first, second] = await safe('const password = currentPassword;', 'rename currentPassword to given');
    expect([first, second].join()).toContain('rename currentPassword to given');
  });

  it('keep a number that once was a code', async () => {
    expect((await safe('the PIN is 4096', 'it needs 4096 MB'))[1]).toBe('it needs 4096 MB');
  });

  it('lose a token and a real password everywhere, also where nothing names them', async () => {
    const told = [`export GITHUB_TOKEN=${TOKEN}`, `what is ${TOKEN}?`];
    const words = (await safe(...told, 'password: hunter2-XK9', 'try hunter2-XK9 again')).join('\n');
    expect(words).not.toContain(TOKEN);
    expect(words).not.toContain('XK9');
    expect(words).toContain('try [redacted: password] again');
  });

  it('lose a word at each place where it is a password', async () => {
    const words = await safe('PASSWORD=correcthorse PASSWORD=correcthorse', 'mysql --password=correcthorse-battery');
    expect(words.join()).not.toContain('correcthorse P');
    expect(words[0]).toBe('PASSWORD=[redacted: password] PASSWORD=[redacted: password]');
  });

  it('are only those that were scanned', async () => {
    const words = await clean(['one']);
    expect(words('two')).toBe('');
  });
});
