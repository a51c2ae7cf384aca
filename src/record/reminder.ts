import { TAGS } from '#src/format/tags.ts';
import type { Layer } from '#src/lib/config.ts';

/**
 * The reminder: what the agent reads at the start of a session and after each compaction. Besides fixed words it contains
 * only the chronicle's path. It quotes no text from chronicles or memories, which may come from the web and would carry the weight
 * of an instruction here. At most 200 tokens with an ordinary path, and 120 more each for the notebook and for observations.
 */
export function reminder(path: string, layers: readonly Layer[] = []): string {
  return [
    `Session chronicle active at ${path}.`,
    'Log what the diff will not show (decisions, failures, surprises, corrections by the user) as it happens. Use one Bash call per event, in exactly this form; add lines if the reason is not obvious:',
    "chronicle log ERROR <<'EOF'\nThe migration ran twice: the lock was taken after the check\nEOF",
    `Tags: ${TAGS.join(' ')}. \`chronicle tags\` explains them.`,
    "Before you finish substantive work, record what was done and why in one paragraph: chronicle summary <<'EOF' … EOF",
    'Skip routine steps. Never log secrets. The chronicle file cannot be edited directly.',
    ...(layers.includes('notes') ? NOTES : []),
    ...(layers.includes('observations') ? OBSERVATIONS : []),
  ].join('\n');
}

/** The lines about the notebook: at most 120 tokens. The quoted words are what people say. */
const NOTES = [
  "Keep this session's notebook with `chronicle note KIND <<'EOF' … EOF`, one short line each: focus and constraint when a task begins, tried (what failed → why), discovered, question, out-of-scope (\"not now\").",
  '`chronicle notes` (also "Check SESSION.md") prints it: read it before you suggest a fix, check Focus before going deep, review Discovered when stuck. "Add X to tried" means note tried.',
];

/** The lines about observations: at most 120 tokens. */
const OBSERVATIONS = [
  "What later sessions should know goes into `chronicle observe <<'EOF' … EOF`, when asked for it or after something worth it, a line each: `- [decision] [P1] what holds, with names and figures`.",
  "Before you stop with work left, say where it stands: chronicle handoff <<'EOF'\nCurrent Task: …\nSuggested Next: …\nEOF",
  '`chronicle recall ID` prints a record that you are shown by its id.',
];
