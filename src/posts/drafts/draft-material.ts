/**
 * What a draft may take from a session's facts: the prompts that led to its events, and what proves them. Events and facts
 * are matched by record, commit or time. Without facts there is nothing to match, and a draft has the events alone.
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { foundIn, recordOf } from '#src/format/event-source.ts';

export interface DraftMaterial {
  facts: Facts | null;
  /** The web address of its repository, if it is on a public code host. */
  repository: string | null;
}

/** The material of sessions by their ids. */
export type DraftMaterials = ReadonlyMap<string, DraftMaterial>;

type Found<Key extends keyof Facts> = Facts[Key] extends (infer Item)[] ? Item : never;

/** The index of the prompt that led to an event; null if unknown. */
export function promptIndexOf(event: ChronicleEvent, session: Session, { prompts }: Facts): number | null {
  const index = prompts.findLastIndex(({ at }) => isBefore(at, event, session));
  return index === -1 ? null : index;
}

/** The commit that an event was recorded from, or that proves it. */
export function commitOf(event: ChronicleEvent, { commits, evidence }: Facts): Found<'commits'> | null {
  const reference = foundIn(event)?.reference ?? '';
  const proof = evidence.flatMap(({ event: id, source }) => (id === event.id ? source : []));
  const named = [reference, ...proof.flatMap((source) => /^commit ([0-9a-f]{4,64})$/.exec(source)?.[1] ?? [])];
  const hash = named.find((each) => each !== '');
  return hash === undefined ? null : (commits.find((commit) => isSameHash(commit.hash, hash)) ?? null);
}

/** The few lines of a change behind an event. */
export function diffOf(event: ChronicleEvent, facts: Facts): Found<'diffs'> | null {
  const proof = facts.evidence.flatMap(({ event: id, record }) => (id === event.id ? record : []));
  const records = new Set([recordOf(event), ...proof]);
  return facts.diffs.find(({ record }) => records.has(record)) ?? null;
}

/** The last command that failed before an event during the same prompt. */
export function failureBefore(event: ChronicleEvent, session: Session, facts: Facts): Found<'failures'> | null {
  const prompt = promptIndexOf(event, session, facts);
  if (prompt === null) return null;
  return facts.failures.findLast((each) => each.prompt === prompt && isBefore(each.at, event, session)) ?? null;
}

/** Whether something in the facts happened before an event. Events have minutes, so the same minute counts as before. */
function isBefore(at: string, { date, time }: ChronicleEvent, { chronicle }: Session): boolean {
  if (time === null) return false;
  const moment = momentOf(at, chronicle.frontMatter.utc_offset);
  return moment.date !== '' && `${moment.date} ${moment.time}` <= `${date} ${time}`;
}

function isSameHash(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}
