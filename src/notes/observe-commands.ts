/** The agent's commands for what a later session should know: `chronicle observe` and `chronicle handoff`. */

import { basename } from 'node:path';
import { FIELDS_OF_HANDOFFS, HANDOFF_FIELDS } from '#src/format/notebook/handoff-fields.ts';
import { OBSERVATION_TYPES, TYPES_OF_OBSERVATIONS } from '#src/format/notebook/observation-kinds.ts';
import { frontMatterOf } from '#src/format/front-matter-of.ts';
import { logFailure } from '#src/lib/failure-log.ts';
import { notebookOf } from '#src/notes/notebook-file.ts';
import { type Kept, writeObserved } from '#src/notes/observed-file.ts';
import type { Outcome } from '#src/lib/outcome.ts';
import { markObserved } from '#src/notes/observer-file.ts';
import { promptNow } from '#src/notes/observer-growth.ts';
import { readBook } from '#src/notes/read-book.ts';
import { projectOfChronicle, rulesIn } from '#src/record/where.ts';
import { readStdin } from '#src/lib/stdin.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { isPlainLine, type Observed, type Told } from '#src/notes/observed.ts';
import { conceptRemarks } from '#src/notes/offered-concepts.ts';
import { readObserved, remarksOn } from '#src/notes/read-observed.ts';
import { codeOf, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { printable } from '#src/lib/text/printable.ts';
import { agentArguments, type Read, refuse, STDIN_PATIENCE, unlessExcluded, whenIn } from './agent-arguments.ts';
import { chronicleToWrite } from './log-commands.ts';

/** The longest text of one call (UTF-16 units). */
const LONGEST = 256 * 1024;

const OBSERVE_HELP = `Usage: chronicle observe [--session ID] <<'EOF'
- [decision] [P1] Refresh tokens rotate every seven days
  Long-lived sessions without a long-lived token
  - src/auth.ts: refreshToken() issues a JWT that expires after 7 days
  Narrative: Rotation was added because …
  Concepts: authentication, caching
  Files: src/auth.ts, lib/redis.ts
  Scope: committed
EOF

Keeps what a later session should know in the session's notebook, and prints the ids. Several
observations may come at once; if one cannot be read, none is kept. A plain line "- [P2] …" is
enough. Also accepted: <observation> XML, "- [P1] (14:30) …" lines with nested lines below
"Date: 2026-02-11", and the fields of chronicle handoff.

Types:
${TYPES_OF_OBSERVATIONS.map((type) => `  ${type.padEnd(9)}  ${OBSERVATION_TYPES[type]}\n`).join('')}
Priorities: P1 critical, P2 (usual), P3. Scopes: global, committed (for all who work on the
project), local (usual). Dates: Ref: 2026-03-15, Rel: 2026-02-18 from "next Tuesday".
Supersedes: o-12ab34 replaces an earlier observation, which is kept.
`;

const HANDOFF_HELP = `Usage: chronicle handoff [--session ID] <<'EOF'
Current Task: JWT for the API routes
Suggested Next: try the header instead of the cookie in a Safari iframe
EOF

Says where the work stands, for the session that continues it, and replaces an earlier handoff of
this session. Also accepted: <summary> XML.

Fields:
${FIELDS_OF_HANDOFFS.map((field) => `  ${HANDOFF_FIELDS[field].label.padEnd(14)}  ${HANDOFF_FIELDS[field].says}\n`).join('')}`;

/** `chronicle observe`, text on stdin. */
export function observe(world: World, args: string[], read: Read = readStdin): Promise<Outcome> {
  return keep(world, args, read, 'observe');
}

/** `chronicle handoff`, text on stdin. */
export function handoff(world: World, args: string[], read: Read = readStdin): Promise<Outcome> {
  return keep(world, args, read, 'handoff');
}

async function keep(world: World, args: string[], read: Read, name: 'observe' | 'handoff'): Promise<Outcome> {
  const parsed = agentArguments(args);
  if ('refusal' in parsed) return refuse(parsed.refusal);
  if (parsed.help) return { stdout: name === 'observe' ? OBSERVE_HELP : HANDOFF_HELP };
  if (parsed.positionals.length > 0)
    return refuse(`Pass the text on stdin, not as arguments. Use chronicle ${name} <<'EOF' … EOF.`);
  const text = await read(STDIN_PATIENCE);
  const refusal = unusable(text, name);
  if (refusal !== null) return refuse(refusal);
  return unlessExcluded(() => {
    const layout = layoutIn(world);
    const chronicle = chronicleToWrite(world, layout, parsed.session);
    const frontMatter = frontMatterOf(chronicle);
    const owned = notebookOf(chronicle, frontMatter?.get('session_id') ?? '');
    const told = readObserved(text, frontMatter?.get('cwd') ?? '');
    const faults = faultsOf(told, name);
    if (faults !== '') return { ...refuse(faults), stdout: '' };
    const withPrompt = underPrompt(told, () => promptNow(layout, owned.sessionId, world.now()));
    const kept = writeObserved(layout, owned, whenIn(frontMatter, world), withPrompt);
    if (told.observations.length > 0) noteObserved(world, owned.sessionId);
    const concepts = told.observations.every(isPlainLine)
      ? null
      : unlessFailing(() =>
          remarksOnConcepts(layout, projectOfChronicle(chronicle, rulesIn(world), frontMatter).root, told.observations),
        );
    return answer(kept, told, basename(owned.path), concepts ?? []);
  });
}

/** The observations with the number of the prompt that the session works on, where they state none. */
function underPrompt(told: Told, promptNow: () => number | null): Told {
  if (told.observations.every(({ prompt }) => prompt !== null)) return told;
  const now = unlessFailing(promptNow);
  return { ...told, observations: told.observations.map((each) => ({ ...each, prompt: each.prompt ?? now })) };
}

/** What comes from the transcript or the book is an extra: if the file cannot be read, there is none. */
function unlessFailing<Known>(work: () => Known | null): Known | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** What to say of the concepts of each observation, by those in use in the project's book; null for nothing. */
function remarksOnConcepts(layout: Layout, root: string, observations: readonly Observed[]): (string | null)[] {
  const book = readBook(layout, root);
  return book === null ? observations.map(() => null) : conceptRemarks(book, observations);
}

/** The observer starts counting again. The observations are kept, whatever becomes of that. */
function noteObserved(world: World, sessionId: string): void {
  const layout = layoutIn(world);
  try {
    markObserved(layout, sessionId, world.now());
  } catch (error) {
    const failure = { event: 'observe', code: codeOf(error), message: sentenceOf(error), session_id: sessionId };
    logFailure(layout, { at: world.now().toISOString(), ...failure });
  }
}

function unusable(text: string, name: string): string | null {
  if (text.trim() === '') return `There is no text on stdin. Use chronicle ${name} <<'EOF' … EOF.`;
  if (text.includes('\0')) return 'The text contains a NUL character, which would make the file unreadable.';
  return text.length > LONGEST ? 'The text is longer than 256 KiB. Keep what matters.' : null;
}

/** What is wrong with a text, as one message; empty if nothing is. */
function faultsOf({ faults, handoff: fields }: Told, name: string): string {
  if (faults.length > 0) return printable(faults.map(({ line, sentence }) => `Line ${line}: ${sentence}`).join('\n'));
  if (name === 'handoff' && Object.keys(fields).length === 0)
    return 'There is no field of a handoff in the text. chronicle handoff --help lists the fields.';
  return '';
}

function answer(
  { ids, repeated }: Kept,
  { observations, handoff: fields }: Told,
  file: string,
  concepts: readonly (string | null)[],
): string {
  const lines = observations.map((observation, i) => {
    const id = ids[i] ?? '';
    if (repeated.has(i)) return `${id} is in the notebook already. Not added again.`;
    const remarks = [...remarksOn(observation), ...[concepts[i] ?? []].flat()];
    return `${id} kept in notebooks/${file}${remarks.length === 0 ? '' : `. It could be better: ${remarks.join('; ')}.`}`;
  });
  const stated = FIELDS_OF_HANDOFFS.filter((field) => fields[field] !== undefined);
  if (stated.length > 0) {
    const labels = stated.map((field) => HANDOFF_FIELDS[field].label).join(', ');
    lines.push(`Handoff kept in notebooks/${file}: ${labels}.`);
  }
  return `${printable(lines.join('\n'))}\n`;
}
