import { describe, expect, it } from 'vitest';
import { applyEdits, editInline, editsIn } from '#src/redaction/edits.ts';
import { plainText } from '#src/lib/text/blocks.ts';
import { readInline } from '#src/lib/text/markdown.ts';
import { HARMLESS } from '#tests/fixtures/redaction/harmless.ts';
import { type MadeSecret, madeSecrets } from '#tests/fixtures/redaction/made-secrets.ts';
import { COMMON_TOKENS, IN_CONTEXT, UNKNOWN_VENDORS } from '#tests/fixtures/redaction/secret-forms.ts';
import { findingsIn, leaks, published, withSecretlint } from './scanning.ts';

const forms = [...COMMON_TOKENS, ...IN_CONTEXT];
const detectors = await withSecretlint();

describe('scan', () => {
  it.each(forms)('leaves nothing of a secret in prose, and says nothing of it: $name', async (form) => {
    for (const { text, secret, frame } of madeSecrets([form])) {
      const findings = await findingsIn([text], {}, detectors);
      const left = applyEdits(text, editsIn({ text }, findings));
      expect(leaks(secret, left), frame).toBe(false);
      expect(await published(left, detectors), 'and finds nothing in what is left').toBe(left);
      for (const { why } of findings) {
        expect(why).toMatch(/^[a-z].{10}/);
        expect(leaks(secret, why.replace(/"[^"]*"/, ''))).toBe(false);
      }
    }
  });

  it('has at least sixty kinds', () => {
    expect(new Set(forms.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(HARMLESS)('finds nothing in: %s', async (line) => {
    const found = await findingsIn([line], {}, detectors);
    expect(found.map(({ kind, value }) => `${kind}: ${value}`)).toEqual([]);
  });
});

describe('scan of keys of vendors without a rule', () => {
  it.each(UNKNOWN_VENDORS)('finds: $name', async (form) => {
    for (const { text, secret, frame } of madeSecrets([form])) {
      const [found] = await findingsIn([text], {}, detectors);
      expect(found, frame).toMatchObject({ value: secret, class: 'must', kind: 'possible token' });
      expect(found?.why).toBe("has the shape of a vendor's key: a prefix before a long random value");
    }
  });
});

it('a finding names the prefix of a vendor, or what is beside the value', async () => {
  const whyOf = async (text: string) => (await findingsIn([text]))[0]?.why;
  const [key] = madeSecrets(COMMON_TOKENS.filter(({ name }) => name === 'Firecrawl'));
  expect(await whyOf(key?.text ?? '')).toBe('begins with "fc-", as this vendor\'s tokens do');
  expect(await whyOf('the password is hunter2x9')).toBe('is named by the words or marks beside it');
  expect(await whyOf('Ask ada@quarrel-works.dev')).toBe('has the form of an e-mail address');
});

/** Ways to hide a token from a pattern but not from a reader. The token is split in the middle. */
const DISGUISES: Record<string, (left: string, right: string) => string> = {
  'a zero-width space': (left, right) => `${left}\u200b${right}`,
  'a soft hyphen': (left, right) => `${left}\u00ad${right}`,
  'a mark of direction': (left, right) => `${left}\u202e${right}`,
  'an HTML entity': (left, right) => `${left}&#${right.charCodeAt(0)};${right.slice(1)}`,
  'a hexadecimal entity': (left, right) => `${left}&#x${right.charCodeAt(0).toString(16)};${right.slice(1)}`,
  'an entity of an entity': (left, right) => `${left}&amp;#${right.charCodeAt(0)};${right.slice(1)}`,
  'percent encoding': (left, right) => `${left}%${right.charCodeAt(0).toString(16)}${right.slice(1)}`,
  'a full-width letter': (left, right) => left + String.fromCharCode(right.charCodeAt(0) + 0xfee0) + right.slice(1),
  backslashes: (left, right) => (left + right).replace(/[_.-]/g, '\\$&'),
  'emphasis in plain text': (left, right) => `${left}**${right.slice(0, 5)}**${right.slice(5)}`,
  'HTML in plain text': (left, right) => `${left}<b>${right}</b>`,
};
const tokens = madeSecrets(COMMON_TOKENS).filter(({ frame, secret, text }) => frame === 'alone' && secret === text);

describe('scan of a disguised token', () => {
  it.each(Object.entries(DISGUISES))('sees through %s', async (_, disguise) => {
    for (const { name, secret } of tokens) {
      const middle = Math.floor(secret.length / 2);
      const text = `It was ${disguise(secret.slice(0, middle), secret.slice(middle))} in the log.`;
      expect(await published(text, detectors), name).toMatch(
        /^It was (?:<\w>|\*\*)?\[redacted: [^\]]+\](?:<\/\w>|\*\*)? in the log\.$/,
      );
    }
  });

  it('sees through emphasis and code marks in parsed text', async () => {
    for (const { secret, name } of tokens) {
      for (const mark of ['**', '`', '*']) expect(await inMarks(secret, mark), name).toBe(false);
    }
  });
});

async function inMarks(secret: MadeSecret['secret'], mark: string): Promise<boolean> {
  const text = `Say ${secret.slice(0, 9)}${mark}${secret.slice(9, 15)}${mark}${secret.slice(15)} to it.`;
  const read = readInline(text);
  const seen: string[] = [];
  editInline(read, (run) => {
    seen.push(run);
    return [];
  });
  const findings = await findingsIn(seen, {}, detectors);
  const edited = editInline(read, (run) => editsIn({ text: run }, findings));
  return leaks(secret, plainText(edited)) || leaks(secret, applyEdits(text, editsIn({ text }, findings)));
}
