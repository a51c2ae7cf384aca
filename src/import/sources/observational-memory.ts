/**
 * Reads the files of observational memory:
 *
 *     Date: 2026-02-11
 *     - [P1] (14:30) The API launches on 15 March. {ref: 2026-03-15}
 *       - [P2] (14:31) The review moved. {rel: 2026-02-18 from "next Tuesday"}
 *       - a bullet without priority and time
 *
 *     Current Task: the database migration
 *     Suggested Next: the migration's command line
 *
 * Agents and people write them by hand. Nothing is dropped: a line that has none of these forms becomes an observation of its
 * own.
 */
import { handoffField } from '#src/chronicle/notebook/handoff-fields.ts';
import type { Scope } from '#src/chronicle/notebook/observation-kinds.ts';
import { readLines } from '#src/notebook/observation-lines.ts';
import { type Observed, plainObservation } from '#src/notebook/observed.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { isDay } from '#src/value/calendar-day.ts';
import { fenceless, withoutComments } from './fenceless.ts';

/** What a file of observational memory says. */
export interface ObservationsRead {
  /** In file order; each has its day. */
  observations: DatedObservation[];
  currentTask: string;
  suggestedNext: string;
}

export interface DatedObservation extends Observed {
  date: string;
  /** Whether the file says its day. */
  isDated: boolean;
}

const DAY = /^(?:#{1,6}\s+)?(?:\*\*)?Date:(?:\*\*)?\s*(\d{4}-\d\d-\d\d)\b/i;
const PRIORITY = /^\s*[-*]\s+\[P[123]\]/;
const BULLET = /^[-*]\s/;

/** The most lines that are none of the form's, of all that are not blank: else the file is about something else. */
const MOST_PROSE = 0.4;

/** Whether a text is a file of observational memory, by its content. Examples in code fences do not count. */
export function isObservations(text: string): boolean {
  const lines = fenceless(text).filter((line) => line.trim() !== '');
  const day = lines.findIndex((line) => isDay(DAY.exec(line)?.[1] ?? ''));
  if (day === -1 || !lines.slice(day + 1).some((line) => PRIORITY.test(line))) return false;
  const prose = lines.filter((line) => !isOfForm(line));
  return prose.length <= lines.length * MOST_PROSE;
}

function isOfForm(line: string): boolean {
  return BULLET.test(line) || /^(?:\s|#|<!--)/.test(line) || DAY.test(line) || fieldIn(line) !== null;
}

function fieldIn(line: string): { name: 'currentTask' | 'suggestedNext'; value: string } | null {
  const plain = line.replace(/^(?:#{1,6}\s+)?\*{0,2}([A-Za-z ]{4,20}:)\*{0,2}/, '$1');
  const colon = plain.slice(0, 40).indexOf(':');
  const name = colon < 1 ? null : handoffField(plain.slice(0, colon));
  return name === 'currentTask' || name === 'suggestedNext' ? { name, value: plain.slice(colon + 1).trim() } : null;
}

/** Reads a file. `day` is that of lines above the first date. Never throws. */
export function readObservationsFile(text: string, { day, scope }: { day: string; scope: Scope }): ObservationsRead {
  const read: ObservationsRead = { observations: [], currentTask: '', suggestedNext: '' };
  let date = day;
  let isDated = false;
  let block: string[] = [];
  let field: 'currentTask' | 'suggestedNext' | null = null;
  const close = () => {
    if (block.some((line) => line.trim() !== ''))
      read.observations.push({ ...observationOf(block), scope, date, isDated });
    block = [];
  };
  for (const line of withoutComments(text).split(/\r?\n/)) {
    const stated = DAY.exec(line)?.[1] ?? '';
    const found = fieldIn(line);
    if (isDay(stated)) {
      close();
      field = null;
      date = stated;
      isDated = true;
    } else if (found) {
      close();
      field = found.name;
      read[field] = found.value;
    } else if (BULLET.test(line)) {
      close();
      field = null;
      block = [line];
    } else if (/^#{1,6}\s/.test(line)) {
      close();
      field = null;
    } else if (/^\s+\S/.test(line) && field !== null) read[field] = `${read[field]}\n${line.trim()}`.trim();
    else if (/^\s/.test(line) || line === '') block.push(line);
    else {
      if (block.length === 0 || BULLET.test(block[0] ?? '')) close();
      field = null;
      block.push(line);
    }
  }
  close();
  return read;
}

/** The observation of a bullet with its indented lines, or of other lines. */
function observationOf(block: readonly string[]): Observed {
  const [first = '', ...rest] = block;
  if (BULLET.test(first)) {
    const { observations, faults } = readLines(block.join('\n'));
    const [observed] = observations;
    if (observed && faults.length === 0 && observations.length === 1) return observed;
  }
  const words = block.map((line) => line.trim()).filter((line) => line !== '');
  const title = clip(oneLine((words[0] ?? '').replace(/^[-*]\s+/, '')), 200);
  const isWhole = rest.every((line) => line.trim() === '') && title === (words[0] ?? '').replace(/^[-*]\s+/, '');
  return { ...plainObservation(title), narrative: isWhole ? '' : block.join('\n').trim() };
}
