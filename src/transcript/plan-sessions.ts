import { hasDay } from '#src/transcript/chronicle-of.ts';
import type { HistorySession } from '#src/transcript/history.ts';
import type { Layout } from '#src/lib/paths.ts';
import type { Transcripts } from '#src/transcript/survey.ts';
import { compare } from '#src/lib/compare.ts';
import type { Config } from '../lib/config.ts';
import { KnownFacts } from './write-facts.ts';
import { forgottenSessions } from '../lib/forgotten.ts';
import { exclusionOf } from '../record/exclusion.ts';
import type { World } from '../lib/world.ts';
import { factsState } from './facts-state.ts';
import { type Filing, Filings } from './filing.ts';
import { isSessionRunning } from './is-session-running.ts';
import { knownSessions } from './known-sessions.ts';
import { stampsOf } from './transcript-stamps.ts';
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

/** Every session in transcripts and history, oldest first, and whether anything is added for it. Writes nothing. */
export function planSessions({ layout, world, config, transcripts, history }: Planning): PlannedSession[] {
  const now = world.now().getTime();
  const known = knownSessions(layout, config.roots, world);
  const facts = new KnownFacts();
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
      const own = session.found === null ? null : known.ownChronicle(session.id);
      const refused = refusalFor(session, [filing.root, own?.cwd]);
      const planned = { ...session, cwd: filing.cwd, filing, chronicle: own?.path ?? null, problem: null };
      if (refused !== null) return { ...planned, skipped: refused };
      return own === null
        ? { ...planned, skipped: reasonFor(session, filing) }
        : { ...planned, ...stateOf(session, own.path) };
    })
    .sort((a, b) => a.at - b.at || compare(a.id, b.id));

  /** Forgotten and excluded sessions come first: nothing of them is used. */
  function refusalFor(session: Unfiled, directories: readonly (string | null | undefined)[]): Skipped | null {
    if (forgotten.has(session.id)) return 'was forgotten';
    const places = [session.cwd, ...directories];
    return places.some((place) => place && excluded.has(place)) ? 'lies in an excluded directory' : session.skipped;
  }

  /** Why a session gets no chronicle. */
  function reasonFor({ id, at, found }: Unfiled, { directory }: Filing): Skipped | null {
    if (known.hasChronicle(id)) return 'has a chronicle';
    if (known.isLive(id)) return 'is running';
    if (directory === '') return 'tells no place';
    if (!hasDay({ at }) || at > now + DAY) return 'tells a time that cannot be';
    return found !== null && now - found.writtenMs < MAY_RUN ? 'may be running' : null;
  }

  /** Whether anything is to be added to a chronicle. */
  function stateOf({ id, found }: Unfiled, chronicle: string): Pick<PlannedSession, 'skipped' | 'problem'> {
    const stamps = stampsOf(found?.files ?? []);
    const isRunning = isSessionRunning(world, layout, id);
    const { skipped, problem } = factsState(chronicle, id, { stamps, isRunning, known: facts });
    return { skipped, problem };
  }
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
