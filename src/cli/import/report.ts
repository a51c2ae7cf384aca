/** What an import reports: the figures of one of transcripts for `--json`, and the same of all kinds for people. */
import type { ImportSystem } from '#src/format/import-kinds.ts';
import { TAG_WORDS, TAGS } from '#src/format/tags.ts';
import { ARCHIVE_KINDS, type ArchiveKind } from '#src/import/archive-record.ts';
import type { ImportOutcome, ProjectOutcome } from '#src/import/import.ts';
import type { Imported, ImportResult } from '#src/import/import-transcripts.ts';
import type { PlannedSession, Skipped } from '#src/import/plan-sessions.ts';
import type { NotImported } from '#src/import/source.ts';
import { compare } from '#src/lib/compare.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import { localTime } from '#src/lib/local-time.ts';
import { chronicleDirectory } from '#src/lib/paths.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import { table } from '../terminal/table.ts';
import { dim, joined, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';

type Counts = Partial<Record<string, number>>;
/** The names of counted things: for one, and for several if that differs. */
type Names = Readonly<Record<string, readonly [one: string, several?: string]>>;

const SKIPPED: Record<Skipped | NotImported, readonly [one: string, several?: string]> = {
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

const FILES: Record<ArchiveKind, readonly [one: string, several?: string]> = {
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

/** `2 decisions, 1 error`: the counts with their names. */
function named(counts: Counts, names: Names): string[] {
  return Object.entries(counts).map(([kind, count = 0]) => {
    const [one, several = one] = names[kind] ?? [kind];
    return `${grouped(count)} ${count === 1 ? one : several}`;
  });
}

/** `Sessions skipped: 2 running, 1 without a prompt.`; empty for no counts. */
function sentenceOf(what: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `${what}: ${parts.join(', ')}.`;
}

/** Paragraphs that fit the terminal; empty ones are left out. */
function paragraphsOf(all: readonly (string | Text)[], width: number): Text {
  const texts = all.filter((text) => text !== '');
  return joined(
    texts.map((text) => (typeof text === 'string' ? wrap(text, measureOf(width)) : text)),
    '\n\n',
  );
}

// Transcripts

type Report = ReturnType<typeof reportOf>;

/** The name of a session's project: the last part of its path, or the name of its directory if the path is unknown. */
export function projectOf({ filing: { root, cwd, directory } }: Pick<PlannedSession, 'filing'>): string {
  const place = root ?? (directoryName(cwd) === directory ? cwd : directory);
  return lastPart(place) ?? directory;
}

function lastPart(path: string): string | undefined {
  return path.split(/[\\/]/).findLast((part) => part !== '');
}

/** A run in figures. `found` is null in a dry run, which does not look for events; it counts those that are shown, by tag. */
export function reportOf({ id, sessions, filled, completed, files, leftOut }: ImportResult) {
  const all = [...filled, ...completed];
  return {
    ...{ id, sessions: filled.map(entryOf), completed: completed.map(entryOf), projects: projectsOf(all) },
    found: foundIn(all),
    facts: all.filter(({ session, problem }) => session.hasTranscript && problem === null).length,
    skipped: byCount(sessions.flatMap(({ skipped }) => skipped ?? [])),
    leftOut: Object.fromEntries(Object.entries(leftOut).filter(([, count]) => count > 0)),
    fromHistory: filled.filter(({ session }) => !session.hasTranscript).length,
    files,
  };
}

function dayOf({ at }: PlannedSession): string {
  return localTime(new Date(at)).date;
}

function entryOf(imported: Imported) {
  const { session, path } = imported;
  const { id, prompts } = session;
  return { id, project: projectOf(session), date: dayOf(session), prompts, found: foundIn([imported]), path };
}

function projectsOf(all: readonly Imported[]) {
  const groups = Map.groupBy(all, ({ session }) => session.filing.directory);
  const entries = [...groups].map(([directory, own]) => {
    const days = own.map(({ session }) => dayOf(session)).sort();
    const created = own.filter(({ session }) => session.chronicle === null).length;
    const counts = foundIn(own);
    return {
      project: own[0] ? projectOf(own[0].session) : directory,
      ...{ sessions: created, completed: own.length - created, from: days[0] ?? '', to: days.at(-1) ?? '' },
      found: counts && Object.values(counts).reduce((sum, count) => sum + count, 0),
      directory,
    };
  });
  return entries.sort((a, b) => b.sessions - a.sessions || b.completed - a.completed || compare(a.project, b.project));
}

function foundIn(imported: readonly Imported[]): Record<string, number> | null {
  if (imported.some(({ found }) => found === null)) return null;
  return byCount(imported.flatMap(({ found }) => found ?? []).flatMap(({ shown, tag }) => (shown ? [tag] : [])));
}

/** The most frequent first. */
function byCount(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || compare(a, b)));
}

interface FormatOptions {
  isDryRun: boolean;
  /** Claude Code's directory of projects. */
  projects: string;
  /** The width of the terminal. */
  width: number;
}

/** The report of an import of transcripts, for people. */
export function formatReport(report: Report, options: FormatOptions): Text {
  const { id, sessions, completed, projects, found, skipped, leftOut, facts } = report;
  const { isDryRun, width } = options;
  const details = [
    sentenceOf('Found in them', named(found ?? {}, TAG_NAMES)),
    facts === 0
      ? ''
      : `Facts (prompts, files, commits and more): ${isDryRun ? 'would be written for ' : ''}${counted(facts, 'session')}.`,
    sentenceOf('Sessions skipped', named(skipped, SKIPPED)),
    sentenceOf('Not read', named(leftOut, LEFT_OUT)),
  ];
  const again = 'Run chronicle import transcripts';
  const all = [
    conclusion(report, isDryRun),
    projects.length === 0 ? '' : formatProjects(projects, options),
    details.filter((line) => line !== '').join('\n'),
    skipped['may be running']
      ? `Transcripts written in the last ten minutes may belong to running sessions. ${again} again later.`
      : '',
    skipped['could not be written'] && !isDryRun ? `${again} again to retry what failed.` : '',
    sessions.length + completed.length === 0
      ? ''
      : isDryRun
        ? `${again} without --dry-run to write them. Only that looks for events, which takes longer.`
        : 'Recognised tokens, keys and passwords were replaced, but the scan is an aid and misses some. Nothing waits for you. Browse the archive with chronicle dev.',
    undoOf(id),
  ];
  return paragraphsOf(all, width);
}

function undoOf(id: string | null): string {
  return id === null ? '' : `To undo it, run chronicle import undo ${id}.`;
}

function conclusion({ sessions, completed, fromHistory, files, skipped }: Report, isDryRun: boolean): string {
  const read = files === 0 ? 'No transcripts found.' : `Read ${counted(files, 'transcript')}.`;
  if (sessions.length + completed.length === 0) {
    const nothing = skipped['could not be written'] ? 'No session could be imported.' : 'Nothing to import.';
    return `${read} ${nothing} Nothing was changed.`;
  }
  // By date, since a wrong clock can put sessions out of order.
  const days = sessions.map(({ date }) => date).sort();
  const when = days[0] === undefined ? '' : `: ${dayRange(days[0], days.at(-1) ?? days[0])}`;
  const chronicles = counted(completed.length, 'existing chronicle');
  return [
    read,
    when && `${isDryRun ? 'Would import' : 'Imported'} ${counted(sessions.length, 'session')}${when}.`,
    fromHistory === 0 ? '' : `For ${fromHistory} of them, only the prompt history is left.`,
    completed.length === 0 ? '' : `${isDryRun ? 'Would add' : 'Added'} what the transcripts show to ${chronicles}.`,
    isDryRun ? 'Nothing was changed.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function formatProjects(projects: Report['projects'], options: FormatOptions): Text {
  const hasFound = !options.isDryRun;
  const head = ['Project', 'New', 'Updated', 'From', 'To', ...(hasFound ? ['Found'] : []), 'Directory'];
  const rows = projects.map(({ project, sessions, completed, from, to, found, directory }) => [
    ...[project, String(sessions), String(completed), from, to, ...(hasFound ? [String(found)] : [])],
    dim(chronicleDirectory(options, directory)),
  ]);
  return table(rows, { head, right: hasFound ? [1, 2, 5] : [1, 2], width: options.width, last: 'cut' });
}

// Other systems, folders and archives

/** `2 chronicles and 1 notebook`; `nothing` if there is none. */
export function fileCounts(counts: Counts): string {
  const kinds = (Object.keys(ARCHIVE_KINDS) as ArchiveKind[]).filter((kind) => counts[kind]);
  return listed(kinds.map((kind) => counted(counts[kind] ?? 0, ...FILES[kind]))) || 'nothing';
}

interface OutcomeOptions {
  kind: ImportSystem;
  isDryRun: boolean;
  width: number;
}

/** The report of any other import, for people. */
export function formatOutcome(outcome: ImportOutcome, options: OutcomeOptions): Text {
  const { id, projects, known, skipped, leftOut, cleaned, sources } = outcome;
  const isOfFiles = options.kind !== 'claude-mem';
  const unchanged = isOfFiles ? 'Files that were here already' : 'Sessions without anything new';
  const details = [
    known === 0 ? '' : `${unchanged}: ${grouped(known)}.`,
    sentenceOf(isOfFiles ? 'Files skipped' : 'Sessions skipped', named(skipped, SKIPPED)),
    sentenceOf('Left out', named(leftOut, {})),
    cleaned === 0 ? '' : `Secrets replaced in ${counted(cleaned, isOfFiles ? 'file' : 'text')}.`,
    ...sources.flatMap(({ remarks }) => remarks),
  ];
  const all = [
    outcomeOf(outcome, options),
    projects.length === 0 || isOfFiles ? '' : projectTable(projects, options.width),
    details.filter((line) => line !== '').join('\n'),
    undoOf(id),
  ];
  return paragraphsOf(all, options.width);
}

function outcomeOf({ sources, projects, files }: ImportOutcome, { kind, isDryRun }: OutcomeOptions): string {
  if (sources.length === 0) return 'Nothing was found in the usual places. Name a path. Nothing was changed.';
  const readable = sources.filter(({ problem }) => problem === null);
  if (readable.length === 0) return 'Nothing was imported.';
  const read = `Read ${readable.map(({ path }) => path).join(', ')}.`;
  const sum = (key: 'observations' | 'prompts' | 'handoffs' | 'created' | 'joined') =>
    projects.reduce((count, project) => count + project[key], 0);
  const sessions = sum('created') + sum('joined');
  if (Object.keys(files).length === 0 && sessions === 0) return `${read} Nothing to import. Nothing was changed.`;
  const parts = (['observation', 'prompt', 'handoff'] as const).flatMap((word) => {
    const count = sum(`${word}s`);
    return count === 0 ? [] : [counted(count, word)];
  });
  const amount =
    kind === 'claude-mem'
      ? `${listed(parts) || 'nothing'} of ${counted(sessions, 'session')}`
      : `${fileCounts(files)}${kind === 'chronicles' ? whereTo(projects) : ''}`;
  return `${read} ${isDryRun ? 'Would import' : 'Imported'} ${amount}.${isDryRun ? ' Nothing was changed.' : ''}`;
}

/** A longer list of projects is cut. */
const MOST_LISTED = 5;

/** ` into the project -home-me-shop`: where chronicles of other folders went. */
function whereTo(projects: readonly ProjectOutcome[]): string {
  const [only, ...others] = projects;
  if (only && others.length === 0) return ` into the project ${only.directory}`;
  const shown = projects.slice(0, MOST_LISTED).map(({ directory, created }) => `${directory} (${created})`);
  const rest = projects.length - shown.length;
  return ` into the projects ${listed(rest > 0 ? [...shown, `${rest} more`] : shown)}`;
}

function projectTable(projects: readonly ProjectOutcome[], width: number): Text {
  const rows = projects
    .toSorted((a, b) => b.created + b.joined - (a.created + a.joined))
    .map(({ directory, cwd, ...counts }) => [
      lastPart(cwd) ?? directory,
      ...[counts.created, counts.joined, counts.observations, counts.prompts].map(grouped),
    ]);
  const head = ['Project', 'New sessions', 'Added to', 'Observations', 'Prompts'];
  return table(rows, { head, right: [1, 2, 3, 4], width });
}
