/**
 * What a draft may take from a session's facts: the prompts that led to its events, and what proves them. Events and facts
 * are matched by record, commit or time. Without facts there is nothing to match, and a draft has the events alone.
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { foundIn, recordOf } from '#src/format/event-source.ts';
import type { Session } from '#src/format/session.ts';
import { counted, duration } from '#src/lib/text/day.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { momentOf } from '#src/transcript/moment.ts';

export interface DraftMaterial {
  facts: Facts | null;
  /** The web address of its repository, if it is on a public code host. */
  repository: string | null;
}

/** The material of sessions by their ids. */
export type DraftMaterials = ReadonlyMap<string, DraftMaterial>;

type Found<Key extends keyof Facts> = Facts[Key] extends (infer Item)[] ? Item : never;

/** The commit that an event was recorded from, or that proves it. */
export function commitOf(event: ChronicleEvent, { commits, evidence }: Facts): Found<'commits'> | null {
  const proof = evidence.flatMap(({ event: id, source }) => (id === event.id ? source : []));
  const hashes = [foundIn(event)?.reference ?? '', ...proof.map((source) => /^commit (\S+)$/.exec(source)?.[1] ?? '')];
  const hash = hashes.find((each) => each !== '');
  if (hash === undefined) return null;
  return commits.find((commit) => commit.hash.startsWith(hash) || hash.startsWith(commit.hash)) ?? null;
}

/** The few lines of a change behind an event. */
export function diffOf(event: ChronicleEvent, facts: Facts): Found<'diffs'> | null {
  const proof = facts.evidence.flatMap(({ event: id, record }) => (id === event.id ? record : []));
  const records = new Set([recordOf(event), ...proof]);
  return facts.diffs.find(({ record }) => records.has(record)) ?? null;
}

/** The prompt that led to an event; undefined if unknown. */
export function promptOf(event: ChronicleEvent, session: Session, { prompts }: Facts): Found<'prompts'> | undefined {
  return prompts.findLast(({ at }) => isBefore(at, event, session));
}

/** The last command that failed before an event during the same prompt. */
export function failureBefore(event: ChronicleEvent, session: Session, facts: Facts): Found<'failures'> | null {
  const prompt = facts.prompts.findLastIndex(({ at }) => isBefore(at, event, session));
  if (prompt === -1) return null;
  return facts.failures.findLast((each) => each.prompt === prompt && isBefore(each.at, event, session)) ?? null;
}

/** Whether something in the facts happened before an event. Events have minutes, so the same minute counts as before. */
function isBefore(at: string, { date, time }: ChronicleEvent, { chronicle }: Session): boolean {
  if (time === null) return false;
  const moment = momentOf(at, chronicle.frontMatter.utc_offset);
  return moment.date !== '' && `${moment.date} ${moment.time}` <= `${date} ${time}`;
}

/** `It took 2 h 20 min of work and 12 prompts. 11 files changed (+612 −148). Of 17 test runs, 8 failed.` */
export function figuresOf({ head: { activeMinutes, prompts, edits, tests } }: Pick<Facts, 'head'>): string {
  const work = activeMinutes < 1 ? 'less than a minute' : `${duration(activeMinutes)} of work`;
  return [
    prompts === 0 ? '' : `It took ${work} and ${counted(prompts, 'prompt')}.`,
    edits.files === 0 ? '' : `${counted(edits.files, 'file')} changed (+${edits.added} −${edits.removed}).`,
    tests.runs === 0
      ? ''
      : `Of ${counted(tests.runs, 'test run')}, ${tests.failed === 0 ? 'none' : tests.failed} failed.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
