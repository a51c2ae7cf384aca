import { describe, expect, it } from 'vitest';
import { cardOf } from '#src/cli/posts/finding-queue.ts';
import { formatCard } from '#src/cli/terminal/review.ts';
import { plain } from '#src/cli/terminal/text.ts';
import { applyEdits, editsIn } from '#src/redaction/edits.ts';
import type { Fragment } from '#src/redaction/finding.ts';
import { homePathDetector } from '#src/redaction/names.ts';
import { withoutFindings } from '#src/redaction/scan.ts';
import { DETECTORS, findingsIn, fragment, SESSION_ID } from './scanning.ts';

/** A text with every finding in it replaced. */
async function replaced(text: string): Promise<string> {
  const findings = await findingsIn([text]);
  return applyEdits(
    text,
    editsIn(
      { text },
      findings.map((finding) => ({ ...finding, decision: 'replace' as const })),
    ),
  );
}

describe('placeholders', () => {
  it.each([
    ['Ask ada@quarrel-works.dev, please.', 'Ask [email], please.'],
    ['wilhelmina@build runs it', '[user]@build runs it'],
    ['on the LAR-33 branch', 'on the [ticket] branch'],
    ['It runs on build-3.acme.internal:8080.', 'It runs on [private host]:8080.'],
    ['from 10.4.0.12 and 81.169.145.92', 'from [IP address] and [IP address]'],
    ['call +49 30 901820 now', 'call [phone number] now'],
    ['see https://acme.atlassian.net/browse/X', 'see [internal URL]'],
    ['on anvil-7 again', 'on [host] again'],
    ['card 3c:22:fb:9a:7d:01', 'card [MAC address]'],
    [`Resume ${SESSION_ID}.`, 'Resume [session ID].'],
    ['See -home-robin-code-tide/memory.', 'See [project]/memory.'],
    ['The product is Tidemark.', 'The product is the product.'],
  ])('turn %j into %j', async (text, expected) => {
    expect(await replaced(text)).toBe(expected);
  });

  it('are set apart from adjacent letters', async () => {
    const [finding] = await findingsIn(['the password is hunter2x9']);
    if (!finding) throw new Error('The password was not found.');
    const text = 'as ahunter2x9b, or a_hunter2x9';
    expect(applyEdits(text, editsIn({ text }, [finding]))).toBe(
      'as a [redacted: password] b, or a_[redacted: password]',
    );
  });

  it('replace the value in the terminal', async () => {
    const [finding] = await findingsIn(['We told ada@quarrel-works.dev about it.']);
    if (!finding) throw new Error('The address was not found.');
    expect(plain(formatCard(cardOf(finding), '1 of 1', 80))).toContain('…We told [email] about it.…');
  });
});

describe('file names', () => {
  const named = (text: string): Fragment => ({ ...fragment(text), place: 'file name', isSlug: true });

  it.each([
    ['ada@quarrel-works.dev', 'what-ada-quarrel-works.dev-said'],
    ['ada@quarrel-works.dev', 'what-ada-quarrel-works-dev-said'],
    ['LAR-33', 'lar-33'],
    ['Tidemark', 'the-tidemark-story'],
  ])('list %s as found in %s', async (value, slug) => {
    const findings = await findingsIn([`It was ${value}.`, named(slug)], { [value.toLowerCase()]: 'replace' });
    expect(findings[0]?.places.map(({ place }) => place)).toEqual(['body, line 1', 'file name']);
    const words = slug.split(/[-.]/);
    const left = applyEdits(slug, editsIn(named(slug), findings)).toLowerCase();
    for (const word of value.toLowerCase().split(/[@.-]/)) if (words.includes(word)) expect(left).not.toContain(word);
  });

  it('do not match part of a word', async () => {
    const [finding] = await findingsIn(['It was LAR-33.', named('solar-331')]);
    expect(finding?.places.map(({ place }) => place)).toEqual(['body, line 1']);
  });
});

describe('withoutFindings', () => {
  it('removes every finding, including those to review', async () => {
    const detectors = [homePathDetector('/srv/wilhelmina'), ...DETECTORS];
    const text = 'Ask ada@quarrel-works.dev about LAR-33 on /srv/wilhelmina';
    expect(await withoutFindings(text, { detectors, hash: (each) => each })).toBe('Ask about on');
  });
});
