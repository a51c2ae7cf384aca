import { TAGS } from '../chronicle/tags.ts';

/**
 * What the agent is told at the start of a session and after each compaction. Fixed words and the
 * path, nothing from earlier chronicles: their text may come from the web and would arrive here
 * with the rank of an instruction. Under 1,500 characters for any path Claude Code can make.
 */
export function reminder(path: string): string {
  return [
    `Session chronicle active at ${path}.`,
    'Log each notable event as it happens, in exactly this form, as a Bash call of its own (first line what happened, further lines the reason if it is not obvious):',
    "chronicle log ERROR <<'EOF'\nThe migration ran twice: the lock was taken after the check\nEOF",
    `Tags: ${TAGS.join(' ')}. \`chronicle tags\` says when each is right.`,
    "Before you finish substantive work, write one paragraph on what was done and why: chronicle summary <<'EOF' … EOF",
    'Log decisions, failures, surprises and corrections; not routine steps, and never secrets. The file cannot be edited directly.',
  ].join('\n');
}
