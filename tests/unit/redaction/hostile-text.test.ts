import { describe, expect, it } from 'vitest';
import { findingsIn, withSecretlint } from './scanning.ts';

const LENGTH = 50_000;
const detectors = await withSecretlint();

/** Prefixes that rules look for, repeated: a pattern that backtracks at each one would take minutes. */
const BEGINNINGS = [
  'a',
  ' ',
  '\\',
  '&',
  '%41',
  '1.',
  'a.',
  'a@',
  'a-',
  'A-',
  'A1b2',
  '-eyJ',
  'eyJ0123456789.',
  '/home/',
  '-home-a',
  'C:\\Users\\',
  'password',
  'password: ',
  'password is ',
  'token for a b ',
  'https://',
  'https://a:',
  'http://a.',
  'Cookie: a=b; ',
  'Authorization: ',
  '-----BEGIN RSA PRIVATE KEY-----',
  'sk-',
  'AKIA',
  'github_pat_',
  'SG.aaaaaaaaaaaaaaaa.',
  'glpat-aaaaaaaaaaaaaaaa.',
  'mysql -',
  ' -u a',
  '"quoted ',
  '+49 30 ',
  'fc00:',
  '10.',
  '<b ',
  '`*~',
  '\u200b',
  '&#45;',
  ' as the ',
  'seed ability ',
  'seed phrase ',
  '"a" + ',
  'a-\n   ',
  '| a key | ',
  '**password** ',
  'key a ',
  'key 0123456789abcdef0123456789abcdef ',
  'creds: a/',
  'logged in as a / ',
  'echo a | sudo ',
  'pin 1 2 ',
  '2001:',
  '4539 ',
  'DE89 ',
  '~a/',
  '\\\\ab',
  'session ',
  '\u001b[1m',
  '\u0430a',
  'a1B2c3d4\n',
  '> a1B2c3d4\n',
  '1\n\n',
  '\n> > > > ',
  'password\n',
  'ghp_aaaaaaaaaaaaaaaa\n',
];

describe('scan of hostile text', () => {
  it.each(BEGINNINGS)('is fast: %s', { timeout: 10_000 }, async (beginning) => {
    const text = beginning.repeat(LENGTH / beginning.length);
    await expect(findingsIn([text.slice(0, LENGTH)], {}, detectors)).resolves.toBeDefined();
  });
});
