import type { Digest } from '#src/chronicle/event-id.ts';
import { memoised } from '#src/value/memo.ts';
import type { MemoryRecord } from '../misses/memory-record.ts';
import type { MissGroup, Occurrence } from '../misses/miss-group.ts';
import { occurrenceAddress } from '../misses/occurrences.ts';
import { memoryPageAddress } from './memory-address.ts';
import type { BookEntry } from './memory-book.ts';

/** Another text whenever a page would show the group otherwise. Worked out once: a group is shown on many pages. */
export const groupDigest = memoised((group: MissGroup, digest: Digest): string => {
  const { name, project, memory, because, misses, hits, flags, state, stateDetail } = group;
  const occurrences = [misses.map((miss) => [occurrenceContent(miss), miss.kind]), hits.map(occurrenceContent)];
  const file = memory && [memory.file, memoryPageAddress(memory)];
  return digest(JSON.stringify([name, project.name, file, because, occurrences, flags, state, stateDetail]));
});

/**
 * What a memory's page shows, as plain values: as long as they are the same, so is the page, and a build need not draw
 * it again.
 */
export function entryContent(entry: BookEntry, record: Pick<MemoryRecord, 'addressOf'>, digest: Digest): unknown {
  const { standing, address, title, text, line, days, changes, proposals, links } = entry;
  const { history, exists, groups, before, since, hits, sessions, missed, isBroken, effect } = standing;
  return [
    [address, title, text?.raw, text?.fault, line, days, changes, proposals, links],
    [history.project, history.file, history.born, exists, sessions, missed, isBroken, effect],
    groups.map((group) => [record.addressOf(group), groupDigest(group, digest)]),
    [before, since, hits].map((occurrences) => occurrences.map(occurrenceContent)),
  ];
}

function occurrenceContent(occurrence: Occurrence): string[] {
  return [occurrenceAddress(occurrence), occurrence.event.date, occurrence.event.text];
}

/** What a memory's row in the list shows, likewise. */
export function rowContent({ standing, address, title, text }: BookEntry): unknown {
  const { history, exists, sessions, hits, effect } = standing;
  const { rates, verdict } = effect;
  return [
    address,
    title,
    text?.type,
    history.project.name,
    history.born,
    exists,
    sessions,
    hits.length,
    rates,
    verdict,
  ];
}
