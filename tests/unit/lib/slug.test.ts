import { describe, expect, it } from 'vitest';
import { isDeviceName, isOwnSlug, slugOf } from '#src/lib/slug.ts';

describe('slugOf', () => {
  it('keeps letters, digits, dots, dashes and underscores', () => {
    expect(slugOf('Tide mark!', 'x')).toBe('Tide-mark');
    expect(slugOf('../../etc/passwd', 'x')).toBe('etc-passwd');
    expect(slugOf('…', 'x')).toBe('x');
  });

  it.each(['con', 'CON', 'prn', 'aux', 'Aux.tar.gz', 'nul.txt', 'com1', 'COM0', 'lpt9.md', '..nul', 'con!'])(
    'gives no device of Windows the name %s',
    (name) => {
      const slug = slugOf(name, 'post');
      expect(slug).toMatch(/^post-/);
      expect(isDeviceName(slug)).toBe(false);
      expect(isOwnSlug(slug)).toBe(true);
    },
  );

  it.each(['console', 'auxiliary', 'com', 'com10', 'con-1', 'a.con', 'nul_', 'lpt'])('leaves %s alone', (name) => {
    expect(slugOf(name, 'post')).toBe(name);
  });
});
