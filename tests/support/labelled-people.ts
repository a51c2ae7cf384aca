/* The people of tests/fixtures/people: weeks of their sessions, and what they keep telling or what keeps failing. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { ROOT } from './root.ts';
import { scriptedTranscript } from './scripted-transcript.ts';
import { parseSessionScript } from './session-script.ts';

/** `development` to tune rules on, `held-out` only to be measured. */
export const PEOPLE_SETS = ['development', 'held-out'] as const;
export type PeopleSet = (typeof PEOPLE_SETS)[number];

const text = z.string();
/** A prompt, or what else happens; a failing call is followed by the one that works. */
const Turn = z.union([
  text,
  z.strictObject({ paste: text }),
  z.strictObject({ command: text }),
  /** Typed, interrupted, and typed again. */
  z.strictObject({ retry: text }),
  z.strictObject({ fails: text, says: text, next: text }),
]);
const Session = z.strictObject({
  at: text,
  turns: z.array(Turn),
  /** What the host puts into the queue at the end. */
  host: z.optional(text),
  /** The number of the session whose records this one begins with, as a copy. */
  fork: z.optional(z.number()),
});
/** Numbers of sessions of the project, from 1. */
const numbers = z.array(z.number());
const Project = z.strictObject({
  project: text,
  branch: text,
  sessions: z.array(Session),
  requests: z._default(z.array(z.strictObject({ words: text, sessions: numbers, said: z.array(text) })), []),
  failures: z._default(z.array(z.strictObject({ run: text, says: text, next: text, sessions: numbers })), []),
  noRequests: z._default(z.array(z.strictObject({ words: text, why: text })), []),
  noFailures: z._default(z.array(z.strictObject({ why: text, sessions: numbers })), []),
});
const Person = z.strictObject({ language: text, projects: z.array(Project) });

export type Turn = z.infer<typeof Turn>;
export interface PersonsSession extends z.infer<typeof Session> {
  id: string;
  /** The transcript. */
  text: string;
}
export interface PersonsProject extends Omit<z.infer<typeof Project>, 'sessions'> {
  person: string;
  language: string;
  sessions: PersonsSession[];
}

export function labelledProjects(set: PeopleSet): PersonsProject[] {
  return globSync(join(ROOT, `tests/fixtures/people/${set}/*.yml`))
    .sort()
    .flatMap((path) => {
      const person = basename(path, '.yml');
      const { language, projects } = Person.parse(parse(readFileSync(path, 'utf8')));
      return projects.map((project) => ({ ...project, person, language, sessions: transcriptsOf(project) }));
    });
}

function transcriptsOf({ project, branch, sessions }: z.infer<typeof Project>): PersonsSession[] {
  const made: PersonsSession[] = [];
  for (const [index, session] of sessions.entries()) {
    const script = { about: '', language: '', project, branch, start: session.at, steps: stepsOf(session.turns) };
    const name = `${project} ${index + 1}`;
    const { id, text: own } = scriptedTranscript(parseSessionScript(JSON.stringify(script), name));
    const copied = session.fork === undefined ? '' : copyOf(made[session.fork - 1]?.text ?? '', id);
    made.push({ ...session, id, text: copied + own + queued(session, id) });
  }
  return made;
}

/** Answers come before the next prompt, after the calls of a turn. */
function stepsOf(turns: readonly Turn[]): Record<string, unknown>[] {
  const answer = { assistant: 'That is done.' };
  const steps = turns.flatMap((turn): Record<string, unknown>[] => {
    if (typeof turn === 'string') return [answer, { user: turn }];
    if ('paste' in turn) return [answer, { user: turn.paste }];
    if ('command' in turn) return [answer, { command: turn.command }];
    if ('fails' in turn)
      return [
        { bash: turn.fails, fails: turn.says },
        { bash: turn.next, output: 'ok' },
      ];
    const { retry } = turn;
    return [answer, { user: retry }, { assistant: 'I will begin with' }, { interrupt: true }, { user: retry }];
  });
  return [...steps.slice(1), answer];
}

/** A forked session keeps the ids and times of what it copied. */
function copyOf(transcript: string, sessionId: string): string {
  const lines = transcript.trim().split('\n');
  return lines.map((line) => `${JSON.stringify({ ...JSON.parse(line), sessionId })}\n`).join('');
}

function queued({ host, at }: z.infer<typeof Session>, sessionId: string): string {
  if (host === undefined) return '';
  const timestamp = new Date(Date.parse(at) + 2 * 3_600_000).toISOString();
  const record = { type: 'queue-operation', operation: 'enqueue', timestamp, sessionId, content: host };
  return `${JSON.stringify(record)}\n`;
}
