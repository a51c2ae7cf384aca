import { readRegularFile } from '#src/node/store/read-file.ts';
import { unifiedDiff } from '#src/node/unified-diff.ts';
import { applyEdits, editsFor } from '#src/redaction/edits.ts';
import { scan } from '#src/redaction/scan.ts';
import type { PlannedPost } from './export-post.ts';
import type { PreparedDraft, Surroundings } from './prepare-draft.ts';

interface Showing {
  prepared: PreparedDraft;
  surroundings: Surroundings;
  /** Whether only the owner sees it; else what may be meant is replaced as well as what is secret. */
  isPrivate: boolean;
}

/**
 * How the post differs from the file that stands in its place, as `diff -u` says it; empty if it does not, or in
 * nothing that may be shown. Somebody may have written a secret into that file: it is replaced.
 */
export async function shownDifference(plan: PlannedPost, showing: Showing): Promise<string> {
  const own = plan.files.at(-1);
  if (own?.standing !== 'differs') return '';
  const there = Buffer.from(readRegularFile(plan.file).text, 'latin1').toString();
  return unifiedDiff(own.file.path, await shown(there, showing), await shown(plan.text, showing));
}

async function shown(text: string, { prepared, surroundings, isPrivate }: Showing): Promise<string> {
  const { detectors, hash } = surroundings;
  const { decisions } = prepared.resolved.draft;
  const found = await scan([{ text, place: '', event: null }], { detectors, decisions, hash });
  const hidden = [...found, ...prepared.findings].filter((finding) => !isPrivate || finding.class === 'must');
  return applyEdits(text, editsFor(text, hidden));
}
