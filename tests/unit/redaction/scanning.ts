import { addressDetector } from '#src/redaction/addresses.ts';
import { applyEdits, editsIn } from '#src/redaction/edits.ts';
import type { Decision, Detector, Finding, Fragment } from '#src/redaction/finding.ts';
import { contextDetector } from '#src/redaction/named-secrets.ts';
import {
  homePathDetector,
  idDetector,
  nameDetector,
  quotationDetector,
  repositoryDetector,
} from '#src/redaction/names.ts';
import { accountDetector } from '#src/redaction/numbers.ts';
import { randomDetector } from '#src/redaction/random.ts';
import { scan } from '#src/redaction/scan.ts';
import { secretlintDetector, tokenDetector } from '#src/redaction/tokens.ts';

export const SESSION_ID = '9b1d3f5a-7c2e-4a60-8f41-d2c3b4a59687';

/** Detectors for a made-up machine, without secretlint. */
export const DETECTORS: readonly Detector[] = [
  tokenDetector,
  contextDetector,
  accountDetector,
  randomDetector,
  homePathDetector('/srv/wilhelmina'),
  nameDetector([
    { text: 'Wilhelmina', kind: 'user name', replacement: '[user]' },
    { text: 'Tidemark', kind: 'private name', replacement: 'the product' },
    { text: 'anvil-7', kind: 'host name', replacement: '[host]' },
  ]),
  idDetector({ sessionIds: [SESSION_ID], tasks: ['CWS-96', ''] }),
  addressDetector,
  repositoryDetector,
  quotationDetector,
];

/** All of them, in the order of `allDetectors`. */
export async function withSecretlint(): Promise<Detector[]> {
  return DETECTORS.toSpliced(2, 0, await secretlintDetector());
}

/** A fragment of a body. */
export function fragment(text: string, event: Fragment['event'] = null): Fragment {
  return { text, place: 'body, line 1', event };
}

/** The findings in texts. A hash is the text itself here, so that tests can write decisions. */
export function findingsIn(
  texts: readonly (string | Fragment)[],
  byHash: Record<string, Decision> = {},
  detectors = DETECTORS,
): Promise<Finding[]> {
  const fragments = texts.map((text) => (typeof text === 'string' ? fragment(text) : text));
  return scan(fragments, { detectors, decisions: { salt: 's', byHash }, hash: (text) => text.slice(2) });
}

/** A text as it is published without decisions. */
export async function published(text: string, detectors = DETECTORS): Promise<string> {
  return applyEdits(text, editsIn({ text }, await findingsIn([text], {}, detectors)));
}

/** Whether six consecutive characters of a secret are left in a text, apart from placeholders. */
export function leaks(secret: string, text: string): boolean {
  const left = text.replace(/\[redacted: [^\]]*\]/g, ' ');
  const windows = Math.max(1, secret.length - 5);
  return Array.from({ length: windows }, (_, i) => secret.slice(i, i + 6)).some((part) => left.includes(part));
}
