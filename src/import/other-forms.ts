/**
 * A project's records as the files of another system, for an owner who leaves. The forms hold less than the archive does; the
 * texts that have no place of their own become lines below the record, and what cannot be held at all is counted.
 */
import type { Handoff } from '#src/chronicle/notebook/handoff-fields.ts';
import { KINDS_OF_NOTES, NOTE_KINDS, type NoteKind } from '#src/chronicle/notebook/note-kinds.ts';
import type { Fact, Observation } from '#src/chronicle/notebook/observation.ts';
import { SCOPES } from '#src/chronicle/notebook/observation-kinds.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import type { BookObservation } from '#src/notebook/book.ts';
import { observationsForm } from '#src/notebook/observations-form.ts';
import { oneLine } from '#src/text/clip.ts';
import { compare } from '#src/value/compare.ts';

/** What a project has. Sessions are oldest first. */
export interface ProjectRecords {
  name: string;
  sessions: readonly RecordedSession[];
  /** Its observations that no later one supersedes, oldest first. */
  book: readonly BookObservation[];
  /** Where the work stands; null if no session says. */
  handoff: Handoff | null;
}

export interface RecordedSession {
  /** Local `YYYY-MM-DD`. */
  day: string;
  title: string;
  events: readonly { tag: Tag; text: string }[];
  notes: readonly { kind: NoteKind; text: string; isResolved: boolean }[];
}

/** Files of another system, by their path in the project's checkout. */
export interface OtherForm {
  files: Record<string, string>;
  /** What the form cannot hold, by name: `{ events: 12 }`. */
  left: Record<string, number>;
}

export const OTHER_FORMS = { observations: observationFiles, mind: mindFiles } as const;
export type OtherFormName = keyof typeof OTHER_FORMS;

export function isOtherForm(word: string): word is OtherFormName {
  return Object.hasOwn(OTHER_FORMS, word);
}

const FILE_OF_SCOPE = {
  global: 'observations-global.md',
  committed: '.claude/observations.md',
  local: '.claude/observations.local.md',
} as const;

/** The files of observational memory: one for each scope, the local one with where the work stands. */
function observationFiles({ book, handoff, sessions }: ProjectRecords): OtherForm {
  const files: Record<string, string> = {};
  for (const scope of SCOPES) {
    const own = book.filter(({ observation }) => observation.scope === scope);
    const stands = scope === 'local' ? handoff : null;
    const text = observationsForm(
      own.map(({ at, observation }) => ({ at, observation: withLines(observation) })),
      stands,
    );
    if (text !== '') files[FILE_OF_SCOPE[scope]] = `${text}\n`;
  }
  return { files, left: { events: countOf(sessions, 'events'), notes: countOf(sessions, 'notes') } };
}

/** The observation with its other texts as facts. */
function withLines(observation: Observation): Observation {
  const { subtitle, narrative, concepts, files, facts, type } = observation;
  const line = (text: string): Fact => ({ text, depth: 0, priority: null, time: null });
  const named = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [line(`${name}: ${values.map(oneLine).join(', ')}`)];
  return {
    ...observation,
    facts: [
      ...(subtitle === '' ? [] : [line(subtitle)]),
      ...facts,
      ...narrative
        .split('\n')
        .filter((words) => words.trim() !== '')
        .map(line),
      ...(type === null ? [] : [line(`Type: ${type}`)]),
      ...named('Concepts', concepts),
      ...named('Files', files),
    ],
  };
}

/** How Mind marks what a line of MEMORY.md is. */
const MARKS: Partial<Record<Tag, string>> = {
  DECISION: 'Decided',
  PIVOT: 'Decided',
  ERROR: 'Problem',
  BLOCKED: 'Problem',
  INSIGHT: 'Learned',
  'USER-CORRECTION': 'Learned',
};

/** The files of Mind: SESSION.md of the last session with notes, everything else in MEMORY.md, open questions as reminders. */
function mindFiles({ name, sessions, book, handoff }: ProjectRecords): OtherForm {
  const last = sessions.findLast(({ notes }) => notes.length > 0);
  const files: Record<string, string> = { [inMind('MEMORY.md')]: memoryOf(name, sessions, book, handoff) };
  if (last) files[inMind('SESSION.md')] = sessionOf(last);
  const questions = sessions.flatMap(({ day, notes }) =>
    notes.flatMap(({ kind, text, isResolved }) =>
      kind === 'question' && !isResolved ? [`- [ ] ${day} | next session | ${plain(text)}`] : [],
    ),
  );
  if (questions.length > 0) files[inMind('REMINDERS.md')] = `## Reminders\n\n${questions.join('\n')}\n`;
  const events = sessions.flatMap((session) => session.events).filter(({ tag }) => MARKS[tag] === undefined);
  return { files, left: { 'events about memory': events.length } };
}

function inMind(name: string): string {
  return `.mind/${name}`;
}

function sessionOf({ day, notes }: RecordedSession): string {
  const sections = KINDS_OF_NOTES.map((kind) => {
    const own = notes.filter((note) => note.kind === kind && !note.isResolved);
    return [`## ${NOTE_KINDS[kind].heading}`, ...own.map(({ text }) => `- ${plain(text)}`), ''].join('\n');
  });
  return `# Session: ${day}\n\n${sections.join('\n')}`;
}

function memoryOf(
  name: string,
  sessions: readonly RecordedSession[],
  book: readonly BookObservation[],
  handoff: Handoff | null,
): string {
  const tried = sessions.flatMap(({ notes }) => notes.flatMap(({ kind, text }) => (kind === 'tried' ? [text] : [])));
  const days = new Map<string, string[]>();
  const add = (day: string, ...lines: string[]) => days.set(day, [...(days.get(day) ?? []), ...lines]);
  for (const { day, title, events, notes } of sessions) {
    const lines = [
      ...events.flatMap(({ tag, text }) => (MARKS[tag] === undefined ? [] : [`- **${MARKS[tag]}:** ${plain(text)}`])),
      ...notes.flatMap(({ kind, text }) => (kind === 'discovered' ? [`- **Learned:** ${plain(text)}`] : [])),
    ];
    if (lines.length > 0) add(day, ...(title === '' ? [] : [plain(title)]), ...lines);
  }
  for (const { at, observation } of book) {
    const { type, title, subtitle, facts, narrative } = observation;
    const mark = type === 'decision' ? 'Decided' : type === 'bugfix' ? 'Fixed' : 'Learned';
    const below = [subtitle, ...facts.map(({ text }) => text), ...narrative.split('\n')].filter(
      (each) => each.trim() !== '',
    );
    add(at.slice(0, 10), `- **${mark}:** ${plain(title)}`, ...below.map((each) => `  - ${plain(each)}`));
  }
  const parts = [...days].sort(([a], [b]) => compare(a, b)).map(([day, lines]) => `## ${day}\n\n${lines.join('\n')}\n`);
  const goal = handoff?.currentTask ?? handoff?.request ?? '';
  return [
    '<!-- MIND MEMORY - Append as you work. Write naturally. -->',
    `# ${plain(name)}`,
    ['## Project State', `- Goal: ${plain(goal)}`, '- Stack:', '- Blocked: None'].join('\n'),
    ['## Gotchas', ...tried.map((text) => `- ${plain(text)}`)].join('\n'),
    '---',
    '## Session Log',
    ...parts,
  ].join('\n\n');
}

/** On one line; comments of HTML are read as such in both systems. */
function plain(text: string): string {
  return oneLine(text).replaceAll('<!--', '<! --');
}

function countOf(sessions: readonly RecordedSession[], what: 'events' | 'notes'): number {
  return sessions.reduce((sum, session) => sum + session[what].length, 0);
}
