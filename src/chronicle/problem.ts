import { requiredKeys } from './fields.ts';
import type { Tag } from './tags.ts';
import { numberOfTags } from './tags.ts';

/**
 * What a reader found wrong in a chronicle file. Lines and columns count from 1;
 * a column counts UTF-16 units, as editors do.
 *
 * `left-out` means that the file cannot be used at all; `noted` means that it is used
 * and only the named place is taken as plain text or as best it can be.
 */
export interface Problem {
  code: ProblemCode;
  line: number;
  column: number;
  effect: 'left-out' | 'noted';
  /** What is wrong, as one sentence. */
  message: string;
  /** What to do about it, as one or two sentences. */
  advice: string;
}

interface ProblemText {
  effect: Problem['effect'];
  message: string;
  advice: string;
}

/** Every problem the format knows. The code is permanent; the words may improve. */
export const PROBLEMS = {
  CHRONICLE_NOT_UTF8: (encoding: string) => ({
    effect: 'left-out',
    message: `The file is not UTF-8 text (${encoding}).`,
    advice: 'Save it as UTF-8.',
  }),
  CHRONICLE_TOO_LARGE: (limit: string) => ({
    effect: 'left-out',
    message: `The file is larger than ${limit}.`,
    advice: 'A chronicle is notes on one session; move the bulk of it elsewhere.',
  }),
  CHRONICLE_NOT_A_FILE: (what: string) => ({
    effect: 'left-out',
    message: `This is ${what}, not a regular file.`,
    advice: 'Put the chronicle itself here, or remove the entry.',
  }),
  CHRONICLE_UNREADABLE: (reason: string) => ({
    effect: 'left-out',
    message: `The file cannot be read (${reason}).`,
    advice: 'Check its permissions and the disk.',
  }),
  CHRONICLE_NO_FRONT_MATTER: () => ({
    effect: 'left-out',
    message: 'The file does not begin with front matter.',
    advice: `The first line has to be exactly ---, followed by ${requiredKeys()}.`,
  }),
  CHRONICLE_OPEN_FRONT_MATTER: () => ({
    effect: 'left-out',
    message: 'The front matter is never closed.',
    advice: 'Put a line of exactly --- after its last key.',
  }),
  CHRONICLE_LONG_FRONT_MATTER: () => ({
    effect: 'left-out',
    message: 'The front matter is longer than 16 KiB.',
    advice: 'Keep only the keys of the format in it.',
  }),
  CHRONICLE_FRONT_MATTER_LINE: (line: string) => ({
    effect: 'noted',
    message: `This front matter line is not "key: value": ${line}`,
    advice: 'Write one key and one value a line. The line is ignored.',
  }),
  CHRONICLE_DUPLICATE_KEY: (key: string) => ({
    effect: 'noted',
    message: `The key ${key} stands twice.`,
    advice: 'Remove one of them. The first one counts.',
  }),
  CHRONICLE_UNKNOWN_KEY: (key: string, nearest: string) => ({
    effect: 'noted',
    message: `Unknown front matter key ${key}.`,
    advice: `Did you mean ${nearest}? The line is kept and not used.`,
  }),
  CHRONICLE_MISSING_KEY: (key: string, form: string) => ({
    effect: 'left-out',
    message: `The front matter lacks ${key}.`,
    advice: `Add a line such as "${key}: ${form}". The session is left out until then.`,
  }),
  CHRONICLE_BAD_VALUE: (key: string, wanted: string, form: string) => ({
    effect: 'left-out',
    message: `${key} is not ${wanted}.`,
    advice: `Use the form ${form}. The session is left out until this is mended.`,
  }),
  CHRONICLE_BAD_OPTION: (key: string, wanted: string, form: string) => ({
    effect: 'noted',
    message: `${key} is not ${wanted}.`,
    advice: `Use the form ${form}. The value is ignored.`,
  }),
  CHRONICLE_BAD_TAG: (word: string, nearest: Tag | undefined) => ({
    effect: 'noted',
    message: `Unknown tag [${word}].`,
    advice: `${nearest ? `Did you mean [${nearest}]?` : `The ${numberOfTags()} tags are listed by \`chronicle tags\`.`} The line is shown as plain text and counted nowhere.`,
  }),
  CHRONICLE_EVENT_FORM: (tag: Tag) => ({
    effect: 'noted',
    message: `This looks like an event, but its beginning is not "- [${tag}]" or "- HH:MM [${tag}]".`,
    advice: 'Write the dash, one blank, the time if there is one, and the tag. The line is shown as plain text.',
  }),
  CHRONICLE_EMPTY_EVENT: (tag: Tag) => ({
    effect: 'noted',
    message: `The [${tag}] event has no text.`,
    advice: 'Say in one line what happened.',
  }),
  CHRONICLE_HEADING: (heading: string) => ({
    effect: 'noted',
    message: `Heading outside the locked schema: ${heading}`,
    advice: 'Only "## Events" and "## Summary" stand at this level. The text below it is kept where it is.',
  }),
  CHRONICLE_HEADING_SPELLING: (heading: string, wanted: string) => ({
    effect: 'noted',
    message: `The heading "${heading}" is not spelled "${wanted}".`,
    advice: `Write it as "${wanted}". It is read as if it were.`,
  }),
  CHRONICLE_DUPLICATE_HEADING: (heading: string) => ({
    effect: 'noted',
    message: `The heading "${heading}" stands twice.`,
    advice: 'Join the two sections. Both are read.',
  }),
  CHRONICLE_SUMMARY_NOT_LAST: () => ({
    effect: 'noted',
    message: '"## Summary" stands before "## Events".',
    advice: 'Put the summary last. Both are read.',
  }),
  CHRONICLE_NO_EVENTS: () => ({
    effect: 'noted',
    message: 'The file has no "## Events" heading.',
    advice: 'Add it after the front matter.',
  }),
  CHRONICLE_OPEN_FENCE: () => ({
    effect: 'noted',
    message: 'This code fence is never closed.',
    advice: 'Close it with a line of the same marks. Until then the lines after it are read as if it were not there.',
  }),
  CHRONICLE_FENCED_HEADING: (heading: string) => ({
    effect: 'noted',
    message: `This code fence holds "${heading}", which the file has nowhere else.`,
    advice: 'If the fence was left open by mistake, close it above the heading. Until then all of it is read as code.',
  }),
  CHRONICLE_SAME_SESSION: (other: string) => ({
    effect: 'noted',
    message: `Another file has the same session_id: ${other}`,
    advice: 'Both are shown. Remove the copy, or give it its own id.',
  }),
  CHRONICLE_LEDGER_LINE: (fault: string) => ({
    effect: 'noted',
    message: `This line of the memory ledger cannot be used: ${fault}.`,
    advice: 'Mend or remove the line. It is left out; the other lines are used.',
  }),
  CHRONICLE_PROPOSAL_LINE: (fault: string) => ({
    effect: 'noted',
    message: `This line of the memory proposals cannot be used: ${fault}.`,
    advice: 'Mend or remove the line. It is left out; the other lines are used.',
  }),
  CHRONICLE_CLUSTERS_YAML: (fault: string) => ({
    effect: 'noted',
    message: `The file is not YAML: ${fault}.`,
    advice: 'Nothing in it is used until this is mended.',
  }),
  CHRONICLE_CLUSTERS: (fault: string) => ({
    effect: 'noted',
    message: `This cannot be used: ${fault}.`,
    advice:
      'The file has the keys rename, merge and split, and names a miss as <session_id>#<event id>. What stands here is left out; the rest is used.',
  }),
  CHRONICLE_DRAFT_TEXT: (fault: string, advice: string) => ({
    effect: 'noted',
    message: `This cannot stand in a draft: ${fault}.`,
    advice: `${advice} It is left out until then; the rest of the draft is used.`,
  }),
  CHRONICLE_DRAFT_GRAMMAR: (fault: string, advice: string) => ({
    effect: 'left-out',
    message: `The text of the draft cannot be read: ${fault}.`,
    advice: `${advice} Nothing of the text is used until this is mended.`,
  }),
  CHRONICLE_DRAFT_EMPTY: () => ({
    effect: 'noted',
    message: 'There is no text yet.',
    advice: 'Write it in draft.mdx; nothing is exported until then.',
  }),
  CHRONICLE_DRAFT_UNKNOWN: (what: string, nearest: string | undefined) => ({
    effect: 'noted',
    message: `The archive has no such ${what}.`,
    advice: `${nearest ? `Did you mean ${nearest}?` : 'Mend or remove it.'} It is left out until then; the rest of the draft is used.`,
  }),
  CHRONICLE_DRAFT_CANDIDATE: (event: string) => ({
    effect: 'noted',
    message: 'This event is a candidate that nobody confirmed.',
    advice: `If it is right, chronicle candidates confirm ${event} makes it an event. It is left out until then; the rest of the draft is used.`,
  }),
  CHRONICLE_DRAFT_DAYS: (fault: string) => ({
    effect: 'noted',
    message: `This figure's days cannot be used: ${fault}.`,
    advice: 'Write days as 2026-09-14, with "from" not after "to". The figure is left out until then.',
  }),
  CHRONICLE_DRAFT_EMPTY_FIGURE: (what: string) => ({
    effect: 'noted',
    message: `This figure would be empty: ${what}.`,
    advice: 'Give it other days or another project, or remove it. It is left out.',
  }),
  CHRONICLE_DRAFT_FILE: (fault: string) => ({
    effect: 'left-out',
    message: `This part of the draft cannot be read: ${fault}.`,
    advice:
      'A draft is a directory of its own with the files draft.mdx and draft.yml, and redactions.yml if anything was decided.',
  }),
  CHRONICLE_DRAFT_YAML: (fault: string) => ({
    effect: 'left-out',
    message: `The file is not YAML: ${fault}.`,
    advice: 'Nothing in it is used, and nothing is noted in it, until this is mended.',
  }),
  CHRONICLE_DRAFT_SETTING: (fault: string) => ({
    effect: 'noted',
    message: `This cannot be used: ${fault}.`,
    advice: 'Mend or remove it. It is left out until then; the rest of the file is used.',
  }),
  CHRONICLE_REDACTIONS: (fault: string) => ({
    effect: 'noted',
    message: `This decision cannot be used: ${fault}.`,
    advice:
      'The file has a salt and decisions, each replace, keep or leave-out by the hash of a finding. What is left out is open again.',
  }),
  CHRONICLE_SERIES_YAML: (fault: string) => ({
    effect: 'left-out',
    message: `The file is not YAML: ${fault}.`,
    advice: 'The series is shown without parts, and nothing is added to it, until this is mended.',
  }),
  CHRONICLE_SERIES: (fault: string) => ({
    effect: 'noted',
    message: `This cannot be used: ${fault}.`,
    advice:
      'The file has a title and parts, each with title, idea and events, named as <session_id>#<event id>. What stands here is left out; the rest is used.',
  }),
  CHRONICLE_REDACT_YAML: (fault: string) => ({
    effect: 'left-out',
    message: `The file is not YAML: ${fault}.`,
    advice: 'No private name is known until this is mended.',
  }),
  CHRONICLE_REDACT: (fault: string) => ({
    effect: 'noted',
    message: `This cannot be used: ${fault}.`,
    advice:
      'The file has the keys names, a list of names or names with what takes their place, and allow, a list of texts. What stands here is left out; the rest is used.',
  }),
} satisfies Record<string, (...args: never[]) => ProblemText>;

export type ProblemCode = keyof typeof PROBLEMS;

/** A problem of the catalogue at a place: `problemAt('CHRONICLE_BAD_TAG', 12, 3, 'DECISON', 'DECISION')`. */
export function problemAt<C extends ProblemCode>(
  code: C,
  line: number,
  column: number,
  ...args: Parameters<(typeof PROBLEMS)[C]>
): Problem {
  const text = (PROBLEMS[code] as (...args: unknown[]) => ProblemText)(...args);
  return { code, line, column, ...text };
}
