import { unifiedDiff } from '#src/node/unified-diff.ts';

/** A proposed change of a memory as lines of a diff; `before` is the file today, `after` the proposed text, null for no file. */
export function proposalDiff(file: string, before: string | null, after: string | null): string[] {
  return unifiedDiff(file, before, after)
    .split('\n')
    .filter((line) => !/^(?:--- |\+\+\+ |@@ |\\)/.test(line));
}
