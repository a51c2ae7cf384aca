import type { MemoryLimitFact } from '#src/doctor/record-findings.ts';
import { auditIndex } from '#src/memory/audit-index.ts';
import { type Layout, memoryPlace } from '#src/project/paths.ts';
import { readBeginning } from '../store/read-file.ts';
import { namesIn } from './names-in.ts';

/** An index of this size has been past its limits for long (bytes). */
const LARGEST = 4 * 1024 * 1024;

/** What is to be said of the limits of each project's MEMORY.md. `nameOf` is what people call a directory of Claude Code's. */
export function memoryLimits(layout: Layout, nameOf: (directory: string) => string): MemoryLimitFact[] {
  return namesIn(layout.projects).flatMap((directory) => {
    const text = readBeginning(memoryPlace(layout, directory).index, LARGEST);
    return auditIndex(text, []).flatMap(({ kind, message }) =>
      kind === 'past-limits' || kind === 'near-limit'
        ? [{ project: nameOf(directory), isPast: kind === 'past-limits', message }]
        : [],
    );
  });
}
