import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { FORGOTTEN, isNamedFor, TextMatcher } from '#src/setup/forget/text-matcher.ts';

const without = (match: string, text: string) => asText(new TextMatcher([match]).replace(asBytes(text)));

describe('TextMatcher', () => {
  it.each([
    ['as it is written', 'hunter2', 'with hunter2 by mistake', `with ${FORGOTTEN} by mistake`],
    ['in another case', 'Straße Émile', 'die STRASSE ÉMILE', `die ${FORGOTTEN}`],
    ['with decomposed accents', 'Zoë', 'for Zoe\u0308.', `for ${FORGOTTEN}.`],
    ['with composed accents', 'Zoe\u0308', 'for Zoë.', `for ${FORGOTTEN}.`],
    ['across a line end', 'the red fox', 'of the\r\n  red\u00a0fox', `of ${FORGOTTEN}`],
    ['escaped for Markdown', 'ghp_a*b', 'is ghp\\_a\\*b.', `is ${FORGOTTEN}.`],
    [
      'escaped for JSON, twice',
      'say "yes" a\\b',
      '{\\"x\\": \\"say \\\\\\"yes\\\\\\" a\\\\b\\"}',
      `{\\"x\\": \\"${FORGOTTEN}\\"}`,
    ],
    ['escaped for HTML', "<b> & 'c'", '&lt;b&gt; &amp; &#39;c&#x27;', FORGOTTEN],
    ['with invisible characters', 'hush\u00adhush now', 'h\u200bush\u00adhush\u00ad \u2060\ufeffno&shy;w', FORGOTTEN],
    ['twice in a line', 'abcd', 'abcdabcd', FORGOTTEN + FORGOTTEN],
  ])('finds a text %s', (_, match, text, after) => {
    expect(without(match, text)).toBe(after);
  });

  it('does not match another letter: cafe is not café', () => {
    expect(without('cafe', 'café and cafe\u0301')).toBe('café and cafe\u0301');
  });

  it('does not match a short word inside an id, a digest or a date', () => {
    const text =
      '1b26cafe-9319-4d99-ac43-8c635d5a6ba8#e-cafe26 n-cafe26 at 2026-08-12T16:20:00Z, eec1ce29d7c96e50cafe, cafe 2026';
    expect(without('cafe', text)).toBe(text.replace(', cafe', `, ${FORGOTTEN}`));
    expect(without('2026', text)).toBe(text.replace(/ 2026$/, ` ${FORGOTTEN}`));
  });

  it('finds a long hex secret inside a longer one', () => {
    expect(without('deadbeefcafe0123', 'key=00deadbeefcafe012345')).toBe(`key=00${FORGOTTEN}45`);
  });

  it('finds any text in either normal form, and nothing after replacing it', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 4 })
      .filter((each) => each.trim().length >= 4 && !FORGOTTEN.includes(each));
    fc.assert(
      fc.property(text, fc.constantFrom('NFC', 'NFD'), (match, form) => {
        const around = `vor ${match.normalize(form)} nach`;
        const needle = new TextMatcher([match]);
        expect(needle.isIn(asBytes(around))).toBe(true);
        expect(needle.isIn(needle.replace(asBytes(around)).replaceAll(FORGOTTEN, '|'))).toBe(false);
      }),
    );
  });

  it('takes linear time on hostile input', () => {
    const hostile = new TextMatcher(['\\\\"\\"a b', '((((', '    ab']);
    const text = `${'\\'.repeat(20_000)}${' '.repeat(20_000)}${'('.repeat(20_000)}`;
    expect(hostile.isIn(text)).toBe(true);
  }, 5000);

  it('finds a long text', () => {
    const text = 'Lorem ipsum, dolor sit: amet. '.repeat(150);
    expect(new TextMatcher([text]).isIn(`vor ${text}`)).toBe(true);
  });

  it('matches nothing without a text', () => {
    expect(new TextMatcher(['', '  ']).replace('abcd')).toBe('abcd');
  });
});

const isNamed = (name: string, text: string) => isNamedFor(name, text, new TextMatcher([text]));

describe('isNamedFor', () => {
  it.each([
    ['walross-quixote-tale', 'Walross Quixote'],
    ['the-walross-quixotes', "walross quixote's"],
    ['walross-quixote-s', "walross quixote's"],
    ['Zo-_Ltd-secret', 'Zoë_Ltd secret'],
    ['unhushhushed', 'hushhush'],
    ['a_b-c', 'A_B-C'],
  ])('finds in %s the text %s', (name, text) => {
    expect(isNamed(name, text)).toBe(true);
  });

  it.each([
    ['walross-tale', 'Walross Quixote'],
    ['2026-tale', '2026 !'],
    ['a-b-tale', 'a b'],
  ])('does not find in %s the text %s', (name, text) => {
    expect(isNamed(name, text)).toBe(false);
  });
});
