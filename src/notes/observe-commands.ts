/** The agent's commands for what a later session should know: `chronicle observe` and `chronicle handoff`. */
import { basename } from 'node:path';
import { addObservation, setHandoff } from '#src/format/notebook/edit-notebook.ts';
import { handoffLines } from '#src/format/notebook/notebook.ts';
import { FIELDS_OF_HANDOFFS, HANDOFF_FIELDS } from '#src/format/notebook/handoff-fields.ts';
import { type ObservationContent, observationLines, readObservations } from '#src/format/notebook/observation.ts';
import { OBSERVATION_TYPES, TYPES_OF_OBSERVATIONS } from '#src/format/notebook/observation-kinds.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { codeOf, sentenceOf } from '#src/lib/chronicle-error.ts';
import { logFailure } from '#src/lib/failure-log.ts';
import { type Outcome, readStdin } from '#src/lib/streams.ts';
import type { Paths } from '#src/lib/paths.ts';
import { printable } from '#src/lib/text/plain.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { agentArguments, type Read, refuse, STDIN_PATIENCE, unlessExcluded, whenIn } from './agent-arguments.ts';
import { chronicleToWrite } from '#src/record/begin-chronicle.ts';
import { createNotebook, editNotebook, notebookOf, type OwnNotebook } from './notebook-file.ts';
import { readLines } from './observation-lines.ts';
import { asKept, type Told } from './observed.ts';
import { markObserved } from './observer.ts';

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

Keeps what a later session should know in the session's notebook, and prints the
ids. Several observations may come at once; if one cannot be read, none is kept.
A plain line "- [P2] …" is enough. Also accepted: "- [P1] (14:30) …" lines
with nested lines below "Date: 2026-02-11", and the fields of chronicle handoff.

Types:
${TYPES_OF_OBSERVATIONS.map((type) => `  ${type.padEnd(9)}  ${OBSERVATION_TYPES[type]}\n`).join('')}
Priorities: P1 critical, P2 (usual), P3. Scopes: global, committed (for all who
work on the project), local (usual). Dates: Ref: 2026-03-15, Rel: 2026-02-18
from "next Tuesday". Supersedes: 3f6c2a10#o-12ab34 replaces an observation of
another session, o-12ab34 one of this session; it is kept, and no longer listed.
`;

const HANDOFF_HELP = `Usage: chronicle handoff [--session ID] <<'EOF'
Current Task: JWT for the API routes
Suggested Next: try the header instead of the cookie in a Safari iframe
EOF

Says where the work stands, for the session that continues it, and replaces an
earlier handoff of this session.

Fields:
${FIELDS_OF_HANDOFFS.map((field) => `  ${HANDOFF_FIELDS[field].label.padEnd(14)}  ${HANDOFF_FIELDS[field].says}\n`).join('')}`;

/** `chronicle observe`, text on stdin. */
export function observe(env: Env, args: string[], read: Read = readStdin): Promise<Outcome> {
  return keep(env, args, read, 'observe');
}

/** `chronicle handoff`, text on stdin. */
export function handoff(env: Env, args: string[], read: Read = readStdin): Promise<Outcome> {
  return keep(env, args, read, 'handoff');
}

async function keep(env: Env, args: string[], read: Read, name: 'observe' | 'handoff'): Promise<Outcome> {
  const parsed = agentArguments(args);
  if ('refusal' in parsed) return refuse(parsed.refusal);
  if (parsed.help) return { stdout: name === 'observe' ? OBSERVE_HELP : HANDOFF_HELP };
  if (parsed.positionals.length > 0)
    return refuse(`Pass the text on stdin, not as arguments. Use chronicle ${name} <<'EOF' … EOF.`);
  const text = await read(STDIN_PATIENCE);
  const refusal = unusable(text, name);
  if (refusal !== null) return refuse(refusal);
  return unlessExcluded(() => {
    const paths = pathsIn(env);
    const chronicle = chronicleToWrite(env, paths, parsed.session);
    const frontMatter = frontMatterOf(chronicle);
    const target = notebookOf(chronicle, frontMatter?.get('session_id') ?? '');
    const told = readObserved(text, frontMatter?.get('cwd') ?? '');
    const faults = faultsOf(told, name);
    if (faults !== '') return { ...refuse(faults), stdout: '' };
    const kept = writeObserved(paths, target, whenIn(frontMatter, env), told);
    if (told.observations.length > 0) noteObserved(env, target.sessionId);
    return answer(kept, told, basename(target.path));
  });
}

function unusable(text: string, name: string): string | null {
  if (text.trim() === '') return `There is no text on stdin. Use chronicle ${name} <<'EOF' … EOF.`;
  if (text.includes('\0')) return 'The text contains a NUL character, which would make the file unreadable.';
  return text.length > LONGEST ? 'The text is longer than 256 KiB. Keep what matters.' : null;
}

/** Reads a text; `root` is the project's, for the paths in it. */
export function readObserved(text: string, root: string): Told {
  return asKept(readLines(text.replace(/(?<!\r)\r+\n/g, '\n')), root);
}

/** What is wrong with a text, as one message; empty if nothing is. */
function faultsOf({ faults, handoff: fields }: Told, name: string): string {
  if (faults.length > 0) return printable(faults.map(({ line, sentence }) => `Line ${line}: ${sentence}`).join('\n'));
  if (name === 'handoff' && Object.keys(fields).length === 0)
    return 'There is no field of a handoff in the text. chronicle handoff --help lists the fields.';
  return '';
}

interface Kept {
  /** The ids of the observations, in the order they were given. */
  ids: string[];
  /** The positions of observations that were in the notebook already. */
  repeated: ReadonlySet<number>;
}

/**
 * Adds observations and replaces the handoff, in one edit, in a new notebook if there is none. An observation that the
 * notebook has already is not added again. `when` is `HH:MM` or `YYYY-MM-DD HH:MM`, for those that state neither a day nor a
 * time; a day without a time is written as `YYYY-MM-DD --:--`.
 */
function writeObserved(paths: Paths, target: OwnNotebook, when: string, { observations, handoff: fields }: Told): Kept {
  createNotebook(paths, target);
  const repeated = new Set<number>();
  const written = editNotebook(target, (current) => {
    const known = new Set(readObservations(asText(current)).map(contentKey));
    repeated.clear();
    let text = current;
    for (const [i, observation] of observations.entries()) {
      const key = contentKey(observation);
      if (known.has(key)) repeated.add(i);
      else text = addObservation(text, asBytes(observationLines(timeOf(observation, when), observation)));
      known.add(key);
    }
    const lines = handoffLines(fields);
    return lines === '' ? text : setHandoff(text, asBytes(lines));
  });
  const ids = new Map(readObservations(asText(written)).map((each) => [contentKey(each), each.id]));
  return { ids: observations.map((each) => ids.get(contentKey(each)) ?? ''), repeated };
}

function timeOf({ date, time }: { date: string | null; time: string | null }, when: string): string {
  if (time === null) return date === null ? when : `${date} --:--`;
  return date === null ? time : `${date} ${time}`;
}

/** What makes two observations the same: everything but their time and prompt. */
function contentKey(observation: ObservationContent): string {
  return observationLines('', { ...observation, prompt: null });
}

/** The observer starts counting again. The observations are kept, whatever becomes of that. */
function noteObserved(env: Env, sessionId: string): void {
  const paths = pathsIn(env);
  try {
    markObserved(paths, sessionId);
  } catch (error) {
    const failure = { event: 'observe', code: codeOf(error), message: sentenceOf(error), session_id: sessionId };
    logFailure(paths, { at: env.now().toISOString(), ...failure });
  }
}

function answer({ ids, repeated }: Kept, { observations, handoff: fields }: Told, file: string): string {
  const lines = observations.map((_, i) => {
    const id = ids[i] ?? '';
    if (repeated.has(i)) return `${id} is in the notebook already. Not added again.`;
    return `${id} kept in notebooks/${file}`;
  });
  const stated = FIELDS_OF_HANDOFFS.filter((field) => fields[field] !== undefined);
  if (stated.length > 0) {
    const labels = stated.map((field) => HANDOFF_FIELDS[field].label).join(', ');
    lines.push(`Handoff kept in notebooks/${file}: ${labels}.`);
  }
  return `${printable(lines.join('\n'))}\n`;
}
