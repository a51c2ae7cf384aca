import type { Detector } from './match.ts';
import { scan } from './scan.ts';

/** Findings that name a machine, a place or a record, and no person. They may be in a text that stays with its owner. */
const IMPERSONAL: ReadonlySet<string> = new Set([
  'private host',
  'private address',
  'IP address',
  'host name',
  'URL with a port',
  'workspace URL',
  'network share',
  'bucket',
  'database host',
  'cloud host',
  'session id',
  'ticket id',
  'linked repository',
  'organisation',
  'project key',
  'block quote',
  'quoted correction',
]);

/** Whether a text has a secret, a home path or something personal in it, and so may not be kept in another file. */
export async function isPrivate(text: string, detectors: readonly Detector[]): Promise<boolean> {
  const found = await scan([{ text, place: '', event: null }], {
    detectors,
    hash: () => '',
    decisions: { salt: '', byHash: {} },
  });
  return found.some((finding) => finding.class === 'must' || !IMPERSONAL.has(finding.kind));
}
