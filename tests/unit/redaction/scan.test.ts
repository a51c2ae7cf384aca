import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftOutEvents, openCounts } from '#src/redaction/decisions.ts';
import { applyEdits, editsIn } from '#src/redaction/edits.ts';
import { madeSecrets } from '#tests/fixtures/redaction/made-secrets.ts';
import { COMMON_TOKENS } from '#tests/fixtures/redaction/secret-forms.ts';
import { findingsIn, fragment, leaks, published } from './scanning.ts';

const [token] = madeSecrets(COMMON_TOKENS.filter(({ name }) => name === 'GitHub personal'))
  .filter(({ frame }) => frame === 'alone')
  .map(({ secret }) => secret);
if (!token) throw new Error('The corpus has no token of GitHub.');
const event = (id: string) => ({ id, tag: 'ERROR' as const });

describe('scan', () => {
  it('makes one finding of a value, wherever and however it appears', async () => {
    const escaped = token.replace('_', '\\_');
    const [finding, ...more] = await findingsIn([`In ${token} here.`, `And ${escaped}.`]);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ kind: 'GitHub token', class: 'must', mayKeep: false, decision: null });
    expect(finding?.places.map(({ before, after }) => before + after)).toEqual(['In  here.', 'And .']);
  });

  it('shows no secret in or around another finding', async () => {
    const texts = [`${token} robin@acme.io ${token}`, `https://wiki.acme.internal:8443/${token}/x`];
    const findings = await findingsIn(texts);
    const shown = findings.filter((each) => each.class === 'review');
    expect(shown.map(({ kind }) => kind)).toContain('e-mail address');
    expect(leaks(token, JSON.stringify(shown))).toBe(false);
    expect(leaks(token, JSON.stringify(findings.map(({ places }) => places)))).toBe(false);
  });

  it('applies decisions, but never one that keeps a secret', async () => {
    const text = `${token} and robin@acme.io`;
    const findings = await findingsIn([text], { [token]: 'keep', 'robin@acme.io': 'keep' });
    expect(findings.map(({ decision }) => decision)).toEqual([null, 'keep']);
    expect(openCounts(findings)).toEqual({ must: 1, review: 0 });
    expect(applyEdits(text, editsIn({ text }, findings))).toBe('[redacted: GitHub token] and robin@acme.io');
  });

  it('keeps a home path only if the owner says so', async () => {
    const text = 'Open /home/robin/code/x.';
    expect(await published(text)).toBe('Open ~/code/x.');
    const kept = await findingsIn([text], { '/home/robin': 'keep' });
    expect(editsIn({ text }, kept)).toEqual([]);
  });

  it('keeps findings to review until they are decided', async () => {
    const text = 'Ask robin@acme.io about CWS-96.';
    expect(await published(text)).toBe(text);
    const findings = await findingsIn([text], { 'robin@acme.io': 'replace', 'cws-96': 'replace' });
    expect(applyEdits(text, editsIn({ text }, findings))).toBe('Ask [email] about [ticket].');
  });

  it('lists the events that are left out, and replaces the value elsewhere', async () => {
    const said = fragment('It was CWS-96.', event('s-1#e-000001'));
    const findings = await findingsIn([said, 'cws-96 again'], { 'cws-96': 'leave-out' });
    expect(leftOutEvents(findings)).toEqual(new Set(['s-1#e-000001']));
    expect(applyEdits('cws-96 again', editsIn({ text: 'cws-96 again' }, findings))).toBe('[ticket] again');
  });

  it('treats a quotation as the user’s words only in a correction', async () => {
    const text = 'He said "never touch the money column" twice.';
    const correction = { id: 's-1#e-000001', tag: 'USER-CORRECTION' as const };
    expect(await findingsIn([text])).toEqual([]);
    const [finding] = await findingsIn([fragment(text, correction)]);
    expect(finding).toMatchObject({
      kind: 'quoted correction',
      class: 'review',
      value: 'never touch the money column',
    });
  });

  it('finds values in a quotation too', async () => {
    const correction = { id: 's-1#e-000001', tag: 'USER-CORRECTION' as const };
    const findings = await findingsIn([fragment('"ask robin@acme.io first"', correction)]);
    expect(findings.map(({ kind }) => kind)).toEqual(['quoted correction', 'e-mail address']);
  });

  it('replaces overlapping findings as one', async () => {
    const text = `Authorization: Bearer ${token}`;
    expect(await published(text)).toBe('Authorization: Bearer [redacted: GitHub token]');
  });

  it('is idempotent, and leaves no part of a secret in any text', async () => {
    const secrets = madeSecrets(COMMON_TOKENS).filter(({ frame }) => frame === 'alone');
    const word = fc.oneof(
      fc.constantFrom(...secrets.map(({ text }) => text), 'password:', '`', '**', '/home/robin/x', 'CWS-96', '&#45;'),
      fc.string({ maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    );
    const prose = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(prose, async (text) => {
        const once = await published(text);
        expect(await published(once)).toBe(once);
        const words = new Set(text.split(' '));
        for (const { text: made, secret } of secrets) if (words.has(made)) expect(leaks(secret, once)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
