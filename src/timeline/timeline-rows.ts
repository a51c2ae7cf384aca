/**
 * The rows of a timeline's list. A page renders them, and its script gets the same as files, some hundred rows in each, of
 * which it makes text nodes only.
 */

import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Observation } from '../chronicle/notebook/observation.ts';
import { sessionTitle } from '../chronicle/title.ts';
import { isFound } from '../format/event-source.ts';
import { type Inline, plainText } from '../text/blocks.ts';
import { readInline } from '../text/markdown.ts';
import { sessionAddress } from '../text/page-address.ts';
import { type LaneKind, OBSERVATION } from './lane-kind.ts';
import { type DatedRun, runsOf, type TimelineDay } from './timeline-days.ts';
import { timelineRuns } from './timeline-runs.ts';

/** What a session has on one day. */
export interface RowGroup {
  date: string;
  /** The address of the session. */
  address: string;
  title: string;
  project: string;
  /** `LAR-33`; empty without one. */
  task: string;
  /** Newest first. */
  rows: Row[];
}

export interface Row {
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

/** The rows of a run, which is what a session has on one day. */
export function rowGroup({ date, session, events, observations }: DatedRun): RowGroup {
  const { project, name, chronicle } = session;
  return {
    date,
    address: sessionAddress(project.slug, name),
    title: sessionTitle(session),
    project: project.name,
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

/** The file of rows with this number: a group for each run from the file's first on; null if there is none. */
export function rowsFile(days: readonly TimelineDay[], number: number): RowGroup[] | null {
  const runs = runsInFile(days, number);
  return runs.length === 0 ? null : runs.map(rowGroup);
}

function runsInFile(days: readonly TimelineDay[], number: number): DatedRun[] {
  const { files, runs } = timelineRuns(days);
  const [from, to = runs.length] = [files[number], files[number + 1]];
  if (from === undefined) return [];
  const [first, last] = [runs[from]?.date ?? '', runs[to - 1]?.date ?? ''];
  const before = runs.findIndex(({ date }) => date === first);
  return runsOf(days.filter(({ date }) => date >= first && date <= last)).slice(from - before, to - before);
}
