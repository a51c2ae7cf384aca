import { candidateEvents } from '#src/chronicle/logged-events.ts';
import { hasContent } from '#src/chronicle/session.ts';
import { showMemoryCommand } from '#src/doctor/outside-memory-findings.ts';
import { statusLine, statusState } from '#src/doctor/status-line.ts';
import { recentOutsideChanges } from '#src/memory/ledger/outside-change.ts';
import type { ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { statusFacts } from '#src/node/doctor/status-facts.ts';
import { readDrafts } from '#src/node/posts/drafts/read-drafts.ts';
import { layoutIn } from '#src/node/world.ts';
import type { Layout } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import { freshArchive } from '../archive/fresh-archive.ts';
import type { Io } from '../terminal/io.ts';
import { printResult } from '../terminal/print.ts';
import { formatOverview, type WaitingItem } from './format-overview.ts';

/** What `chronicle` alone prints: whether recording works, the last session, what waits for a decision, what to do next. */
export async function printOverview(io: Io): Promise<0> {
  const layout = layoutIn(io.world);
  const facts = statusFacts(io.world, layout);
  const { snapshot } = await freshArchive(io);
  printResult(
    io,
    formatOverview({
      status: statusLine(facts).replace(/^chronicle: /, ''),
      state: statusState(facts),
      session: snapshot.sessions.find(hasContent) ?? null,
      waiting: waitingItems(snapshot, layout, io.world.now()),
      isInstalled: facts.installed === 'yes',
      columns: io.stdout.columns,
    }),
  );
  return 0;
}

type Waiting = [count: number, one: string, several: string, command: string];

/** What only a person can decide, with the command for it. */
function waitingItems({ sessions, memory, attention }: ArchiveSnapshot, layout: Layout, now: Date): WaitingItem[] {
  const open = memory.proposals.filter(({ state }) => state === 'open');
  const proposals = [...Map.groupBy(open, ({ project }) => project.slug)];
  const unconfirmed = sessions.reduce((sum, { chronicle }) => sum + candidateEvents(chronicle).length, 0);
  const drafts = readDrafts(layout).filter(({ settings }) => settings.published === null).length;
  const ledgers = Map.groupBy(memory.changes, ({ project }) => project.slug);
  const outside = [...ledgers.values()].flatMap((changes) => recentOutsideChanges(changes, now));
  const newest = outside.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  const files = new Set(attention.map(({ path }) => path)).size;
  const items: Waiting[] = [
    ...proposals.map(
      ([slug, { length }]): Waiting => [
        length,
        `proposal for ${slug}`,
        `proposals for ${slug}`,
        `chronicle memory review --project ${slug}`,
      ],
    ),
    [unconfirmed, 'unconfirmed event', 'unconfirmed events', 'chronicle candidates review'],
    [drafts, 'unpublished draft', 'unpublished drafts', 'chronicle draft list'],
    [
      outside.length,
      'memory changed outside of approved proposals',
      'memories changed outside of approved proposals',
      newest ? showMemoryCommand(newest.file, newest.project.slug) : '',
    ],
    [files, 'file with problems', 'files with problems', 'chronicle check'],
  ];
  return items
    .filter(([count]) => count > 0)
    .map(([count, one, several, command]) => ({ what: counted(count, one, several), command }));
}
