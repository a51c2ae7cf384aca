import { inboxOf } from '#src/archive/inbox.ts';
import { waitingOf } from '#src/archive/waiting.ts';
import { hasContent } from '#src/format/session.ts';
import { statusLine, statusState } from '#src/setup/status-line.ts';
import { mostRepeated } from '#src/memory/requests/repeats.ts';
import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { statusFacts } from '#src/setup/status-facts.ts';
import { layoutIn } from '#src/lib/world.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { freshArchive } from '../archive/fresh-archive.ts';
import { ownInbox } from '../archive/own-inbox.ts';
import { ownRepeats } from '../memory/own-repeats.ts';
import type { Io } from '../terminal/io.ts';
import { printResult } from '../terminal/print.ts';
import { formatOverview } from './format-overview.ts';

/** How much of what comes back is shown. */
const REPEATS = 3;

/** What `chronicle` alone prints: whether recording works, the last session, what waits for a decision, what to do next. */
export async function printOverview(io: Io): Promise<0> {
  const layout = layoutIn(io.world);
  const facts = statusFacts(io.world, layout);
  const archive = await freshArchive(io);
  const { snapshot } = archive;
  const inbox = await inboxIn(io, snapshot);
  const { memory, attention } = snapshot;
  printResult(
    io,
    formatOverview({
      status: statusLine(facts).replace(/^chronicle: /, ''),
      state: statusState(facts),
      session: snapshot.sessions.find(hasContent) ?? null,
      waiting: waitingOf({ inbox, changes: memory.changes, attention, now: io.world.now() }),
      repeats: mostRepeated(ownRepeats(archive, layout), REPEATS),
      isInstalled: facts.installed === 'yes',
      columns: io.stdout.columns,
    }),
  );
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
