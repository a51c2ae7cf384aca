/**
 * The machine summary of a backfilled session. It counts candidates separately from logged and recorded events, and
 * describes the transcript:
 *
 *     Auto-generated: 1 event (1 error) and 2 unconfirmed events (2 pivots) from 12 prompts of the transcript. Began with: …
 */
import { isCandidate } from './candidate.ts';
import type { ChronicleEvent } from './chronicle.ts';
import { type Body, readUnchecked } from './read.ts';
import { scan } from './scan.ts';
import { sectionAt } from './section.ts';
import { isMachineLine, machineSummary } from './summary.ts';

const MACHINE = 'Auto-generated: ';
const NONE = `${MACHINE}no events`;
/** Earlier versions wrote `candidate` for `unconfirmed`. */
const COUNT =
  /^Auto-generated: (?:no [a-z ]*events|\d+ [a-z ]*events? \([^()]*\)(?: and \d+ [a-z]+ events? \([^()]*\))?)/;
/** Directly after the counts. */
const PROMPTS = /^ from \d+ prompts?(?= (?:in|of) the transcript\.)/;

/** The beginning of the line, with the counts. Without candidates it is the same as `machineSummary`. */
export function countedSummary(events: readonly Pick<ChronicleEvent, 'tag' | 'details'>[]): string {
  const candidates = events.filter(isCandidate);
  const logged = events.filter((event) => !isCandidate(event));
  if (candidates.length === 0) return logged.length === 0 ? NONE : machineSummary(logged);
  const apart = machineSummary(candidates).replace(/(?<=: \d+ )/, 'unconfirmed ');
  return logged.length === 0 ? apart : `${machineSummary(logged)} and ${apart.slice(MACHINE.length)}`;
}

/** A machine summary with updated counts; the rest of the line is kept. Takes text or Latin-1. */
export function recounted(line: string, events: readonly Pick<ChronicleEvent, 'tag' | 'details'>[]): string {
  return COUNT.test(line) ? line.replace(COUNT, countedSummary(events)) : countedSummary(events);
}

/**
 * Updates the counts in a file's machine summary, if it has one that begins with counts. Every other byte is kept. Takes
 * text or Latin-1.
 */
export function withRenewedCount(text: string): string {
  return withMachineLine(text, (line, { events }) => line.replace(COUNT, countedSummary(events)));
}

/** Updates the number of prompts in the machine summary of a backfilled session. Takes text or Latin-1. */
export function withRenewedPrompts(text: string, prompts: number): string {
  return withMachineLine(text, (line) => {
    const { length } = COUNT.exec(line)?.[0] ?? '';
    const rest = line.slice(length).replace(PROMPTS, ` from ${prompts} ${prompts === 1 ? 'prompt' : 'prompts'}`);
    return line.slice(0, length) + rest;
  });
}

function withMachineLine(text: string, edit: (line: string, body: Body) => string): string {
  const body = readUnchecked(text);
  if (body?.summary.kind !== 'machine') return text;
  const { lines, blocks } = scan(text);
  const sectionOf = sectionAt(blocks);
  const inSummary = lines.filter((_, index) => sectionOf(index) === 'summary');
  const last = inSummary.findLast(({ start, end }) => isMachineLine(text.slice(start, end)));
  if (last === undefined) return text;
  return text.slice(0, last.start) + edit(text.slice(last.start, last.end), body) + text.slice(last.end);
}
