import { TAGS } from '../chronicle/tags.ts';
import type { BrokenRule } from '../memory/lookup.ts';
import { times } from '../value/spelled.ts';

/** The longest reminder without the notebook, in characters; as JSON it stays under 1,500. */
const LONGEST = 1400;
/** How many rules are named. */
const NAMED = 3;

export interface Reminded {
  /** Rules that are still being broken. */
  named?: readonly BrokenRule[];
  /** Whether the agent keeps a notebook. */
  hasNotes?: boolean;
  /** Whether it keeps observations and a handoff there. */
  hasObservations?: boolean;
}

/**
 * The reminder: what the agent reads at the start of a session and after each compaction. Besides fixed words it contains
 * only the chronicle's path and the names of rules that are still being broken. It quotes no text from chronicles or memories, which may
 * come from the web and would carry the weight of an instruction here. At most 200 tokens with an ordinary path,
 * and 120 more each for the notebook and for observations.
 */
export function reminder(
  path: string,
  { named = [], hasNotes = false, hasObservations = false }: Reminded = {},
): string {
  return [
    `Session chronicle active at ${path}.`,
    'Log what the diff will not show (decisions, failures, surprises, corrections by the user) as it happens. Use one Bash call per event, in exactly this form; add lines if the reason is not obvious:',
    "chronicle log ERROR <<'EOF'\nThe migration ran twice: the lock was taken after the check\nEOF",
    `Tags: ${TAGS.join(' ')}. \`chronicle tags\` explains them.`,
    "Before you finish substantive work, record what was done and why in one paragraph: chronicle summary <<'EOF' … EOF",
    'Skip routine steps. Never log secrets. The chronicle file cannot be edited directly.',
    ...(hasNotes ? NOTES : []),
    ...(hasObservations ? OBSERVATIONS : []),
    ...(named.length === 0 ? [] : [nudge(named)]),
  ].join('\n');
}

/** The lines about the notebook: at most 120 tokens. The quoted words are what people say. */
const NOTES = [
  "Keep this session's notebook with `chronicle note KIND <<'EOF' … EOF`, one short line each: focus and constraint when a task begins, tried (what failed → why), discovered, question, out-of-scope.",
  '`chronicle notes` prints it; read it before you suggest a fix and when told "Check SESSION.md". "Add X to tried" means note tried, "That\'s out of scope" means note out-of-scope.',
];

/** The lines about observations: at most 120 tokens. */
const OBSERVATIONS = [
  "What later sessions should know goes into `chronicle observe <<'EOF' … EOF`, when asked for it or after something worth it, a line each: `- [decision] [P1] what holds, with names and figures`.",
  "Before you stop with work left, say where it stands: chronicle handoff <<'EOF'\nCurrent Task: …\nSuggested Next: …\nEOF",
  '`chronicle recall ID` prints a record that you are shown by its id.',
];

/**
 * Whether a reminder told the agent about the notebook, by words that every version of it has; null for another text. A
 * transcript tells by it which layers were on.
 */
export function toldOfNotes(text: string): boolean | null {
  const start = text.indexOf('Session chronicle active at ');
  return start === -1 ? null : text.includes('`chronicle note ', start);
}

/** The broken rules to name: the first three, or as many as fit in a reminder with a path like this one. */
export function rulesThatFit(broken: readonly BrokenRule[], path: string): BrokenRule[] {
  const named = broken.filter(({ file }) => isPlainName(file)).slice(0, NAMED);
  while (named.length > 0 && reminder(path, { named }).length > LONGEST) named.pop();
  return named;
}

/** Whether a file name is safe in a sentence, with no blanks or marks that could carry a message. */
export function isPlainName(file: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.md$/.test(file);
}

function nudge(named: readonly BrokenRule[]): string {
  const names = named.map(({ file, count }) => `${file} (missed ${times(count)} since it was written)`);
  return `Rules still being broken; read these memories again: ${names.join(', ')}.`;
}
