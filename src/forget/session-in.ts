import { readEntries } from '../chronicle/front-matter.ts';
import { frontMatterLines } from '../chronicle/read.ts';
import { scanFrontMatter } from '../chronicle/scan.ts';

/** The session that a chronicle is of; empty if it does not say. */
export function sessionIn(bytes: string): string {
  const lines = frontMatterLines(bytes, scanFrontMatter(bytes));
  return (lines && readEntries(lines).entries.get('session_id')?.value) ?? '';
}
