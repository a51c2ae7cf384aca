import type { FormFault } from './event.ts';
import { requiredKeys } from './front-matter-line.ts';
import { numberOfTags, type Tag } from './tags.ts';
import { type Line, splitLines } from './scan.ts';

/**
 * A problem in a file. Lines and columns count from 1; columns count UTF-16 units, as editors do.
 *
 * `left-out` means that the file cannot be used at all. `noted` means that the file is used, and only the place in question
 * is skipped or read as plain text.
 */
export interface Problem extends ProblemText {
  code: ProblemCode;
  line: number;
  column: number;
}

interface ProblemText {
  effect: 'left-out' | 'noted';
  /** What is wrong, in one sentence. */
  message: string;
  /** What to do about it, in one or two sentences. */
  advice: string;
}

const leftOut = (message: string, advice: string): ProblemText => ({ effect: 'left-out', message, advice });
const noted = (message: string, advice: string): ProblemText => ({ effect: 'noted', message, advice });

/** A further file of a session, which is not shown. */
interface FurtherFile {
  /** The file that is shown. */
  other: string;
  /** How many events or records only the further file has. */
  missing: number;
  /** Whether both files are in one archive. */
  isCopy: boolean;
}

/** What to do about a further file of a session. */
function adviceOnFile({ missing, isCopy }: FurtherFile, what: string): string {
  if (missing === 0) return 'This file has nothing that the other one lacks. Delete it.';
  const only = `${missing === 1 ? `One ${what} is` : `${missing} ${what}s are`} only in this file, and not shown.`;
  return `${only} Copy what you want to keep into the other file${isCopy ? ', then delete this one' : ''}.`;
}

/** The problems: whether the file is left out, what is wrong, and what to do. Codes are permanent; texts may change. */
const PROBLEMS = {
  CHRONICLE_NOT_UTF8: (encoding: string) => leftOut(`The file is not UTF-8 text (${encoding}).`, 'Save it as UTF-8.'),
  CHRONICLE_TOO_LARGE: (limit: string) =>
    leftOut(
      `The file is larger than ${limit}.`,
      'A chronicle contains notes on one session. Move large content elsewhere.',
    ),
  CHRONICLE_NOT_A_FILE: (what: string) =>
    leftOut(`This is ${what}, not a regular file.`, 'Replace it with the chronicle itself, or remove it.'),
  CHRONICLE_UNREADABLE: (reason: string) =>
    leftOut(`The file cannot be read (${reason}).`, 'Check its permissions and the disk.'),
  CHRONICLE_NO_FRONT_MATTER: () =>
    leftOut(
      'The file does not begin with front matter.',
      `Make the first line exactly ---, followed by the keys ${requiredKeys()}.`,
    ),
  CHRONICLE_OPEN_FRONT_MATTER: () =>
    leftOut('The front matter is never closed.', 'Add a line with only --- after the last key.'),
  CHRONICLE_LONG_FRONT_MATTER: () =>
    leftOut('The front matter is longer than 16 KiB.', 'Remove everything but the keys of the format.'),
  CHRONICLE_FRONT_MATTER_LINE: (line: string) =>
    noted(
      `This front matter line is not "key: value": ${line}`,
      'Write one key and value per line. The line is ignored.',
    ),
  CHRONICLE_DUPLICATE_KEY: (key: string) =>
    noted(`Duplicate key: ${key}.`, 'Remove one of them. Only the first is used.'),
  CHRONICLE_UNKNOWN_KEY: (key: string, nearest: string) =>
    noted(`Unknown front matter key: ${key}.`, `Did you mean ${nearest}? The line is kept but not used.`),
  CHRONICLE_MISSING_KEY: (key: string, example: string) =>
    leftOut(
      `The front matter has no ${key}.`,
      `Add a line such as "${key}: ${example}". The session is skipped until then.`,
    ),
  CHRONICLE_BAD_VALUE: (key: string, expected: string, example: string) =>
    leftOut(
      `Invalid ${key}: expected ${expected}.`,
      `Write it like ${example}. The session is skipped until this is fixed.`,
    ),
  CHRONICLE_BAD_OPTION: (key: string, expected: string, example: string) =>
    noted(`Invalid ${key}: expected ${expected}.`, `Write it like ${example}. The value is ignored.`),
  CHRONICLE_BAD_TAG: (word: string, nearest: Tag | undefined) =>
    noted(
      `Unknown tag [${word}].`,
      `${nearest ? `Did you mean [${nearest}]?` : `\`chronicle tags\` lists the ${numberOfTags()} tags.`} The line is shown as plain text and not counted.`,
    ),
  CHRONICLE_EVENT_FORM: (tag: Tag, fault: FormFault) =>
    noted(
      `This looks like an event, but ${wordsOf(fault, tag)}.`,
      'Begin it with a dash, one space, the time if there is one, and the tag. The line is shown as plain text.',
    ),
  CHRONICLE_EMPTY_EVENT: (tag: Tag) => noted(`The [${tag}] event has no text.`, 'Describe what happened in one line.'),
  CHRONICLE_HEADING: (heading: string) =>
    noted(
      `Unknown heading: ${heading}`,
      'Only "## Events" and "## Summary" are used at this level. The text below it belongs to the section before.',
    ),
  CHRONICLE_HEADING_SPELLING: (heading: string, expected: string) =>
    noted(`The heading "${heading}" should be "${expected}".`, `Rename it. It is read as "${expected}".`),
  CHRONICLE_DUPLICATE_HEADING: (heading: string) =>
    noted(`Duplicate heading: ${heading}`, 'Merge the two sections. Both are read.'),
  CHRONICLE_SUMMARY_NOT_LAST: () =>
    noted('"## Summary" comes before "## Events".', 'Move the summary to the end. Both are read.'),
  CHRONICLE_NO_EVENTS: () => noted('The file has no "## Events" heading.', 'Add it after the front matter.'),
  CHRONICLE_OPEN_FENCE: () =>
    noted(
      'This code fence is never closed.',
      'Close it with a line of the same marks. Until then, the lines after it are not read as code.',
    ),
  CHRONICLE_FENCED_HEADING: (heading: string) =>
    noted(
      `This code fence contains "${heading}", which appears nowhere else in the file.`,
      'If the fence was left open by mistake, close it above the heading. Until then, all of it is read as code.',
    ),
  CHRONICLE_SAME_SESSION: (facts: FurtherFile) =>
    noted(`Another file of this session has more, and is shown instead: ${facts.other}`, adviceOnFile(facts, 'event')),
  CHRONICLE_FACTS: (fault: string) =>
    leftOut(
      `These facts about a session cannot be used: ${fault}`,
      'The session is shown without them. Delete the file, and `chronicle import transcripts` writes it again if the transcript still exists.',
    ),
  CHRONICLE_FACTS_LATER: () =>
    leftOut(
      'A later version of session-chronicle wrote these facts about a session.',
      'Update session-chronicle to see them. The session is shown without them.',
    ),
  CHRONICLE_FACTS_OF_NOBODY: (session: string) =>
    noted(
      `These facts belong to a session that has no chronicle here: ${session}`,
      'Move the file into the project of its session, or delete it.',
    ),
  CHRONICLE_FACTS_TWICE: (other: string) =>
    noted(
      `Another file has newer facts about the same session: ${other}`,
      'Delete this file. The newer facts are used.',
    ),
  CHRONICLE_NOTEBOOK_OWNER: () =>
    leftOut(
      'The front matter of this notebook has no session_id.',
      'Add a line such as "session_id: 3f6c2a10-…" between two lines of ---. The notebook is skipped until then.',
    ),
  CHRONICLE_NOTEBOOK_TWICE: (facts: FurtherFile) =>
    noted(
      `Another notebook of this session has more, and is shown instead: ${facts.other}`,
      adviceOnFile(facts, 'record'),
    ),
  CHRONICLE_NOTEBOOK_OF_NOBODY: (session: string) =>
    noted(
      `This notebook belongs to a session that has no chronicle here: ${session}`,
      'Move the file into the project of its session, or delete it.',
    ),
  CHRONICLE_NOTEBOOK_HEADING: (heading: string, nearest: string | undefined) =>
    noted(
      `Unknown heading in a notebook: ${heading}`,
      `${nearest ? `Did you mean "## ${nearest}"? ` : ''}The lines below it are kept, but not read as notes.`,
    ),
  CHRONICLE_NOTEBOOK_HEADING_TWICE: (heading: string) =>
    noted(`Duplicate heading: ${heading}`, 'Merge the two sections. Both are read.'),
  CHRONICLE_NOTEBOOK_LINE: () =>
    noted(
      'This line of the notebook is not a note.',
      'Begin it with a dash and one space, or indent it below a note. It is kept, but not shown.',
    ),
  CHRONICLE_SUPERSEDES: (target: string, fault: string | null) =>
    noted(
      fault === null ? `No observation is named ${target}.` : `${target} can mean several: ${fault}.`,
      'Name the observation as <session>#o-12ab34 in the line "Supersedes:", or delete the line. Until then it replaces nothing.',
    ),
  CHRONICLE_CONFLICT_COPY: (original: string, areLines: boolean) =>
    noted(
      `A file synchroniser left this second version of ${original}.`,
      areLines
        ? 'Its lines are read with those of the other file, each once. Add the ones that are missing there, and delete this file.'
        : 'It does not count as a memory here, but Claude Code may read it. Copy what you want to keep into the other file, and delete this one.',
    ),
  CHRONICLE_LEDGER_LINE: (fault: string) =>
    noted(
      `This line of the memory history cannot be used: ${fault}.`,
      'Fix or remove the line. It is skipped; the other lines are used.',
    ),
  CHRONICLE_PROPOSAL_LINE: (fault: string) =>
    noted(
      `This line of the memory proposals cannot be used: ${fault}.`,
      'Fix or remove the line. It is skipped; the other lines are used.',
    ),
  CHRONICLE_CLUSTERS_YAML: (fault: string) =>
    noted(`The YAML cannot be read: ${fault}.`, 'Nothing in the file is used until this is fixed.'),
  CHRONICLE_CLUSTERS: (fault: string) =>
    noted(
      `This entry cannot be used: ${fault}.`,
      'The keys are rename, merge and split; a miss is named <session_id>#<event id>. This entry is skipped; the rest is used.',
    ),
  // In drafts and the names to redact.
  CHRONICLE_DRAFT_TEXT: (fault: string, advice: string) =>
    noted(
      `This is not allowed in a draft: ${fault}.`,
      `${advice} It is left out until then; the rest of the draft is used.`,
    ),
  CHRONICLE_DRAFT_GRAMMAR: (fault: string, advice: string) =>
    leftOut(
      `The text of the draft cannot be read: ${fault}.`,
      `${advice} None of the text is used until this is fixed.`,
    ),
  CHRONICLE_DRAFT_EMPTY: () =>
    noted('The draft has no text yet.', 'Write it below the front matter. Nothing is exported until then.'),
  CHRONICLE_DRAFT_UNKNOWN: (what: string, nearest: string | undefined) =>
    noted(
      `The archive has no such ${what}.`,
      `${nearest ? `Did you mean ${nearest}?` : 'Fix or remove it.'} It is left out until then; the rest of the draft is used.`,
    ),
  CHRONICLE_DRAFT_EMPTY_FIGURE: (what: string) =>
    noted(`This figure is empty: ${what}.`, 'Remove the figure. It is left out.'),
  CHRONICLE_DRAFT_FILE: (fault: string) =>
    leftOut(`This part of the draft cannot be read: ${fault}.`, 'Fix the file, or delete it.'),
  CHRONICLE_DRAFT_YAML: (fault: string) =>
    leftOut(`The YAML cannot be read: ${fault}.`, 'None of its keys are used until this is fixed.'),
  CHRONICLE_DRAFT_SETTING: (fault: string) =>
    noted(
      `This entry cannot be used: ${fault}.`,
      'Fix or remove it. It is ignored until then; the rest of the file is used.',
    ),
  CHRONICLE_REDACTIONS: (fault: string) =>
    noted(
      `This decision cannot be used: ${fault}.`,
      'The file has a salt and decisions: the hash of a finding, and replace, keep or leave-out. The finding is open again.',
    ),
  CHRONICLE_REDACT_YAML: (fault: string) =>
    leftOut(`The YAML cannot be read: ${fault}.`, 'None of its private names are known until this is fixed.'),
  CHRONICLE_REDACT: (fault: string) =>
    noted(
      `This entry cannot be used: ${fault}.`,
      'The keys are names, a list of names with or without a replacement, and allow, a list of texts. This entry is skipped; the rest is used.',
    ),
} satisfies Record<string, (...args: never[]) => ProblemText>;

function wordsOf(fault: FormFault, tag: Tag): string {
  if (fault === 'no brackets') return `its tag has no brackets: write [${tag}]`;
  if (fault === 'other') return `does not begin with "- [${tag}]" or "- HH:MM [${tag}]"`;
  if ('day' in fault) return `there is no day ${fault.day}`;
  return `${fault.time} is not a time from 00:00 to 23:59, in the form HH:MM`;
}

export type ProblemCode = keyof typeof PROBLEMS;

/** A problem at a place in a file: `problemAt('CHRONICLE_BAD_TAG', 12, 3, 'DECISON', 'DECISION')`. */
export function problemAt<C extends ProblemCode>(
  code: C,
  line: number,
  column: number,
  ...args: Parameters<(typeof PROBLEMS)[C]>
): Problem {
  const textOf = PROBLEMS[code] as (...args: unknown[]) => ProblemText;
  return { code, line, column, ...textOf(...args) };
}

export interface ExcerptLine {
  line: number;
  text: string;
}

/** Lines shown on each side of a problem's line. */
const CONTEXT = 2;
/** Longer lines are cut and end in an ellipsis (characters). */
const LONGEST_LINE = 200;

/** The lines around each problem, in the same order; empty for an empty text. */
export function excerptsOf(text: string, problems: readonly Pick<Problem, 'line'>[]): ExcerptLine[][] {
  if (problems.length === 0) return [];
  const lines = splitLines(text);
  const shown = new Map<number, ExcerptLine>();
  return problems.map(({ line }) => {
    const excerpt: ExcerptLine[] = [];
    for (let number = Math.max(1, line - CONTEXT); number <= Math.min(lines.length, line + CONTEXT); number++) {
      const known = shown.get(number) ?? { line: number, text: shortened(text, lines[number - 1]) };
      shown.set(number, known);
      excerpt.push(known);
    }
    return excerpt;
  });
}

function shortened(text: string, line: Line | undefined): string {
  if (!line) return '';
  if (line.end - line.start <= LONGEST_LINE) return text.slice(line.start, line.end);
  // Do not leave half of a surrogate pair.
  return `${text.slice(line.start, line.start + LONGEST_LINE - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
