/** The events that an import of transcripts added to a chronicle, by digests: its record says no more, so that it stays small. */
import { withoutEvents } from '#src/chronicle/edit-candidate.ts';
import { provenanceOf } from '#src/chronicle/provenance.ts';
import { type Body, readUnchecked } from '#src/chronicle/read.ts';

type Digest = (text: string) => string;
type ReadEvent = Body['events'][number];

/** The digest of each event of these records in a chronicle's text, by the digest of its record. Takes text or Latin-1. */
export function harvestedDigests(text: string, records: readonly string[], digest: Digest): Record<string, string> {
  const wanted = new Set(records);
  const events = readUnchecked(text)?.events ?? [];
  return Object.fromEntries(
    events.flatMap((event): [string, string][] => {
      const { record = null } = provenanceOf(event) ?? {};
      return record !== null && wanted.has(record) ? [[digest(record), digestOf(event, digest)]] : [];
    }),
  );
}

/** A chronicle's text without events that were added. */
interface Without {
  text: string;
  /** The records of the events that went. */
  records: string[];
  /** How many were changed since, such as confirmed, and stay. */
  edited: number;
}

/** Takes the events out that are still as they were added; `digests` is what `harvestedDigests` gave. Takes text or Latin-1. */
export function withoutHarvested(text: string, digests: Readonly<Record<string, string>>, digest: Digest): Without {
  const records: string[] = [];
  let edited = 0;
  const rest = withoutEvents(text, (event) => {
    const { record = null } = provenanceOf(event) ?? {};
    const added = record === null ? undefined : digests[digest(record)];
    if (record === null || added === undefined) return false;
    if (added === digestOf(event, digest)) return records.push(record) > 0;
    edited++;
    return false;
  });
  return { text: rest, records, edited };
}

function digestOf({ tag, time, text, details }: ReadEvent, digest: Digest): string {
  return digest([tag, time ?? '', text, details].join('\n'));
}
