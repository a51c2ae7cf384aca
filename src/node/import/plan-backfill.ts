import { hasDay } from '#src/import/chronicle-of.ts';
import type { HistorySession } from '#src/import/history.ts';
import type { Layout } from '#src/project/paths.ts';
import { compare } from '#src/value/compare.ts';
import type { Config } from '../config.ts';
import { forgottenSessions } from '../forgotten.ts';
import { exclusionOf } from '../session/exclusion.ts';
import type { World } from '../world.ts';
import { type Filing, Filings } from './filing.ts';
import { type KnownSessions, knownSessions } from './known-sessions.ts';
import type { Transcripts } from './read-transcript.ts';
import { type PlannedSession, type Skipped, type Unfiled, unfiledSessions } from './unfiled-sessions.ts';

/**
 * A session may still be running this long after its transcript was written (ms), and a chronicle is not updated later.
 * Models and tools can take minutes, and a transcript does not say that its session has ended.
 */
const MAY_RUN = 10 * 60_000;
const DAY = 86_400_000;

interface Planning {
  layout: Layout;
  world: World;
  transcripts: Transcripts;
  history: ReadonlyMap<string, HistorySession>;
  config: Config;
}

/** Every session in transcripts and history, oldest first, and whether it gets a chronicle. Writes nothing. */
export function planBackfill({ layout, world, config, transcripts, history }: Planning): PlannedSession[] {
  const now = world.now().getTime();
  const known = knownSessions(layout, [layout.projects, ...config.roots], world);
  const forgotten = forgottenSessions(layout);
  const sessions = unfiledSessions(transcripts, history);
  const excluded = new Exclusions(config, world.home);
  const filings = new Filings(
    sessions.map(({ cwd }) => cwd),
    transcripts.worktrees,
    world.home,
  );
  return sessions
    .map((session) => {
      const filing = filings.of(session.cwd, session.folder);
      const skipped = reasonFor(session, filing);
      const outgrown = skipped === 'has a chronicle' ? outgrownChronicle(session, known) : null;
      return {
        ...session,
        cwd: filing.cwd,
        filing,
        outgrown,
        skipped: outgrown === null ? skipped : ('went on since it was filled in' as const),
      };
    })
    .sort((a, b) => a.at - b.at || compare(a.id, b.id));

  /** Forgotten and excluded sessions come first: nothing of them is used. */
  function reasonFor(session: Unfiled, { root, directory }: Filing): Skipped | null {
    if (forgotten.has(session.id)) return 'was forgotten';
    const places = [session.cwd, root ?? ''].filter((place) => place !== '');
    if (places.some((place) => excluded.has(place))) return 'lies in an excluded directory';
    if (session.skipped) return session.skipped;
    if (known.hasChronicle(session.id)) return 'has a chronicle';
    if (known.isLive(session.id)) return 'is running';
    if (directory === '') return 'tells no place';
    if (!hasDay(session) || session.at > now + DAY) return 'tells a time that cannot be';
    return session.found !== null && now - session.found.writtenMs < MAY_RUN ? 'may be running' : null;
  }
}

/** The backfilled chronicle of a session that got prompts afterwards. */
function outgrownChronicle({ id, found, lastAt }: Unfiled, known: KnownSessions): string | null {
  const filled = found === null ? null : known.filled(id);
  return filled !== null && found !== null && found.writtenMs > filled.at && lastAt > filled.at ? filled.path : null;
}

/** Which directories the owner excluded. Each is checked once. */
class Exclusions {
  readonly #known = new Map<string, boolean>();
  readonly #config: Config;
  readonly #home: string;

  constructor(config: Config, home: string) {
    this.#config = config;
    this.#home = home;
  }

  has(directory: string): boolean {
    const known = this.#known.get(directory) ?? exclusionOf(directory, this.#config, this.#home) !== null;
    this.#known.set(directory, known);
    return known;
  }
}
