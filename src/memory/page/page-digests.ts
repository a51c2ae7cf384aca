import type { Digest } from '#src/chronicle/event-id.ts';
import { memoised } from '#src/value/memo.ts';
import { ruleState } from '../effect/memory-standing.ts';
import type { MemoryRecord } from '../misses/memory-record.ts';
import type { MissGroup, Occurrence } from '../misses/miss-group.ts';
import { occurrenceAddress } from '../misses/occurrences.ts';
import { memoryPageAddress } from './memory-address.ts';
import type { BookEntry } from './memory-book.ts';

/** Changes whenever a page would show the group differently. Cached, since a group is shown on many pages. */
export const groupDigest = memoised((group: MissGroup, digest: Digest): string => {
  const { name, project, memory, because, misses, hits, flags, state, stateDetail } = group;
  const occurrences = [misses.map((miss) => [occurrenceContent(miss), miss.kind]), hits.map(occurrenceContent)];
  const file = memory && [memory.file, memoryPageAddress(memory)];
  return digest(JSON.stringify([name, project.name, file, because, occurrences, flags, state, stateDetail]));
});

/**
 * The content of a memory's page as plain values: while they are the same, so is the page, and a build can keep it.
 */
export function entryContent(entry: BookEntry, record: Pick<MemoryRecord, 'addressOf'>, digest: Digest): unknown {
  const { standing, address, title, text, line, days, changes, proposals, links } = entry;
  const { history, exists, groups, before, since, hits, sessions, missed, now, isBroken, effect } = standing;
  return [
    [address, title, text?.raw, text?.fault, line, days, changes, proposals, links],
    [history.project, history.file, history.born, exists, sessions, missed, isBroken, effect],
    [now?.at, now?.how, now?.misses.length],
    groups.map((group) => [record.addressOf(group), groupDigest(group, digest)]),
    [before, since, hits].map((occurrences) => occurrences.map(occurrenceContent)),
  ];
}

function occurrenceContent(occurrence: Occurrence): string[] {
  return [occurrenceAddress(occurrence), occurrence.event.date, occurrence.event.text];
}

/** What a row of the ledger shows of a rule, as plain values too. */
export function ruleContent(entry: BookEntry | null): unknown {
  return entry && [entry.address, entry.text?.body, entry.links, entry.standing.effect];
}

/** The content of a memory's row in the list, as plain values too. */
export function rowContent({ standing, address, title, text }: BookEntry): unknown {
  const { history, exists, sessions, hits, effect } = standing;
  return [
    address,
    title,
    text?.type,
    history.project.name,
    history.born,
    exists,
    sessions,
    hits.length,
    effect.rates,
    ruleState(standing),
  ];
}
