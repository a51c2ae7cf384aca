import { waitingItems } from '#src/archive/waiting.ts';
import { hasContent } from '#src/chronicle/session.ts';
import { statusLine, statusState } from '#src/doctor/status-line.ts';
import { statusFacts } from '#src/node/doctor/status-facts.ts';
import { readDrafts } from '#src/node/posts/drafts/read-drafts.ts';
import { layoutIn } from '#src/node/world.ts';
import { freshArchive } from '../archive/fresh-archive.ts';
import type { Io } from '../terminal/io.ts';
import { printResult } from '../terminal/print.ts';
import { formatOverview } from './format-overview.ts';

/** What `chronicle` alone prints: whether recording works, the last session, what waits for a decision, what to do next. */
export async function printOverview(io: Io): Promise<0> {
  const layout = layoutIn(io.world);
  const facts = statusFacts(io.world, layout);
  const { snapshot } = await freshArchive(io);
  const drafts = readDrafts(layout).filter(({ settings }) => settings.published === null).length;
  printResult(
    io,
    formatOverview({
      status: statusLine(facts).replace(/^chronicle: /, ''),
      state: statusState(facts),
      session: snapshot.sessions.find(hasContent) ?? null,
      waiting: waitingItems({ ...snapshot, drafts, now: io.world.now() }),
      isInstalled: facts.installed === 'yes',
      columns: io.stdout.columns,
    }),
  );
  return 0;
}
