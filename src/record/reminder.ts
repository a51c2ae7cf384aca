import { TAGS } from '../chronicle/tags.ts';
import type { BrokenRule } from '../memory/lookup.ts';
import { times } from '../value/spelled.ts';

/** More than this is not read at the start of each session; the JSON around it makes it 1,500 at most. */
const LONGEST = 1400;
/** So many memories are named. */
const NAMED = 3;

/**
 * What the agent is told at the start of a session and after each compaction. Fixed words, the path, and the names of
 * memories that leak; nothing else from chronicles or memories: their text may come from the web and would arrive here
 * with the rank of an instruction. Under 1,500 characters for any path Claude Code can make.
 */
export function reminder(path: string, named: readonly BrokenRule[] = []): string {
  return [
    `Session chronicle active at ${path}.`,
    'Log each notable event as it happens, in exactly this form, as a Bash call of its own (first line what happened, further lines the reason if it is not obvious):',
    "chronicle log ERROR <<'EOF'\nThe migration ran twice: the lock was taken after the check\nEOF",
    `Tags: ${TAGS.join(' ')}. \`chronicle tags\` says when each is right.`,
    "Before you finish substantive work, write one paragraph on what was done and why: chronicle summary <<'EOF' … EOF",
    'Log decisions, failures, surprises and corrections; not routine steps, and never secrets. The file cannot be edited directly.',
    ...(named.length === 0 ? [] : [nudge(named)]),
  ].join('\n');
}

/** The memories to name in a session whose chronicle will lie at a path of about this form: the first that fit. */
export function nudged(leaking: readonly BrokenRule[], path: string): BrokenRule[] {
  const named = leaking.filter(({ file }) => isPlainName(file)).slice(0, NAMED);
  while (named.length > 0 && reminder(path, named).length > LONGEST) named.pop();
  return named;
}

/** Whether a file name can stand in a sentence, without saying anything there. */
export function isPlainName(file: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.md$/.test(file);
}

function nudge(named: readonly BrokenRule[]): string {
  const names = named.map(({ file, count }) => `${file} (missed ${times(count)} since it was written)`);
  return `Rules still being broken; read these memories again: ${names.join(', ')}.`;
}
