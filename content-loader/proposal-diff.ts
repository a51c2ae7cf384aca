import { printable } from '#src/lib/text/plain.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';

/**
 * A proposed change of a memory as lines of a diff, without headers; `before` is the file today, `after` the proposed text, null
 * for no file. What would hide or reorder text is spelled out. A changed line may look like a header: `+++ more` adds `++ more`.
 */
export function proposalDiff(file: string, before: string | null, after: string | null): string[] {
  const lines = unifiedDiff(file, before, after).split('\n');
  const own = lines.filter((line, i) => !(i < 2 && /^(?:---|\+\+\+) /.test(line)) && !/^(?:@@ |\\)/.test(line));
  return own.map(printable);
}
