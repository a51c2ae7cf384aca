/** What `chronicle note tried` answers about earlier attempts that are alike. */
import { type Note, readNotebook } from '#src/format/notebook/notebook.ts';
import { asText } from '#src/lib/latin1.ts';
import type { Paths } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import type { CheckoutProject } from '#src/record/where.ts';
import { notedSessions } from './notebook-index-file.ts';
import { noteLine } from './told-notebook.ts';

/** How many of the project's newest notebooks are read, and how many of their Tried lines are compared. */
const NEWEST = 40;
const COMPARED = 200;
/** How many earlier attempts are told. */
const TOLD = 3;

/**
 * The lines about attempts that are the same as a new one, in the session's own notes and in other notebooks of the project,
 * newest first; empty without any. Reads the files, so that what somebody deleted there is not repeated:
 *
 *     Tried before in this session:
 *     - 14:31 httpOnly cookie for the JWT → Safari blocks it (n-12ab34)
 */
export function triedBefore(
  paths: Paths,
  project: CheckoutProject,
  { note, own, session }: { note: Pick<Note, 'id' | 'text'>; own: readonly Note[]; session: string },
): string {
  const elsewhere = notedSessions(paths, project)
    .filter((each) => each.session !== session)
    .slice(0, NEWEST)
    .flatMap(({ session: other, file }) => triedIn(`${paths.projects}/${file?.place}`, other))
    .slice(0, COMPARED);
  const here = own.filter(({ id, resolved }) => id !== note.id && resolved === null).reverse();
  const attempt = attemptOf(note.text);
  const section = (heading: string, notes: readonly Note[]): string => {
    const alike = notes.filter(({ kind, text }) => kind === 'tried' && areAlike(attempt, attemptOf(text)));
    return alike.length === 0 ? '' : `${[heading, ...alike.slice(0, TOLD).map(noteLine)].join('\n')}\n`;
  };
  return section('Tried before in this session:', here) + section('Tried before in this project:', elsewhere);
}

/** The attempts in a notebook that are not struck through, with the session and day, newest first; none if it is unreadable. */
function triedIn(path: string, session: string): Note[] {
  try {
    const notes = readNotebook(asText(readRegularFile(path).text))?.notes ?? [];
    const day = /(\d{4}-\d\d-\d\d)[^/]*$/.exec(path)?.[1] ?? '';
    const tried = notes.filter(({ kind, resolved }) => kind === 'tried' && resolved === null).reverse();
    return tried.map((note) => ({ ...note, date: note.date ?? day, id: `${session}#${note.id}` }));
  } catch {
    return [];
  }
}

/**
 * Whether two Tried lines are the same attempt, however they are worded:
 *
 *     httpOnly cookie for the JWT → Safari blocks it        the same as    stored the JWT in an httpOnly cookie
 *     bcrypt with 10 rounds → tests time out                another than   bcrypt with 4 rounds → refused in review
 *
 * Compares the words before the arrow, and those after it with less weight.
 */

/** The start of a line is enough. */
const LONGEST = 240;
/** As rough stems. */
const BEGINNING = 5;
/** How much the outcome's words count against those of the attempt. */
const OUTCOME = 0.4;
/** The least share of the shorter attempt's words, and of all words, that must be common. Tuned on the development set. */
const COVERED = 0.55;
const SHARED = 0.33;
/** The same for lines with outcomes that have nothing in common. */
const SHARED_UNLIKE = 0.5;

const SILENT = new Set(
  'the and for was were are not but that this with from into out had has have did does its again still only also when where which while after before because there then than them they all any use used using add added adding tried try trying put set instead place switch switching move moving run running it in on of to at as is by be or an a each per so no if'.split(
    ' ',
  ),
);

const NUMBERS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
};

/** Words that turn an attempt into its opposite. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:enabl|activat|turn(?:ed|ing)? on|allow)/, /\b(?:disabl|deactivat|turn(?:ed|ing)? off|forbid|exclud)/],
  [/\b(?:add|insert|creat)/, /\b(?:remov|delet|drop)/],
  [/\b(?:increas|rais|larger|longer|bigger|higher|upgrad)/, /\b(?:decreas|lower|reduc|smaller|shorter|downgrad)/],
  [/\bwith\b/, /\bwithout\b/],
  [/\bhigh\b|_high\b/, /\blow\b|_low\b/],
];

/** What is compared of a line. */
export interface Attempt {
  text: string;
  words: ReadonlyMap<string, number>;
  outcome: ReadonlyMap<string, number>;
  numbers: ReadonlySet<string>;
  /** Words that look like names in code. */
  names: ReadonlySet<string>;
}

/** Takes a line apart; do it once for a line that is compared often. */
export function attemptOf(line: string): Attempt {
  const text = line.slice(0, LONGEST).normalize('NFKC');
  const arrow = /\s(?:→|->|=>|—|–)\s/.exec(text);
  const attempt = arrow ? text.slice(0, arrow.index) : text;
  const outcome = arrow ? text.slice(arrow.index + arrow[0].length) : '';
  const { words, numbers, names } = wordsOf(attempt);
  return { text: attempt.toLowerCase(), words, outcome: wordsOf(outcome).words, numbers, names };
}

/** Whether two attempts are the same. */
export function areAlike(a: Attempt, b: Attempt): boolean {
  if (a.words.size === 0 || b.words.size === 0) return false;
  const [first, second] = [sum(a.words), sum(b.words)];
  const common = inCommon(a.words, b.words);
  const outcome = inCommon(a.outcome, b.outcome);
  const told = OUTCOME * outcome;
  const all = first + second - common;
  const covered = (common + told) / (Math.min(first, second) + told);
  const shared = (common + told) / (all + OUTCOME * Math.min(sum(a.outcome), sum(b.outcome)));
  const isOther = outcome === 0 && a.outcome.size > 0 && b.outcome.size > 0;
  if (covered < COVERED || shared < (isOther ? SHARED_UNLIKE : SHARED)) return false;
  // Last, because it takes most of the time.
  return !(differ(a.numbers, b.numbers) || differ(a.names, b.names) || isOpposite(a.text, b.text));
}

function wordsOf(text: string): Pick<Attempt, 'words' | 'numbers' | 'names'> {
  const words = new Map<string, number>();
  const numbers = new Set<string>();
  const names = new Set<string>();
  for (const chunk of text.split(/[\s,;:"'`()[\]{}<>=!?…|+]+/)) {
    const bare = chunk.replace(/^[.\-/*#]+|[.\-/*]+$/g, '');
    if (bare === '') continue;
    const spelled = NUMBERS[bare.toLowerCase()];
    for (const number of spelled === undefined ? (bare.match(/\d+/g) ?? []) : [spelled]) numbers.add(number);
    const parts = bare.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z\u00df-\u024f]+|\d+|[^\x00-\x7f]+/g) ?? [];
    const isName = parts.length > 1 && /[a-z][A-Z]|[_/.\\-]|[A-Za-z]\d/.test(bare);
    if (isName) names.add(parts.join('').toLowerCase());
    const kept = parts.map((part) => part.toLowerCase()).filter((part) => !SILENT.has(part) && !/^\d$/.test(part));
    for (const part of kept) {
      const stem = part.slice(0, BEGINNING);
      words.set(stem, Math.max(words.get(stem) ?? 0, isName ? 1.5 / Math.sqrt(kept.length) : 1));
    }
  }
  return { words, numbers, names };
}

/** Whether each has one that the other has not. */
function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((each) => !b.has(each)) && [...b].some((each) => !a.has(each));
}

function isOpposite(a: string, b: string): boolean {
  return OPPOSITES.some(
    ([one, other]) => (one.test(a) && other.test(b) && !one.test(b)) || (one.test(b) && other.test(a) && !one.test(a)),
  );
}

function inCommon(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [word, weight] of a) common += Math.min(weight, b.get(word) ?? 0);
  return common;
}

function sum(words: ReadonlyMap<string, number>): number {
  let all = 0;
  for (const weight of words.values()) all += weight;
  return all;
}
