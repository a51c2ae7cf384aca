/** The rows of a timeline's list: what each session has on each day, newest first. */

import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Observation } from '#src/format/notebook/observation.ts';
import type { Tag } from '#src/format/tags.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { isFound } from '#src/format/event-source.ts';
import { type Inline, plainText } from '#src/lib/text/blocks.ts';
import { readInline } from '#src/lib/text/markdown.ts';
import { sessionAddress } from '#src/lib/text/page-address.ts';
import { type LaneKind, OBSERVATION } from '#src/archive/lane-kind.ts';
import { type DatedRun, runsOf, type TimelineDay } from '#src/archive/timeline-days.ts';

/** What a session has on one day. */
export interface RowGroup {
  date: string;
  /** The address of the session. */
  address: string;
  title: string;
  project: { slug: string; name: string };
  /** `LAR-33`; empty without one. */
  task: string;
  /** Newest first. */
  rows: Row[];
}

interface Row {
  kind: LaneKind;
  /** Its anchor on the session's page. */
  id: string;
  /** `09:44`; empty if it is not known. */
  time: string;
  /** Where the event comes from, if it was not logged. */
  mark: '' | 'found';
  /** Its words; code in a list of its own. */
  words: (string | [code: string])[];
}

/** What some days have, newest first: of a tag, or all for null. */
export function rowGroups(days: readonly TimelineDay[], tag: Tag | null): RowGroup[] {
  return runsOf(days)
    .reverse()
    .map((run) =>
      rowGroup(
        tag === null ? run : { ...run, events: run.events.filter((event) => event.tag === tag), observations: [] },
      ),
    )
    .filter(({ rows }) => rows.length > 0);
}

/** How many rows groups have. */
export function rowCount(groups: readonly RowGroup[]): number {
  return groups.reduce((sum, { rows }) => sum + rows.length, 0);
}

/**
 * The first `most` rows in two parts, of which the first has at most `open`. A session's day that does not fit goes on in the
 * next part, with its heading. `rest` is what is not among them.
 */
export function rowParts(
  groups: readonly RowGroup[],
  open: number,
  most: number,
): { parts: RowGroup[][]; rest: RowGroup[] } {
  const [first, others] = splitAt(groups, open);
  const [more, rest] = splitAt(others, most - open);
  return { parts: [first, more].filter(({ length }) => length > 0), rest };
}

/** The first rows of groups, and the others. */
function splitAt(groups: readonly RowGroup[], most: number): [RowGroup[], RowGroup[]] {
  const [first, others]: [RowGroup[], RowGroup[]] = [[], []];
  let room = Math.max(0, most);
  for (const group of groups) {
    const [here, there] = [group.rows.slice(0, room), group.rows.slice(room)];
    if (here.length > 0) first.push({ ...group, rows: here });
    if (there.length > 0) others.push({ ...group, rows: there });
    room -= here.length;
  }
  return [first, others];
}

/** The rows of a run, which is what a session has on one day. */
function rowGroup({ date, session, events, observations }: DatedRun): RowGroup {
  const { project, name, chronicle } = session;
  return {
    date,
    address: sessionAddress(project.slug, name),
    title: sessionTitle(session),
    project,
    task: chronicle.frontMatter.task,
    rows: byTime(events.map(eventRow), observations.map(observationRow)).reverse(),
  };
}

/**
 * Events and observations, each in the order of its file, as one list, oldest first: an observation comes before the first
 * event with a later time. Those without a time come first.
 */
function byTime(events: readonly Row[], observations: readonly Row[]): Row[] {
  const rows = [...events];
  let from = 0;
  for (const observation of observations) {
    const later = rows.findIndex(({ time }, index) => index >= from && time > observation.time);
    const at = observation.time === '' ? from : later === -1 ? rows.length : later;
    rows.splice(at, 0, observation);
    from = at + 1;
  }
  return rows;
}

function eventRow(event: ChronicleEvent): Row {
  const { tag, id, time, text } = event;
  const mark = isFound(event) ? 'found' : '';
  return { kind: tag, id, time: time ?? '', mark, words: wordsOf(readInline(text)) };
}

function observationRow({ id, time, title }: Observation): Row {
  return { kind: OBSERVATION, id, time: time ?? '', mark: '', words: wordsOf(readInline(title)) };
}

function wordsOf(nodes: readonly Inline[]): Row['words'] {
  const words: Row['words'] = [];
  for (const node of nodes) {
    if (node.kind === 'code') words.push([node.text]);
    else if (typeof words.at(-1) === 'string') words.push(`${words.pop()}${plainText([node])}`);
    else words.push(plainText([node]));
  }
  return words;
}
