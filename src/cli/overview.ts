import { inboxOf } from '#src/archive/inbox.ts';
import { type WaitingItem, waitingOf } from '#src/archive/waiting.ts';
import { type Session, hasContent } from '#src/format/session.ts';
import { recordingStatus, type Status } from '#src/setup/status.ts';
import { type Repeat, mostRepeated } from '#src/memory/repeats.ts';
import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { pathsIn } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { freshArchive } from './own-archive.ts';
import { ownInbox } from './review.ts';
import { ownRepeats, repeatLines } from './memory/repeats.ts';
import type { Io } from './terminal/io.ts';
import { printResult } from './terminal/print.ts';
import { linesWords } from '#src/archive/fact-words.ts';
import { shownBranch } from '#src/lib/checkout.ts';
import { TAG_ORDER, TAG_WORDS } from '#src/format/tags.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { startOf } from './list.ts';
import { columns, table } from './terminal/table.ts';
import { statusText } from './status.ts';
import { type Text, bold, cyan, dim, joined, line, tagged } from './terminal/text.ts';
import { cut, measureOf, wrap } from './terminal/wrap.ts';

/** How much of what comes back is shown. */
const REPEATS = 3;

/** What `chronicle` alone prints: whether recording works, the last session, what waits for a decision, what to do next. */
export async function printOverview(io: Io): Promise<0> {
  const paths = pathsIn(io.env);
  const status = recordingStatus(io.env, paths);
  const archive = await freshArchive(io);
  const { sessions, attention } = archive.snapshot;
  const waiting = waitingOf({ inbox: await inboxIn(io, archive.snapshot), attention });
  const session = sessions.find(hasContent) ?? null;
  const width = measureOf(io.stdout.columns);
  const parts = [
    line`${bold('Recording')}  ${statusText(status)}`,
    ...(session === null ? [] : [lastSession(session, width)]),
    ...(waiting.total === 0
      ? []
      : [
          line`${bold('Waiting for you')}  ${grouped(waiting.total)} in ${cyan('chronicle review')}\n${itemTable(waiting.decisions)}`,
        ]),
    ...(waiting.also.length === 0 ? [] : [line`${bold('Also')}\n${itemTable(waiting.also)}`]),
    ...repeatSections(mostRepeated(ownRepeats(io, archive), REPEATS), width),
    line`${bold('Next')}\n${columns(
      nextCommands(status, session).map(([command, about]) => [cyan(command), about]),
      { width, widest: 40 },
    )}`,
  ];
  printResult(io, joined(parts, '\n\n'));
  return 0;
}

/** Without the scanner, drafts cannot be counted; the commands for them say so. */
async function inboxIn(io: Io, snapshot: ArchiveSnapshot): ReturnType<typeof ownInbox> {
  try {
    return await ownInbox(io, snapshot);
  } catch (error) {
    if (!(error instanceof ChronicleError)) throw error;
    return inboxOf({ proposals: snapshot.memory.proposals, drafts: [] });
  }
}

function repeatSections(repeats: readonly Repeat[], width: number): Text[] {
  if (repeats.length === 0) return [];
  const lines = repeats.flatMap((repeat) => repeatLines(repeat, true, width));
  return [
    joined(
      [line`${bold('You keep telling it, or it keeps failing')}  all: ${cyan('chronicle memory list')}`, ...lines],
      '\n',
    ),
  ];
}

function itemTable(items: readonly WaitingItem[]): Text {
  return table(
    items.map(({ count, what, command }) => [`${grouped(count)} ${what}`, cyan(command)]),
    { indent: 2 },
  );
}

function lastSession(session: Session, width: number): Text {
  const place = [oneLine(session.project.name), startOf(session), shownBranch(session.chronicle.frontMatter)].filter(
    (fact) => fact !== '',
  );
  return joined([
    line`${bold('Last session')}  ${dim(place.join(' · '))}`,
    cut(line`  ${oneLine(sessionTitle(session))}`, width),
    ...[workDone(session), eventCounts(session)]
      .filter((counts) => counts !== '')
      .map((counts) => wrap(counts, width, { indent: 2 })),
  ]);
}

/** `12 prompts, 3 commits, 11 files changed (+612 −148)`; empty without facts. */
function workDone({ facts }: Session): string {
  if (!facts) return '';
  const { prompts, commits, edits } = facts;
  return [
    counted(prompts, 'prompt'),
    ...(commits > 0 ? [counted(commits, 'commit')] : []),
    ...(edits.files > 0 ? [`${counted(edits.files, 'file')} changed (${linesWords(edits)})`] : []),
  ].join(', ');
}

/** `5 events: 2 decisions, 1 error, 2 insights`, each in the colour of its tag; empty if prompts say more. */
function eventCounts({ chronicle, facts }: Session): Text {
  const events = chronicle.events;
  if (events.length === 0) return (facts?.prompts ?? 0) > 0 ? '' : 'No events.';
  const counts = TAG_ORDER.flatMap((tag) => {
    const count = events.filter((event) => event.tag === tag).length;
    if (count === 0) return [];
    const { label, several } = TAG_WORDS[tag];
    return [tagged(tag, counted(count, label.toLowerCase(), several))];
  });
  return line`${counted(events.length, 'event')}: ${joined(counts, ', ')}`;
}

/** The three commands most useful from here. */
function nextCommands({ isInstalled, state }: Status, session: Session | null): [command: string, about: string][] {
  const repair: [string, string] = isInstalled
    ? ['chronicle doctor', 'check that recording works']
    : ['chronicle init', 'set up Claude Code to record its sessions'];
  if (session === null) {
    return [
      repair,
      ['chronicle import transcripts', 'import earlier sessions from transcripts'],
      ['chronicle dev --sample', 'browse a sample archive'],
    ];
  }
  return [
    isInstalled && state === 'on' ? ['chronicle show last', 'print the last session'] : repair,
    ['chronicle dev', 'browse the archive'],
    ['chronicle --help', 'list all commands'],
  ];
}
