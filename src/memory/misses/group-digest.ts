import type { Digest } from '#src/chronicle/event-id.ts';
import { memoised } from '#src/value/memo.ts';
import { memoryPageAddress } from '../page/memory-address.ts';
import type { MissGroup, Occurrence } from './miss-group.ts';
import { occurrenceAddress } from './occurrences.ts';

/** Another text whenever a page would show the group otherwise. Worked out once: a group is shown on many pages. */
export const groupDigest = memoised((group: MissGroup, digest: Digest): string => {
  const { name, project, memory, because, misses, hits, flags, state, standing } = group;
  const occurrences = [misses.map((miss) => [shown(miss), miss.kind]), hits.map(shown)];
  const file = memory && [memory.file, memoryPageAddress(memory)];
  return digest(JSON.stringify([name, project.name, file, because, occurrences, flags, state, standing]));
});

function shown(occurrence: Occurrence): string[] {
  return [occurrenceAddress(occurrence), occurrence.event.date, occurrence.event.text];
}
