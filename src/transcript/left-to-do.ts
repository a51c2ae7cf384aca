/**
 * What a session had left to do when Claude Code compacted it, as the summary of that compaction says. The model writes these
 * summaries under headings that Claude Code gives it (2.1.329):
 *
 *     7. Pending Tasks:
 *        - Send the token in a header
 *
 *     8. Current Work:
 *        Reading src/auth.ts …
 *
 *     9. Optional Next Step:
 *        Run the test in Safari.
 */
import { fencedLines } from '../lib/fenced-lines.ts';
import type { FactsBody } from './facts.ts';

export interface LeftToDo extends Partial<Record<LeftField, string>> {
  /** When the summary was written (UTC). */
  at: string;
}

type LeftField = 'current' | 'pending' | 'next';

/** What is shown of it, with its labels, in order. */
export const LEFT_LABELS: Record<LeftField, string> = {
  current: 'Current work',
  pending: 'Pending tasks',
  next: 'Next step',
};
const FIELDS = Object.keys(LEFT_LABELS) as LeftField[];

/** The longest text of a field, in characters. */
const LONGEST = 2000;
const LONGEST_HEADING = 100;
/** Deeper indentation is of the text. */
const DEEPEST = 8;

/** Headings with a field, and those that only end what is above them. */
const HEADINGS: readonly [RegExp, LeftField | null][] = [
  [/^pending tasks$/i, 'pending'],
  [/^current work$/i, 'current'],
  [/^(?:optional )?next steps?$/i, 'next'],
  [
    /^(?:primary request and intent|key technical concepts|files and code sections|errors and fixes|problem solving|all user messages|work completed|context for continuing work)$/i,
    null,
  ],
];

/** `7. Pending Tasks:`, `**Pending Tasks**`, `## 7. Pending Tasks`, and a text on the same line after the colon. */
const HEADING = /^ {0,3}(?:#{1,6} +)?(?:\*\*)?(?:\d{1,2}[.)] +)?(?:\*\*)?([A-Za-z ]{4,40})(\*\*)?(:?)(?:\*\*)?(.*)$/;
const MARKED = /^ {0,3}(?:#|\*\*|\d)/;
const NOTHING = /^[-*\s]*(?:\(?none\)?|n\/a|nothing|no pending tasks)\.?$/i;

/** What a session has after a compaction makes its summary out of date. */
interface Shown {
  compactions: readonly Pick<FactsBody['compactions'][number], 'summary' | 'at'>[];
  prompts?: readonly { at: string }[];
  commits?: readonly { at: string }[];
  outcome?: { at: string } | null;
  lastAnswer?: { at: string } | undefined;
}

/**
 * What the newest compaction's summary says was left to do; null if it has no such headings, as in another language, only says
 * what was worked on, or if a prompt, commit or answer came after it. Texts are untrusted Markdown, clipped.
 */
export function leftToDo({ compactions, prompts = [], commits = [], outcome, lastAnswer }: Shown): LeftToDo | null {
  const newest = compactions.at(-1);
  if (!newest) return null;
  const later = [prompts.at(-1), commits.at(-1), outcome, lastAnswer];
  if (later.some((one) => one && Date.parse(one.at) > Date.parse(newest.at))) return null;
  const sections = sectionsOf(newest.summary);
  if (!sections.has('pending') && !sections.has('next')) return null;
  const fields = FIELDS.flatMap((field) => (sections.has(field) ? [[field, sections.get(field)]] : []));
  return { at: newest.at, ...Object.fromEntries(fields) };
}

/** The stated fields with their labels, in order. */
export function leftFields(left: LeftToDo): { label: string; text: string }[] {
  return FIELDS.flatMap((field) => {
    const text = left[field];
    return text === undefined ? [] : [{ label: LEFT_LABELS[field], text }];
  });
}

/** Says that nobody wrote this as a handoff. `time` is local. */
export function sourceOfLeft(time: string): string {
  return `From the summary of the compaction at ${time}, not written as a handoff`;
}

/** The texts under the headings. Of a repeated heading the last counts; one in a code block is none. */
function sectionsOf(summary: string): Map<LeftField, string> {
  const sections = new Map<LeftField, string>();
  let field: LeftField | null = null;
  let lines: string[] = [];
  const close = () => {
    const text = textOf(lines);
    if (field !== null && text !== '') sections.set(field, text);
  };
  const all = summary.split(/\r\n|\n|\r/);
  const code = fencedLines(all);
  for (const [i, line] of all.entries()) {
    const heading = code.has(i) ? null : headingOf(line);
    if (heading) {
      close();
      field = heading.field;
      lines = [heading.rest];
    } else lines.push(line);
  }
  close();
  return sections;
}

function headingOf(line: string): { field: LeftField | null; rest: string } | null {
  const [, name = '', bold, colon, rest = ''] = HEADING.exec(line.slice(0, LONGEST_HEADING)) ?? [];
  const [, field] = HEADINGS.find(([words]) => words.test(name.trim())) ?? [];
  if (field === undefined || (colon === '' && (rest.trim() !== '' || (bold === undefined && !MARKED.test(line)))))
    return null;
  return { field, rest: colon === '' ? '' : `${rest}${line.slice(LONGEST_HEADING)}`.trim() };
}

/** Without the indentation that all lines share; empty if it says that there is nothing. */
function textOf(lines: readonly string[]): string {
  const [first = '', ...more] = lines;
  const indentOf = (line: string) => (line.trim() === '' ? DEEPEST : line.length - line.trimStart().length);
  const indent = more.reduce((least, line) => Math.min(least, indentOf(line)), DEEPEST);
  const text = [first, ...more.map((line) => line.slice(indent))].join('\n').trim();
  if (NOTHING.test(text.slice(0, LONGEST))) return '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text;
}
