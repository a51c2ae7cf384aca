import { rmSync } from 'node:fs';
import type { Facts } from '#src/transcript/facts.ts';
import { chronicleOf } from '#src/transcript/chronicle-of.ts';
import { flushDirectory, placeAt, writeTemporary } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import type { Layout } from '#src/lib/paths.ts';
import { chroniclePlace } from '#src/lib/paths.ts';
import type { Found } from '#src/transcript/found.ts';
import type { Config } from '../lib/config.ts';
import { isThere } from '../lib/is-there.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { KnownFacts, placeFacts, writeTemporaryFacts } from './write-facts.ts';
import { findByIndex } from '../record/find.ts';
import { writeIndexEntry } from '../record/index-entry.ts';
import { openChronicleDirectory } from '../record/where.ts';
import { factsState } from './facts-state.ts';
import { type Harvested, type Harvester, onlyChronicle, type SafeReading, tooLarge } from './harvester.ts';
import { type NamelessSession, pathOf, writingOf } from './nameless-session.ts';
import { flushFile } from './place-files.ts';
import { withSubagents } from './session-transcripts.ts';
import { type ImportRecord, recordDigest } from './import-record.ts';
import { stampsOf } from './transcript-stamps.ts';
import type { PlannedSession } from './unfiled-sessions.ts';

const LOCK_PATIENCE = 5000;

export interface WriterOptions {
  layout: Layout;
  harvester: Harvester;
  config: Config;
  record: ImportRecord;
}

/** A chronicle on disk under a temporary name, and what its session's transcripts show. */
export interface Unnamed extends NamelessSession {
  session: PlannedSession;
  /** Null if the session is known from the prompt history only. */
  reading: SafeReading | null;
  /** The events in its facts. */
  found: readonly Found[];
  temporary: string;
  /** Its facts, also under a temporary name; null if there are none to write. */
  facts: string | null;
  /** Why there are none, in a sentence; null if nothing is wrong. */
  problem: string | null;
  /** Its bytes, as Latin-1. */
  bytes: string;
  /** The number of its name, as the record of the import has it; null before `begin`. */
  n: number | null;
}

/** A chronicle that was written. */
export interface Written extends Pick<Harvested, 'leftOut' | 'problem'> {
  path: string;
  found: readonly Found[];
}

/**
 * Writes chronicles in two steps: most of the time is spent waiting for the disk, which can write many files at once. A
 * chronicle appears complete or not at all, and its facts after it.
 */
export class ChronicleWriter {
  readonly #options: WriterOptions;
  readonly #directories = new Set<string>();
  readonly #facts = new KnownFacts();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Reads a session's transcripts, and writes its chronicle to a temporary file. */
  async prepare(session: PlannedSession): Promise<Unnamed> {
    const { layout, harvester, config } = this.#options;
    const { found, id, began, cwd, branch } = session;
    const fromHistory = config.facts.prompts ? session.firstPrompt : '';
    const words = [fromHistory, branch ?? ''];
    const reading =
      found && (await harvester.read(withSubagents(layout, id, found.files), { id, project: cwd, began, words }));
    const safe = reading?.safe ?? (await harvester.safeWords(words));
    const read = reading?.harvest.facts;
    const firstPrompt = read ? (read.prompts[0]?.text ?? '') : safe(fromHistory);
    const filled = {
      ...session,
      branch: branch && safe(branch),
      firstPrompt,
      prompts: read?.head.prompts ?? session.prompts,
    };
    const { nameOf, text } = chronicleOf(filled, config.taskPattern);
    const bytes = Buffer.from(text).toString('latin1');
    const directory = openChronicleDirectory(layout, session.filing.directory);
    const facts = reading && this.#factsOf(session, reading);
    const temporary = writeTemporary(directory, bytes, { durable: false });
    const temporaries = [temporary];
    try {
      const written = facts && writeTemporaryFacts(directory, facts, { durable: false });
      if (written !== null) temporaries.push(written);
      await Promise.all(temporaries.map(flushFile));
      const problem = facts && written === null ? tooLarge(facts) : null;
      const digests = {
        chronicle: recordDigest(bytes),
        ...(written !== null && { facts: recordDigest(readRegularFile(written).text) }),
      };
      return {
        ...{
          session,
          reading,
          found: facts?.found ?? [],
          directory,
          temporary,
          facts: written,
          problem,
          nameOf,
          bytes,
          n: null,
        },
        ...{ projectDirectory: session.filing.directory, digests },
      };
    } catch (error) {
      discardAll(temporaries);
      throw error;
    }
  }

  #factsOf({ found }: PlannedSession, reading: SafeReading): Facts {
    return this.#options.harvester.factsOf(reading, { transcripts: stampsOf(found?.files ?? []), logged: [] });
  }

  /**
   * Chooses names for chronicles, and says in the record of the import what will be written under them. If that fails, the
   * temporary files are gone.
   */
  begin(prepared: readonly Unnamed[]): void {
    const taken = new Set<string>();
    for (const unnamed of prepared) {
      let n = 1;
      while (taken.has(pathOf(unnamed, n)) || isThere(pathOf(unnamed, n))) n++;
      taken.add(pathOf(unnamed, n));
      unnamed.n = n;
    }
    try {
      this.#options.record.begin(prepared.map((unnamed) => writingOf(unnamed, unnamed.n ?? 1)));
    } catch (error) {
      for (const unnamed of prepared) discardAll(temporariesOf(unnamed));
      throw error;
    }
  }

  /** Gives it its name, and then the facts theirs. Null if a hook was faster, so that the session has a chronicle. */
  place(unnamed: Unnamed): Written | null {
    const { session, reading, directory, facts } = unnamed;
    try {
      // Both this and the hook take the session's lock, so there is only one chronicle.
      return withLock(directory, session.id, LOCK_PATIENCE, () => {
        const path = this.#place(unnamed);
        if (path === null) return null;
        const problem = facts === null ? unnamed.problem : this.#placeFacts(path, session, facts);
        return { path, found: unnamed.found, leftOut: reading?.leftOut ?? {}, problem };
      });
    } finally {
      discardAll(temporariesOf(unnamed));
    }
  }

  #place(unnamed: Unnamed): string | null {
    const { layout, record } = this.#options;
    const { directory, temporary, nameOf } = unnamed;
    const { id, filing } = unnamed.session;
    if (findByIndex(layout, id) !== null) return null;
    let n = unnamed.n ?? 1;
    while (!placeAt(pathOf(unnamed, n), temporary)) {
      while (isThere(pathOf(unnamed, n))) n++;
      record.begin([writingOf(unnamed, n)]);
    }
    this.#directories.add(directory);
    try {
      writeIndexEntry(layout, id, filing.directory, nameOf(n));
    } catch (error) {
      // Otherwise it would be there but count as not written.
      rmSync(`${directory}/${nameOf(n)}`, { force: true });
      throw error;
    }
    return `${layout.projects}/${chroniclePlace(filing.directory, nameOf(n))}`;
  }

  /** Keeps facts that show more, as of a chronicle that was deleted. Returns what is wrong, or null. */
  #placeFacts(chronicle: string, { id, found }: PlannedSession, temporary: string): string | null {
    const stamps = stampsOf(found?.files ?? []);
    try {
      const { path, skipped, problem } = factsState(chronicle, id, { stamps, isRunning: false, known: this.#facts });
      if (problem !== null || skipped === 'has a shorter transcript than before') return problem;
      this.#directories.add(placeFacts(this.#options.layout, path, temporary));
      return null;
    } catch (error) {
      return onlyChronicle(id, error);
    }
  }

  /** Flushes the names to disk. If one is lost in a crash before that, the next run writes it again. */
  end(): void {
    for (const directory of this.#directories) flushDirectory(directory);
  }
}

function temporariesOf({ temporary, facts }: Unnamed): string[] {
  return facts === null ? [temporary] : [temporary, facts];
}

function discardAll(paths: readonly string[]): void {
  for (const path of paths) discard(path);
}
