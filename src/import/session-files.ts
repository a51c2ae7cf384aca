/** The files that an imported session is written to: new ones, or what the files of a session that is here do not have. */
import { dirname } from 'node:path';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { handoffLines, readHandoff } from '#src/format/notebook/notebook.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Config } from '#src/lib/config.ts';
import { flushDirectory } from '#src/lib/files.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { localTime, sessionZone } from '#src/lib/local-time.ts';
import { chronicleDirectory, factsPath, type Paths, notebookPath } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { counted } from '#src/lib/text/day.ts';
import { editNotebook } from '#src/notes/notebook-file.ts';
import { type Facts, serializeFacts } from '#src/transcript/facts.ts';
import { factsPlace, KnownFacts, placeFacts, readFacts, writeTemporaryFacts } from '#src/transcript/facts-file.ts';
import type { FilePlacer, NewFiles } from './place-files.ts';
import {
  type ImportedBlock,
  importedBlocks,
  importedChronicle,
  importedFacts,
  importedKeysIn,
  joinedPrompts,
  newNotebook,
  promptKeys,
  withBlocks,
} from './imported-files.ts';
import { type ImportedSession, keysOf, withoutKnown } from './imported-session.ts';
import type { Target } from './source.ts';

interface Options {
  paths: Paths;
  config: Config;
  /** What goes into `imported_from`. */
  system: string;
  now: () => Date;
  placer: Pick<FilePlacer, 'free'>;
}

/** The archive reads no notebook above 16 MiB. */
const LARGEST_NOTEBOOK = 15 * 1024 * 1024;

export class SessionFiles {
  readonly #options: Options;
  /** Each directory of facts is read once. */
  readonly #facts = new KnownFacts();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The files of a session that has no chronicle. */
  filesOf(session: ImportedSession, target: Target): NewFiles {
    const { paths, config, system, placer } = this.#options;
    const { cwd } = target;
    const { nameOf, text } = importedChronicle(session, { system, cwd, taskPattern: config.taskPattern });
    const directory = chronicleDirectory(paths, target.directory);
    const path = placer.free((n) => `${directory}/${nameOf(n)}`);
    const zone = sessionZone(localTime(new Date(session.at)).offset);
    const all = importedBlocks(session.observations, { system, date: nameOf(1).slice(0, 10), zone });
    const blocks = fitting(all, LARGEST_NOTEBOOK);
    const notebook = newNotebook(session, blocks, system);
    const facts = this.#factsOf(session);
    return {
      session: session.id,
      files: [
        { path, bytes: asBytes(text) },
        ...(notebook === null ? [] : [{ path: notebookPath(path), bytes: asBytes(notebook) }]),
        ...(facts === null ? [] : [{ path: factsPath(path), bytes: asBytes(serializeFacts(facts)) }]),
      ],
      ...keptOf(session, all, blocks),
    };
  }

  /** What a session with a chronicle gets that it does not have; null if that is nothing. */
  missingIn(chronicle: string, session: ImportedSession): NewFiles | null {
    const { system } = this.#options;
    const notebook = notebookPath(chronicle);
    const text = isThere(notebook) ? asText(readRegularFile(notebook).text) : null;
    const { path: factsFile } = factsPlace(chronicle, session.id, this.#facts);
    const { facts: known } = readFacts(factsFile);
    const fresh = withoutKnown(session, {
      keys: new Set([...(text === null ? [] : importedKeysIn(text)), ...(known === null ? [] : promptKeys(known))]),
      // A transcript says more about prompts than any other system.
      takesPrompts: known === null || known.head.importedFrom === system,
      handoff: text === null ? null : handoffLines(readHandoff(text) ?? {}),
    });
    if (keysOf(fresh).length === 0) return null;
    const frontMatter = frontMatterOf(chronicle);
    const zone = sessionZone(frontMatter?.get('utc_offset'));
    const all = importedBlocks(fresh.observations, { system, date: frontMatter?.get('date') ?? '', zone });
    const blocks = fitting(all, LARGEST_NOTEBOOK - (text === null ? 0 : Buffer.byteLength(text)));
    const kept = keptOf(fresh, all, blocks);
    if (kept.keys.length === 0) return null;
    const made = text === null ? newNotebook(fresh, blocks, system) : null;
    const facts = this.#factsOf(fresh);
    const bytes = blocks.map((block) => ({ ...block, lines: asBytes(block.lines) }));
    return {
      session: session.id,
      files: [
        ...(made === null ? [] : [{ path: notebook, bytes: asBytes(made) }]),
        ...(facts === null || known !== null ? [] : [{ path: factsFile, bytes: asBytes(serializeFacts(facts)) }]),
      ],
      ...kept,
      edit: () => {
        if (text !== null && blocks.length > 0)
          editNotebook({ path: notebook, sessionId: session.id }, (current) => withBlocks(current, bytes));
        if (facts !== null && known !== null) this.#writePrompts(chronicle, factsFile, joinedPrompts(known, facts));
      },
    };
  }

  #factsOf(session: ImportedSession): Facts | null {
    const { system, now, config } = this.#options;
    return importedFacts(session, { system, now: now(), keepsTexts: config.facts.prompts });
  }

  #writePrompts(chronicle: string, path: string, facts: Facts): void {
    const temporary = writeTemporaryFacts(dirname(chronicle), facts);
    if (temporary === null)
      throw new ChronicleError('CHRONICLE_TOO_LARGE', `${path} would be larger than a facts file may be.`);
    flushDirectory(placeFacts(this.#options.paths, path, temporary));
  }
}

/** The newest observations that a notebook has room for (bytes), in order. */
function fitting(blocks: readonly ImportedBlock[], room: number): ImportedBlock[] {
  let left = room;
  // The handoff, the front matter and headings are small beside what is missing to 16 MiB.
  const first = blocks.findLastIndex(({ lines }) => {
    left -= Buffer.byteLength(lines) + 1;
    return left < 0;
  });
  return blocks.slice(first + 1);
}

/** The keys of what is written, and a sentence about observations that are left out. */
function keptOf(session: ImportedSession, all: readonly ImportedBlock[], blocks: readonly ImportedBlock[]) {
  const left = new Set(all.slice(0, all.length - blocks.length).map(({ key }) => key));
  const keys = keysOf(session).filter((key) => !left.has(key));
  if (left.size === 0) return { keys };
  const oldest = counted(left.size, 'oldest observation');
  return {
    keys,
    problem: `Session ${session.id} has more than a notebook can hold (16 MiB): its ${oldest} were left out.`,
  };
}
