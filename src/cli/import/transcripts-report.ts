/** What an import of transcripts reports: its figures for `--json`, and the same for people. */
import { TAG_WORDS, TAGS } from '#src/format/tags.ts';
import type { Imported, ImportResult } from '#src/import/import-transcripts.ts';
import type { PlannedSession, Skipped } from '#src/import/plan-sessions.ts';
import { compare } from '#src/lib/compare.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { grouped } from '#src/lib/grouped.ts';
import { localTime } from '#src/lib/local-time.ts';
import { chronicleDirectory } from '#src/lib/paths.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import { table } from '../terminal/table.ts';
import { dim, joined, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';

type Counts = Record<string, number>;
type Report = ReturnType<typeof reportOf>;
/** The names of counted things: for one, and for several if that differs. */
type Names = Readonly<Record<string, readonly [one: string, several?: string]>>;

const SKIPPED: Record<Skipped, readonly [one: string, several?: string]> = {
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
  'could not be written': ['not writable'],
};

const LEFT_OUT: Names = {
  broken: ['line that is not JSON', 'lines that are not JSON'],
  torn: ['incomplete last line', 'incomplete last lines'],
  tooLong: ['line over 16 MB', 'lines over 16 MB'],
  subagents: ['subagent transcript', 'subagent transcripts'],
  refused: ['link or special file', 'links or special files'],
};

const TAG_NAMES: Names = Object.fromEntries(
  TAGS.map((tag) => {
    const { label, several = `${label}s` } = TAG_WORDS[tag];
    return [tag, [label.toLowerCase(), several.toLowerCase()] as const];
  }),
);

/** The name of a session's project: the last part of its path, or the name of its directory if the path is unknown. */
export function projectOf({ filing: { root, cwd, directory } }: Pick<PlannedSession, 'filing'>): string {
  const place = root ?? (directoryName(cwd) === directory ? cwd : directory);
  return place.split(/[\\/]/).findLast((part) => part !== '') ?? directory;
}

/** A run in figures. `found` is null in a dry run, which does not look for events; it counts those that are shown, by tag. */
export function reportOf({ id, sessions, filled, completed, memoryChanges, files, leftOut }: ImportResult) {
  const all = [...filled, ...completed];
  return {
    ...{ id, sessions: filled.map(entryOf), completed: completed.map(entryOf), projects: projectsOf(all) },
    found: foundIn(all),
    facts: all.filter(({ session, problem }) => session.hasTranscript && problem === null).length,
    skipped: byCount(sessions.flatMap(({ skipped }) => skipped ?? [])),
    leftOut: Object.fromEntries(Object.entries(leftOut).filter(([, count]) => count > 0)),
    fromHistory: filled.filter(({ session }) => !session.hasTranscript).length,
    ...{ memoryChanges, files },
  };
}

function entryOf(imported: Imported) {
  const { session, path } = imported;
  const date = localTime(new Date(session.at)).date;
  return {
    id: session.id,
    project: projectOf(session),
    date,
    prompts: session.prompts,
    found: foundIn([imported]),
    path,
  };
}

function projectsOf(all: readonly Imported[]) {
  const groups = Map.groupBy(all, ({ session }) => session.filing.directory);
  const entries = [...groups].map(([directory, own]) => {
    const days = own.map(({ session }) => localTime(new Date(session.at)).date).sort();
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

function foundIn(imported: readonly Imported[]): Counts | null {
  if (imported.some(({ found }) => found === null)) return null;
  const tags = imported.flatMap(({ found }) => found ?? []).flatMap(({ shown, tag }) => (shown ? [tag] : []));
  return byCount(tags);
}

/** The most frequent first. */
function byCount(words: readonly string[]): Counts {
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

/** The report for people. */
export function formatReport(report: Report, options: FormatOptions): Text {
  const { id, projects, found, skipped, leftOut, facts, memoryChanges } = report;
  const { isDryRun, width } = options;
  const details = [
    listed('Found in them', found ?? {}, TAG_NAMES),
    facts === 0
      ? ''
      : `Facts (prompts, files, commits and more): ${isDryRun ? 'would be written for ' : ''}${counted(facts, 'session')}.`,
    memoryChanges === 0
      ? ''
      : `Memory: ${counted(memoryChanges, 'change')} ${isDryRun ? 'would be added' : 'added'} to the history.`,
    listed('Sessions skipped', skipped, SKIPPED),
    listed('Not read', leftOut, LEFT_OUT),
  ];
  const paragraphs = [
    conclusion(report, options),
    projects.length === 0 ? '' : formatProjects(projects, options),
    details.filter((line) => line !== '').join('\n'),
    skipped['may be running']
      ? 'Transcripts written in the last ten minutes may belong to running sessions. Run chronicle import transcripts again later.'
      : '',
    skipped['could not be written'] && !isDryRun ? 'Run chronicle import transcripts again to retry what failed.' : '',
    advice(report, options),
    id === null ? '' : `To undo it, run chronicle import undo ${id}.`,
  ];
  const texts = paragraphs.filter((text) => text !== '');
  return joined(
    texts.map((text) => (typeof text === 'string' ? wrap(text, measureOf(width)) : text)),
    '\n\n',
  );
}

function conclusion(report: Report, { isDryRun }: FormatOptions): string {
  const { sessions, completed, fromHistory, files, skipped, memoryChanges } = report;
  const read = files === 0 ? 'No transcripts found.' : `Read ${counted(files, 'transcript')}.`;
  if (sessions.length + completed.length === 0) {
    const nothing = skipped['could not be written'] ? 'No session could be imported.' : 'Nothing to import.';
    return `${read} ${nothing}${memoryChanges > 0 && !isDryRun ? '' : ' Nothing was changed.'}`;
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

function listed(what: string, counts: Counts, names: Names): string {
  const parts = Object.entries(counts).map(([kind, count]) => {
    const [one, several = one] = names[kind] ?? [kind];
    return `${grouped(count)} ${count === 1 ? one : several}`;
  });
  return parts.length === 0 ? '' : `${what}: ${parts.join(', ')}.`;
}

function advice({ sessions, completed }: Report, { isDryRun }: FormatOptions): string {
  if (sessions.length + completed.length === 0) return '';
  if (isDryRun)
    return 'Run chronicle import transcripts without --dry-run to write them. Only that looks for events, which takes longer.';
  const redacted = 'Recognised tokens, keys and passwords were replaced, but the scan is an aid and misses some.';
  return `${redacted} Nothing waits for you. Browse the archive with chronicle dev.`;
}
