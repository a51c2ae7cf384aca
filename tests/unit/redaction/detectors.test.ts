import { describe, expect, it } from 'vitest';
import { decide, findingHash } from '#src/redaction/decisions.ts';
import { allDetectors } from '#src/redaction/detectors.ts';
import type { Decisions } from '#src/redaction/finding.ts';
import { parseRedactFile } from '#src/redaction/redact-file.ts';
import { scan } from '#src/redaction/scan.ts';
import { secretlintDetector } from '#src/redaction/tokens.ts';
import { madeSecrets } from '#tests/fixtures/redaction/made-secrets.ts';
import { COMMON_TOKENS } from '#tests/fixtures/redaction/secret-forms.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const UNDECIDED: Decisions = { salt: '', byHash: {} };
const [token = ''] = madeSecrets(COMMON_TOKENS.filter(({ name }) => name === 'npm')).map(({ secret }) => secret);

async function scanned(text: string, redact = '', decisions = UNDECIDED) {
  const home = temporaryDirectory('detectors');
  const list = parseRedactFile(redact);
  const detectors = await allDetectors({ list, variables: { PATH: '' }, home, host: 'anvil-7', sessions: [] });
  const event = { id: 's-1#e-000001', tag: 'ERROR' as const };
  return scan([{ text, place: 'title', event }], { detectors, decisions, hash: findingHash });
}

describe('allDetectors', () => {
  it('lets the owner allow names and addresses, but never a secret', async () => {
    const text = `build.internal, anvil-7 and ${token}`;
    const found = await scanned(text, `allow: [build.internal, ANVIL-7, ${token}]`);
    expect(found.map(({ kind }) => kind)).toEqual(['npm token']);
  });

  it('finds the names in redact.yml', async () => {
    const found = await scanned('Tidemark ended', 'names:\n  Tidemark: the product');
    expect(found).toEqual([expect.objectContaining({ kind: 'private name', replacement: 'the product' })]);
  });

  it('is not switched off by a secretlint comment', async () => {
    const [slack = ''] = madeSecrets(COMMON_TOKENS.filter(({ name }) => name === 'Slack bot')).map(
      ({ secret }) => secret,
    );
    const text = `<!-- secretlint-disable -->\n${slack}`;
    const detector = await secretlintDetector();
    const found = await detector({ text, place: '', event: null });
    expect(found).toHaveLength(1);
  });
});

describe('decide', () => {
  it('is applied by the next scan, and does not contain the value', async () => {
    const [finding] = await scanned('on anvil-7');
    if (!finding) throw new Error('The host was not found.');
    const decisions = decide(UNDECIDED, finding, 'replace');
    expect(JSON.stringify(decisions)).not.toContain('anvil');
    const [again] = await scanned('again on Anvil-7', '', decisions);
    expect(again?.decision).toBe('replace');
    const other = decide(UNDECIDED, finding, 'replace');
    expect(Object.keys(other.byHash)).not.toEqual(Object.keys(decisions.byHash));
  });

  it('refuses to keep a secret', async () => {
    const [finding] = await scanned(token);
    if (!finding) throw new Error('The token was not found.');
    expect(() => decide(UNDECIDED, finding, 'keep')).toThrow(expect.objectContaining({ code: 'CHRONICLE_NEVER_KEEP' }));
  });

  it('refuses to leave out a finding that is in no event', async () => {
    const [finding] = await scanned('on anvil-7');
    if (!finding) throw new Error('The host was not found.');
    const placed = { ...finding, places: finding.places.map((place) => ({ ...place, event: null })) };
    expect(() => decide(UNDECIDED, placed, 'leave-out')).toThrow(
      expect.objectContaining({ code: 'CHRONICLE_NO_EVENT' }),
    );
  });
});
