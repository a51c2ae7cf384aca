import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  contentSecurityPolicy,
  developmentPolicy,
  PREFETCH_RULES,
  THEME_SCRIPT,
} from '#src/lib/text/content-security-policy.ts';

describe('contentSecurityPolicy', () => {
  it('allows only the one inline script and the prefetch rules, by their hashes', async () => {
    const [script, rules] = [THEME_SCRIPT, PREFETCH_RULES].map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    expect(await contentSecurityPolicy()).toBe(
      `default-src 'none'; script-src 'self' ${script} ${rules}; style-src 'self'; img-src 'self' data:; ` +
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'",
    );
  });

  it('also allows a local socket and inserted styles where Vite serves pages', async () => {
    const built = (await contentSecurityPolicy()).split('; ');
    const changed = (policy: string) => policy.split('; ').filter((directive) => !built.includes(directive));
    const socket = "connect-src 'self' ws://127.0.0.1:* ws://localhost:*";
    expect(changed(await developmentPolicy())).toEqual(["style-src 'self' 'unsafe-inline'", socket]);
  });
});
