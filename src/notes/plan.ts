/**
 * A plan that an agent follows: a Markdown file, or a plan that a person accepted. It is read where it is, never copied and
 * never rewritten.
 *
 *     # Move the session token
 *
 *     - [x] Write the failing test
 *     - [ ] Send the token in a header
 */
import { neutralLine } from '#src/lib/text/plain.ts';
import { fencedLines } from '#src/lib/fenced-lines.ts';

export interface PlanStep {
  /** Untrusted, like all texts of a plan. */
  text: string;
  done: boolean;
  /** From 1. */
  line: number;
}

export interface Plan {
  /** The first heading, else the first line; may be empty. */
  title: string;
  /** The list items with a box; none in a plan without boxes, whose progress is unknown. */
  steps: PlanStep[];
  done: number;
  /** The items of numbered lists in a plan without boxes. Nobody says which are done. */
  unmarked: string[];
}

/** Longer texts are read up to here (UTF-16 units). */
export const LONGEST_PLAN = 256 * 1024;
const LONGEST_LINE = 1000;
const LONGEST_TITLE = 200;

const STEP = /^\s*(?:[-*+]|\d{1,4}[.)])\s+\[([ xX])\]\s+(\S.*)$/;
const NUMBERED = /^\d{1,4}[.)]\s+(\S.*)$/;
const HEADING = /^#{1,6}\s+(\S.*)$/;

/** Reads a plan. Boxes in code blocks are no steps. Never throws. */
export function readPlan(text: string): Plan {
  const steps: PlanStep[] = [];
  const numbered: string[] = [];
  let heading = '';
  let first = '';
  const lines = text.slice(0, LONGEST_PLAN).split(/\r\n|\n|\r/);
  const code = fencedLines(lines);
  for (const [i, whole] of lines.entries()) {
    if (code.has(i)) continue;
    const line = whole.slice(0, LONGEST_LINE).trimEnd();
    const [, box, step = ''] = STEP.exec(line) ?? [];
    if (box !== undefined) steps.push({ text: step, done: box !== ' ', line: i + 1 });
    const [, item] = NUMBERED.exec(line) ?? [];
    if (item !== undefined) numbered.push(item);
    heading ||= HEADING.exec(line)?.[1] ?? '';
    first ||= line.trim();
  }
  const title = (heading || first).replace(/\s+#+$/, '').slice(0, LONGEST_TITLE);
  const done = steps.filter((step) => step.done).length;
  return { title, steps, done, unmarked: steps.length === 0 ? numbered : [] };
}

/** Whether a plan has steps and all are done. */
export function isFinished({ steps, done }: Plan): boolean {
  return steps.length > 0 && done === steps.length;
}

/** `step 5 of 9: Send the token in a header`, `all 9 steps done`, or the title of a plan without boxes. One neutral line. */
export function planLine(plan: Plan, longest = 200): string {
  const { title, steps } = plan;
  const at = steps.findIndex(({ done }) => !done);
  if (steps.length === 0) return neutralLine(title, longest);
  if (at === -1) return `all ${steps.length} steps done`;
  return `step ${at + 1} of ${steps.length}: ${neutralLine(steps[at]?.text ?? '', longest)}`;
}
