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
