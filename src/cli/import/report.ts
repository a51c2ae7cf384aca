/** What an import reports: the figures of one of transcripts for `--json`, and the same of all kinds for people. */
import type { ImportSystem } from '#src/format/import-kinds.ts';
import { TAG_WORDS, TAGS } from '#src/format/tags.ts';
import { ARCHIVE_KINDS, type ArchiveKind } from '#src/import/archive-record.ts';
import type { ImportedProject, ImportOutcome } from '#src/import/import.ts';
import type { Imported, ImportResult } from '#src/import/import-transcripts.ts';
import type { PlannedSession, Skipped } from '#src/import/plan-sessions.ts';
import type { NotImported } from '#src/import/source.ts';
import { compare } from '#src/lib/compare.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import { localTime } from '#src/lib/local-time.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import { joined, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';

type Counts = Partial<Record<string, number>>;
/** The names of a counted thing: for one, and for several if that differs. */
type Names<Kind extends string = string> = Readonly<Record<Kind, readonly [one: string, several?: string]>>;

const SKIPPED: Names<Skipped | NotImported> = {
  'has a chronicle': ['already recorded'],
  'is unchanged': ['already up to date'],
  'is being read': ['being read by another process'],
  'has a shorter transcript than before': ['with a shorter transcript than before; what it showed is kept'],
  'has facts that cannot be read': ['with a facts file that cannot be read'],
  'is running': ['running'],
  'may be running': ['possibly still running'],
  'was forgotten': ['forgotten in whole or in part'],
  'lies in an excluded directory': ['in an excluded directory', 'in excluded directories'],
  'has no prompt of a person': ['without a prompt'],
  'is only a copy of another session': ['copied from another session'],
  'tells no time': ['without a time'],
  'tells a time that cannot be': ['with an impossible time'],
  'tells no place': ['without a directory'],
  'is not among those asked for': ['not selected'],
  'is a memory file': [
    'memory file, which only an approved proposal changes',
    'memory files, which only an approved proposal changes',
  ],
  'could not be written': ['not writable'],
};

const LEFT_OUT: Names = {
  broken: ['line that is not JSON', 'lines that are not JSON'],
  torn: ['incomplete last line', 'incomplete last lines'],
  tooLong: ['line over 16 MB', 'lines over 16 MB'],
  subagents: ['subagent transcript', 'subagent transcripts'],
  refused: ['link or special file', 'links or special files'],
};

const FILES: Names<ArchiveKind> = {
  chronicle: ['chronicle'],
  facts: ['facts file'],
  notebook: ['notebook'],
  ledger: ['history', 'histories'],
  proposals: ['list of proposals', 'lists of proposals'],
  memory: ['memory file'],
  draft: ['file of a draft', 'files of drafts'],
  clusters: ['list of decisions about mistakes', 'lists of decisions about mistakes'],
  redact: ['list of private names', 'lists of private names'],
};

const TAG_NAMES: Names = Object.fromEntries(
  TAGS.map((tag) => {
    const { label, several = `${label}s` } = TAG_WORDS[tag];
    return [tag, [label.toLowerCase(), several.toLowerCase()] as const];
  }),
);

/** `Sessions skipped: 2 running, 1 without a prompt.`; empty for no counts. */
function countsLine(what: string, counts: Counts, names: Names): string {
  const parts = Object.entries(counts).map(([kind, count = 0]) => {
    const [one, several = one] = names[kind] ?? [kind];
    return `${grouped(count)} ${count === 1 ? one : several}`;
  });
  return parts.length === 0 ? '' : `${what}: ${parts.join(', ')}.`;
}

/** Paragraphs that fit the terminal; empty ones are left out. */
function paragraphs(all: readonly string[], id: string | null, width: number): Text {
  const undo = id === null ? '' : `To undo it, run chronicle import undo ${id}.`;
  const texts = [...all, undo].filter((text) => text !== '');
  return joined(
    texts.map((text) => wrap(text, measureOf(width))),
    '\n\n',
  );
}

function lines(all: readonly string[], separator = '\n'): string {
  return all.filter((line) => line !== '').join(separator);
}

/** The name of a session's project: the last part of its path, or the name of its directory if the path is unknown. */
export function projectOf({ filing: { root, cwd, directory } }: Pick<PlannedSession, 'filing'>): string {
  const place = root ?? (directoryName(cwd) === directory ? cwd : directory);
  return place.split(/[\\/]/).findLast((part) => part !== '') ?? directory;
}

/** An import of transcripts in figures. `found` is null in a dry run, which does not look for events; it counts those that are shown, by tag. */
export function reportOf({ id, sessions, filled, completed, files, leftOut }: ImportResult) {
  const all = [...filled, ...completed];
  return {
    ...{ id, sessions: filled.map(entryOf), completed: completed.map(entryOf) },
    found: foundIn(all),
    facts: all.filter(({ session, problem }) => session.found !== null && problem === null).length,
    skipped: byCount(sessions.flatMap(({ skipped }) => skipped ?? [])),
    leftOut: Object.fromEntries(Object.entries(leftOut).filter(([, count]) => count > 0)),
    fromHistory: filled.filter(({ session }) => session.found === null).length,
    files,
  };
}

function entryOf(imported: Imported) {
  const { session, path } = imported;
  const { id, prompts, at } = session;
  const { date } = localTime(new Date(at));
  return { id, project: projectOf(session), date, prompts, found: foundIn([imported]), path };
}

function foundIn(imported: readonly Imported[]): Record<string, number> | null {
  if (imported.some(({ found }) => found === null)) return null;
  return byCount(imported.flatMap(({ found }) => found ?? []).flatMap(({ shown, tag }) => (shown ? [tag] : [])));
}

/** The most frequent first. */
function byCount(words: readonly string[]): Record<string, number> {
  const counts = [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [word, length] as const);
  return Object.fromEntries(counts.sort(([a, m], [b, n]) => n - m || compare(a, b)));
}

interface FormatOptions {
  isDryRun: boolean;
  /** The width of the terminal. */
  width: number;
}

/** The report of an import of transcripts, for people. */
export function formatReport(report: ReturnType<typeof reportOf>, { isDryRun, width }: FormatOptions): Text {
  const { id, sessions, completed, found, skipped, leftOut, facts, files, fromHistory } = report;
  const again = 'Run chronicle import transcripts';
  const read = files === 0 ? 'No transcripts found.' : `Read ${counted(files, 'transcript')}.`;
  const isNothing = sessions.length + completed.length === 0;
  // By date, since a wrong clock can put sessions out of order.
  const days = sessions.map(({ date }) => date).sort();
  const projects = counted(new Set(sessions.map(({ project }) => project)).size, 'project');
  const conclusion = isNothing
    ? [skipped['could not be written'] ? 'No session could be imported.' : 'Nothing to import.', 'Nothing was changed.']
    : [
        days[0] === undefined
          ? ''
          : `${isDryRun ? 'Would import' : 'Imported'} ${counted(sessions.length, 'session')} of ${projects}: ${dayRange(days[0], days.at(-1) ?? days[0])}.`,
        fromHistory === 0 ? '' : `For ${fromHistory} of them, only the prompt history is left.`,
        completed.length === 0
          ? ''
          : `${isDryRun ? 'Would add' : 'Added'} what the transcripts show to ${counted(completed.length, 'existing chronicle')}.`,
        isDryRun ? 'Nothing was changed.' : '',
      ];
  const details = [
    countsLine('Found in them', found ?? {}, TAG_NAMES),
    facts === 0
      ? ''
      : `Facts (prompts, files, commits and more): ${isDryRun ? 'would be written for ' : ''}${counted(facts, 'session')}.`,
    countsLine('Sessions skipped', skipped, SKIPPED),
    countsLine('Not read', leftOut, LEFT_OUT),
  ];
  const advice = isDryRun
    ? `${again} without --dry-run to write them. Only that looks for events, which takes longer.`
    : 'Recognised tokens, keys and passwords were replaced, but the scan is an aid and misses some. Nothing waits for you. Browse the archive with chronicle dev.';
  const all = [
    lines([read, ...conclusion], ' '),
    lines(details),
    skipped['may be running']
      ? `Transcripts written in the last ten minutes may belong to running sessions. ${again} again later.`
      : '',
    skipped['could not be written'] && !isDryRun ? `${again} again to retry what failed.` : '',
    isNothing ? '' : advice,
  ];
  return paragraphs(all, id, width);
}

/** `2 chronicles and 1 notebook`; `nothing` if there is none. */
export function fileCounts(counts: Counts): string {
  const kinds = (Object.keys(ARCHIVE_KINDS) as ArchiveKind[]).filter((kind) => counts[kind]);
  return listed(kinds.map((kind) => counted(counts[kind] ?? 0, ...FILES[kind]))) || 'nothing';
}

/** The report of any other import, for people. */
export function formatOutcome(
  outcome: ImportOutcome,
  { kind, width, isDryRun }: FormatOptions & { kind: ImportSystem },
) {
  const { id, projects, files, known, skipped, leftOut, cleaned, sources } = outcome;
  const isOfFiles = kind !== 'claude-mem';
  const readable = sources.filter(({ problem }) => problem === null);
  const amount = isOfFiles
    ? `${fileCounts(files)}${kind === 'chronicles' ? whereTo(projects) : ''}`
    : sessionCounts(projects);
  const isNothing = projects.length === 0 && Object.keys(files).length === 0;
  const conclusion = [
    `Read ${readable.map(({ path }) => path).join(', ')}.`,
    isNothing ? 'Nothing to import.' : `${isDryRun ? 'Would import' : 'Imported'} ${amount}.`,
    isNothing || isDryRun ? 'Nothing was changed.' : '',
  ];
  const none =
    sources.length === 0
      ? 'Nothing was found in the usual places. Name a path. Nothing was changed.'
      : 'Nothing was imported.';
  const details = [
    known === 0
      ? ''
      : `${isOfFiles ? 'Files that were here already' : 'Sessions without anything new'}: ${grouped(known)}.`,
    countsLine(isOfFiles ? 'Files skipped' : 'Sessions skipped', skipped, SKIPPED),
    countsLine('Left out', leftOut, {}),
    cleaned === 0 ? '' : `Secrets replaced in ${counted(cleaned, isOfFiles ? 'file' : 'text')}.`,
    ...sources.flatMap(({ remarks }) => remarks),
  ];
  return paragraphs([readable.length === 0 ? none : lines(conclusion, ' '), lines(details)], id, width);
}

/** `3 observations and 1 prompt of 2 sessions` */
function sessionCounts(projects: readonly ImportedProject[]): string {
  const sum = (key: 'observations' | 'prompts' | 'handoffs' | 'created' | 'joined') =>
    projects.reduce((count, project) => count + project[key], 0);
  const parts = (['observation', 'prompt', 'handoff'] as const).filter((word) => sum(`${word}s`) > 0);
  const sessions = counted(sum('created') + sum('joined'), 'session');
  return `${listed(parts.map((word) => counted(sum(`${word}s`), word)))} of ${sessions}`;
}

/** A longer list of projects is cut. */
const MOST_LISTED = 5;

/** ` into the project -home-me-shop`: where chronicles of other folders went. */
function whereTo(projects: readonly ImportedProject[]): string {
  const [only, ...others] = projects;
  if (only && others.length === 0) return ` into the project ${only.directory}`;
  const shown = projects.slice(0, MOST_LISTED).map(({ directory, created }) => `${directory} (${created})`);
  const rest = projects.length - shown.length;
  return ` into the projects ${listed(rest > 0 ? [...shown, `${rest} more`] : shown)}`;
}
