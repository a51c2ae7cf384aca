import { defineCommand } from './command.ts';
import { printJson, printResult } from './terminal/print.ts';
import { counted } from '#src/lib/text/day.ts';
import type { CommandHelp } from './command.ts';
import { readLimit, readSince } from './option-values.ts';
import { say } from './terminal/print.ts';
import { requireProject } from './session-named.ts';
import { withIndex } from './own-index.ts';
import { linesWords } from '#src/archive/fact-words.ts';
import type { SessionCard } from '#src/archive/session-card.ts';
import { sessionTime } from '#src/archive/session-time.ts';
import { systemLabel } from '#src/format/import-kinds.ts';
import type { Session } from '#src/format/session.ts';
import type { EditedFile } from '#src/transcript/facts.ts';
import type { ListedCard } from '#src/index/index.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { table } from './terminal/table.ts';
import { dim, line, type Text } from './terminal/text.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle list --since 2026-10 --project tidemark', 'sessions of one project since October'],
    ['chronicle list --file src/auth.ts', 'sessions that edited a file; auth.ts or src/ would find more'],
    ['chronicle list --json --limit 1', 'the newest session, for a script'],
  ],
};

export const command = defineCommand({
  meta: { name: 'chronicle list', description: 'List sessions, newest first' },
  args: {
    project: { type: 'string', valueHint: 'project', description: 'Only sessions of this project' },
    since: {
      type: 'string',
      valueHint: 'day',
      description: 'Only sessions since a day, such as 2026-10, yesterday or "last week"',
    },
    file: {
      type: 'string',
      valueHint: 'file',
      description: 'Only sessions that edited this file, or one whose path ends like this; a directory ends with /',
    },
    limit: { type: 'string', valueHint: 'count', default: '20', description: 'How many sessions to list' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const limit = readLimit(args.limit);
    const since = readSince(args.since, io);
    const { listed, total, size } = await withIndex(io, { isScript: args.json === true }, (index) => {
      const projects =
        args.project === undefined || index.size === 0 ? null : [requireProject(index.projects(), args.project).slug];
      const found = index.list({ projects, since, file: args.file ?? null }, limit);
      return { ...found, size: index.size };
    });
    if (args.json) printJson(io, listed.map(listEntry));
    else printResult(io, formatList(listed, io.stdout.columns));
    const rest = total - listed.length;
    if (rest > 0) say(io, `${counted(rest, 'older session')} not listed. Use --limit ${total} to list all.`);
    const isNone = total === 0 && size > 0;
    if (isNone) say(io, `No sessions match; the archive has ${counted(size, 'session')}.`);
    return isNone ? 1 : 0;
  },
});

/** Enough of an id to name a session, as far as ids are random. */
const ID = 8;
/** `2026-11-19` */
const DAY = 10;
const LONGEST_TITLE = 100;
const LONGEST_MACHINE = 20;
/** In a narrower terminal the title has the room of the time of day and of the number of events. */
const NARROW = 80;

/**
 * A table with a line a session: id, project, start, number of events, title, and what it did to the files asked for.
 * `columns` is the terminal's width.
 */
export function formatList(sessions: readonly ListedCard[], columns: number): Text {
  const hasFiles = sessions.some(({ files }) => files !== undefined);
  const isNarrow = columns < NARROW;
  const hasMachines = sessions.some(({ card }) => card.machine !== undefined);
  return table(
    sessions.map(({ card, files = [] }) => [
      dim(card.id.slice(0, ID)),
      oneLine(card.project.name),
      isNarrow ? card.start.slice(0, DAY) : card.start,
      ...(hasMachines ? [clip(oneLine(card.machine ?? ''), LONGEST_MACHINE)] : []),
      ...(isNarrow ? [] : [String(card.events)]),
      ...(hasFiles ? [line`${clip(oneLine(pathsOf(files)), LONGEST_TITLE)} ${dim(linesWords(sumOf(files)))}`] : []),
      line`${clip(oneLine(card.title), LONGEST_TITLE)}${dim(remark(card))}`,
    ]),
    {
      head: [
        'ID',
        'Project',
        'Started',
        ...(hasMachines ? ['On'] : []),
        ...(isNarrow ? [] : ['Events']),
        ...(hasFiles ? ['File'] : []),
        'Title',
      ],
      right: isNarrow ? [] : [hasMachines ? 4 : 3],
      keep: [0, 2],
      width: columns,
      last: 'cut',
    },
  );
}

/** `src/auth.ts`, or `src/auth.ts and 2 more`. */
function pathsOf([first, ...others]: readonly EditedFile[]): string {
  return `${first?.path ?? ''}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

function sumOf(files: readonly EditedFile[]): Pick<EditedFile, 'added' | 'removed'> {
  return {
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** ` (12 prompts, 3 commits)` without events; empty for most sessions. */
function remark({ events, importedFrom, figures }: SessionCard): string {
  const { prompts = 0, commits = 0 } = figures ?? {};
  const isQuiet = events === 0;
  const remarks = [
    ...(isQuiet && prompts > 0 ? [counted(prompts, 'prompt')] : []),
    ...(isQuiet && commits > 0 ? [counted(commits, 'commit')] : []),
    ...(importedFrom === null ? [] : [`from ${systemLabel(importedFrom)}`]),
  ];
  return remarks.length === 0 ? '' : ` (${remarks.join(', ')})`;
}

/** `2026-11-19 08:40`, in the clock of the place where it ran. */
export function startOf(session: Session): string {
  return `${session.chronicle.frontMatter.date} ${sessionTime(session).started}`;
}

/** A listed session for a script, with the files that it was asked for. */
function listEntry({ card, files }: ListedCard): Record<string, unknown> {
  return { ...sessionEntry(card), ...(files && { files }) };
}

/** A session for a script: its figures and its path, without its text. */
export function sessionEntry(card: SessionCard): Record<string, unknown> {
  const { id, name, project, title, date, started, branch, task, source, importedFrom } = card;
  const { events, found, summary, problems, figures, path, machine = null } = card;
  return {
    ...{ id, name, project: project.name, title, date, started, branch, task, source, importedFrom },
    ...{ events, found, summary, problems, facts: figures, path, machine },
  };
}
