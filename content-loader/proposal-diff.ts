import { unifiedDiff } from '#src/lib/unified-diff.ts';

/** A proposed change of a memory as lines of a diff; `before` is the file today, `after` the proposed text, null for no file. */
export function proposalDiff(file: string, before: string | null, after: string | null): string[] {
  return diffLines(unifiedDiff(file, before, after));
}

/** The lines of a unified diff without its headers. A changed line may look like one: `+++ more` adds `++ more`. */
export function diffLines(diff: string): string[] {
  return diff.split('\n').filter((line, i) => !(i < 2 && /^(?:---|\+\+\+) /.test(line)) && !/^(?:@@ |\\)/.test(line));
}
