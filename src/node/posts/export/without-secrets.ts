import { applyEdits, editsFor } from '#src/redaction/edits.ts';
import { scan } from '#src/redaction/scan.ts';
import type { Surroundings } from './prepare-draft.ts';

/** A text as it may be printed, or made a name of: every secret and home path in it is replaced. */
export async function withoutSecrets(text: string, { detectors, hash }: Surroundings): Promise<string> {
  const found = await scan([{ text, place: '', event: null }], {
    detectors,
    decisions: { salt: '', byHash: {} },
    hash,
  });
  const musts = found.filter((finding) => finding.class === 'must');
  return applyEdits(text, editsFor(text, musts));
}
