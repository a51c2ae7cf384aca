/**
 * Writes imported sessions: a chronicle for a session that has none, prompts into its facts, notes and observations into its
 * notebook. What a session of ours has already is never changed or removed.
 */
import { dirname } from 'node:path';
import { handoffLines, readHandoff } from '#src/format/notebook/handoff.ts';
import { type ImportedBlock, importedBlocks, importedChronicle } from '#src/import/imported-chronicle.ts';
import { importedFacts, joinedPrompts, promptKeys } from '#src/import/imported-facts.ts';
import { importedKeysIn, newNotebook, withBlocks } from '#src/import/imported-notebook.ts';
import { countsOf, type ImportedCounts, type ImportedSession, withoutKnown } from '#src/import/imported-session.ts';
import { flushDirectory, placeAt, writeTemporary } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import type { Config } from '#src/lib/config.ts';
import { frontMatterOf } from '#src/format/front-matter-of.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asText } from '#src/lib/latin1.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import { factsPlace, placeFacts, writeTemporaryFacts } from '#src/transcript/write-facts.ts';
import { editNotebook, notebookOf } from '#src/notes/notebook-file.ts';
import { findByIndex, placeOf } from '#src/record/find.ts';
import { writeIndexEntry } from '#src/record/index-entry.ts';
import { openChronicleDirectory } from '#src/record/where.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { chroniclePlace, type Layout } from '#src/lib/paths.ts';
import { localTime, sessionZone } from '#src/lib/local-time.ts';
import { tooLarge } from '#src/transcript/harvester.ts';
import { flushFile, pathOf, writingOf } from '#src/transcript/nameless-session.ts';
import { type ImportRecord, recordDigest } from '#src/transcript/import-record.ts';
import {
  type FreshSession,
  latin1,
  type Prepared,
  type Target,
  temporariesOf,
  temporaryFile,
} from './prepared-session.ts';

const PATIENCE = 5000;

/** What was written of a session, or would be. */
export interface WrittenCounts extends ImportedCounts {
  /** Whether it got a chronicle. */
  isNew: boolean;
}

interface WriterOptions {
  layout: Layout;
  config: Config;
  /** What goes into `imported_from`. */
  system: string;
  /** Null in a dry run, which writes nothing. */
  record: ImportRecord | null;
  now: () => Date;
}

/** How many sessions are written together: most of the time is spent waiting for the disk, also once for each directory. */
export const AT_ONCE = 64;

/** Writes sessions of one import, and enters them in its record. */
export class ImportedWriter {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** What is new of a session; null if its files have all of it. */
  freshIn(session: ImportedSession, { chronicle }: Target): ImportedSession | null {
    const fresh = chronicle === null ? session : withoutKnown(session, this.#known(chronicle, session.id));
    const { prompts, observations, handoffs } = countsOf(fresh);
    return prompts + observations + handoffs === 0 ? null : fresh;
  }

  /**
   * Writes sessions, at most `AT_ONCE`, each of another id. For each, in order, returns what was written, or why it could not
   * be. Throws if the disk is full.
   */
  async write(sessions: readonly FreshSession[]): Promise<(WrittenCounts | { error: unknown })[]> {
    const { record } = this.#options;
    const written = sessions.map(({ session, target }): WrittenCounts | { error: unknown } => ({
      ...countsOf(session),
      isNew: target.chronicle === null,
    }));
    if (record === null) return written;
    const failed = (at: number, error: unknown) => {
      if (isErrno(error, 'ENOSPC', 'EDQUOT', 'EROFS')) throw error;
      written[at] = { error };
    };
    const prepared: (Prepared | null)[] = [];
    try {
      for (const [at, fresh] of sessions.entries()) {
        prepared[at] = null;
        try {
          if (fresh.target.chronicle === null) prepared[at] = this.#prepare(fresh);
          else this.#add(fresh.session, fresh.target.chronicle, record);
        } catch (error) {
          failed(at, error);
        }
      }
      const ready = prepared.filter((each) => each !== null);
      await Promise.all(ready.flatMap((each) => temporariesOf(each)).map(flushFile));
      const names = this.#begin(ready, record);
      const directories = new Set<string>();
      for (const [at, each] of prepared.entries()) {
        if (each === null) continue;
        try {
          this.#place(each, names.get(each) ?? 1, record, directories);
        } catch (error) {
          failed(at, error);
        }
      }
      for (const directory of directories) flushDirectory(directory);
      for (const [at, { session }] of sessions.entries())
        if (!('error' in (written[at] ?? {}))) record.finish(session.id);
    } finally {
      for (const each of prepared) if (each) for (const path of temporariesOf(each)) discard(path);
    }
    return written;
  }

  #known(chronicle: string, id: string) {
    const { system } = this.#options;
    const { path } = notebookOf(chronicle, id);
    const notebook = isThere(path) ? asText(readRegularFile(path).text) : null;
    const { facts } = readFacts(factsPlace(chronicle, id).path);
    return {
      keys: new Set([
        ...(notebook === null ? [] : importedKeysIn(notebook)),
        ...(facts === null ? [] : promptKeys(facts)),
      ]),
      // A transcript says more about prompts than any other system.
      takesPrompts: facts === null || facts.head.importedFrom === system,
      handoff: notebook === null ? null : handoffLines(readHandoff(notebook) ?? {}),
    };
  }

  #prepare({ session, target }: FreshSession): Prepared {
    const { layout, config, system, now } = this.#options;
    const directory = openChronicleDirectory(layout, target.directory);
    const { nameOf, text } = importedChronicle(session, {
      ...{ system, cwd: target.cwd, taskPattern: config.taskPattern },
    });
    const blocks = importedBlocks(session, {
      system,
      date: nameOf(1).slice(0, 10),
      zone: sessionZone(localTime(new Date(session.at)).offset),
    });
    const notebook = newNotebook(session, blocks, system);
    requireReadable(notebook, session);
    const facts = importedFacts(session, { system, now: now(), keepsTexts: config.facts.prompts });
    const chronicle = temporaryFile(directory, text);
    const { projectDirectory } = placeOf(`${directory}/${nameOf(1)}`);
    const prepared: Prepared = {
      ...{ session, target, directory, projectDirectory, nameOf, chronicle },
      digests: {
        chronicle: recordDigest(chronicle.bytes),
        ...notebookDigest(notebook),
      },
      notebook: null,
      facts: null,
      keys: keysOf(session),
    };
    try {
      if (notebook !== null) prepared.notebook = temporaryFile(directory, notebook);
      if (facts !== null) prepared.facts = writeTemporaryFacts(directory, facts, { durable: false });
      return prepared;
    } catch (error) {
      // The disk may be full.
      for (const path of temporariesOf(prepared)) discard(path);
      throw error;
    }
  }

  /** Chooses the names of chronicles, and says in the record what will be written under them. */
  #begin(prepared: readonly Prepared[], record: ImportRecord): Map<Prepared, number> {
    const taken = new Set<string>();
    const names = new Map(
      prepared.map((each) => {
        let n = 1;
        while (taken.has(pathOf(each, n)) || isThere(pathOf(each, n))) n++;
        taken.add(pathOf(each, n));
        return [each, n];
      }),
    );
    record.begin([...names].map(([each, n]) => writingOf(each, n)));
    return names;
  }

  #place(prepared: Prepared, n: number, record: ImportRecord, directories: Set<string>): void {
    const { layout } = this.#options;
    const { session, directory, chronicle, notebook, facts } = prepared;
    // Hooks take this lock too, so there is only one chronicle.
    withLock(directory, session.id, PATIENCE, () => {
      const other = findByIndex(layout, session.id);
      if (other !== null) return this.#add(session, other, record);
      let free = n;
      while (!placeAt(pathOf(prepared, free), chronicle.path)) {
        while (isThere(pathOf(prepared, free))) free++;
        record.begin([writingOf(prepared, free)]);
      }
      const path = pathOf(prepared, free);
      const { projectDirectory, fileName } = placeOf(path);
      writeIndexEntry(layout, session.id, projectDirectory, fileName);
      directories.add(directory);
      if (notebook !== null) {
        const { path: place } = notebookOf(path, session.id);
        directories.add(privateDirectory(dirname(place), layout.config));
        placeAt(place, notebook.path);
      }
      if (facts !== null) directories.add(placeFacts(layout, factsPlace(path, session.id).path, facts));
    });
  }

  #add(session: ImportedSession, chronicle: string, record: ImportRecord): void {
    const { system } = this.#options;
    const frontMatter = frontMatterOf(chronicle);
    const zone = sessionZone(frontMatter?.get('utc_offset'));
    const blocks = importedBlocks(session, { system, date: frontMatter?.get('date') ?? '', zone });
    const owned = notebookOf(chronicle, session.id);
    const notebook = isThere(owned.path) ? null : newNotebook(session, blocks, system);
    requireReadable(notebook, session);
    const { projectDirectory, fileName } = placeOf(chronicle);
    record.begin([
      {
        sessionId: session.id,
        chronicle: chroniclePlace(projectDirectory, fileName),
        digests: notebookDigest(notebook),
        keys: keysOf(session),
      },
    ]);
    if (notebook !== null) this.#placeNotebook(chronicle, session.id, notebook);
    else if (blocks.length > 0) editNotebook(owned, (current) => withMissing(current, blocks.map(encoded)));
    this.#writePrompts(session, chronicle);
  }

  #placeNotebook(chronicle: string, sessionId: string, text: string): void {
    const { path } = notebookOf(chronicle, sessionId);
    const directory = privateDirectory(dirname(path), this.#options.layout.config);
    const temporary = writeTemporary(directory, latin1(text));
    try {
      if (placeAt(path, temporary)) flushDirectory(directory);
    } finally {
      discard(temporary);
    }
  }

  #writePrompts(session: ImportedSession, chronicle: string): void {
    const { layout, config, system, now } = this.#options;
    const facts = importedFacts(session, { system, now: now(), keepsTexts: config.facts.prompts });
    if (facts === null) return;
    const { path } = factsPlace(chronicle, session.id);
    const { facts: known } = readFacts(path);
    const whole = known === null ? facts : joinedPrompts(known, facts);
    const temporary = writeTemporaryFacts(dirname(chronicle), whole);
    if (temporary === null) throw new ChronicleError('CHRONICLE_TOO_LARGE', tooLarge(whole));
    flushDirectory(placeFacts(layout, path, temporary));
  }
}

/** The keys of everything that a session brings in. */
function keysOf({ prompts, observations, handoff }: ImportedSession): string[] {
  return [...prompts, ...observations, ...(handoff === null ? [] : [handoff])].map(({ key }) => key);
}

/** If an editor saved over our edit, it runs again: what is there is not added twice. */
function withMissing(text: string, blocks: readonly ImportedBlock[]): string {
  const known = importedKeysIn(text);
  const missing = blocks.filter(({ key }) => !known.has(key));
  return missing.length === 0 ? text : withBlocks(text, missing);
}

function encoded(block: ImportedBlock): ImportedBlock {
  return { ...block, lines: latin1(block.lines) };
}

/** The digest of a notebook that is created; nothing without one. */
function notebookDigest(notebook: string | null): { notebook?: string } {
  return notebook === null ? {} : { notebook: recordDigest(latin1(notebook)) };
}

/** The archive reads no notebook above 16 MiB. */
const LARGEST = 15 * 1024 * 1024;

function requireReadable(notebook: string | null, { id }: ImportedSession): void {
  if (notebook === null || notebook.length <= LARGEST) return;
  throw new ChronicleError(
    'CHRONICLE_TOO_LARGE',
    `Session ${id} has more than a notebook can hold (16 MiB), so it was not imported.`,
  );
}
