/**
 * Imports what other systems kept, and archives:
 *
 *     a source is read, one session or file at a time -> where does it go? -> without secrets -> into its place
 *
 * What is here is never changed or removed; a session that hooks recorded only gets what it does not have. The record of the
 * run (`import-record.ts`) lists what was written, so that `undo.ts` can take it out again. `import-transcripts.ts` reads
 * Claude Code's own transcripts.
 */
import type { ImportSystem } from '#src/format/import-kinds.ts';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Config } from '#src/lib/config.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import type { Paths } from '#src/lib/paths.ts';
import { renewIndexes } from '#src/notes/notebook-index-file.ts';
import { rulesIn } from '#src/record/where.ts';
import { wordCleaner } from '#src/transcript/safe-words.ts';
import { ArchivePlaces } from './archive-places.ts';
import { type ArchiveRecord, sessionOf } from './archive-record.ts';
import { hasDay } from './chronicle-of.ts';
import { Destinations } from './destinations.ts';
import { usableSettings } from './facts-reader.ts';
import { kindNamed } from './find-sources.ts';
import { breathe, ImportRecord, importedKeys, runAlone } from './import-record.ts';
import { type ImportedSession, keysOf, plainTexts, safeTexts, textsOf, withoutKnown } from './imported-session.ts';
import { SessionFiles } from './session-files.ts';
import type { ImportKind, Item, NotImported, Source, Target } from './source.ts';
import { FileWriter, isDiskFull, type NewFiles } from './write-files.ts';

export interface ImportOptions {
  kind: ImportSystem;
  /** A path that a person gave; null for the usual places. */
  path: string | null;
  /** Claude Code's name for the project of files whose folder names none; null if they are left. */
  into: string | null;
  isDryRun: boolean;
  /** Called with the number of sessions or files read, before the first and after each. */
  progress(count: number, of: number | null): void;
}

/** What became of the sessions of one project. */
export interface ProjectOutcome {
  /** Claude Code's name for the project's directory. */
  directory: string;
  /** Its checkout; empty if unknown. */
  cwd: string;
  created: number;
  joined: number;
  prompts: number;
  observations: number;
  handoffs: number;
}

export interface ImportOutcome {
  /** The id of the run, for `import undo`; null if nothing was written. */
  id: string | null;
  sources: Source[];
  projects: ProjectOutcome[];
  /** How many files of an archive were written, by kind. */
  files: Record<string, number>;
  /** How many sessions or files had nothing new. */
  known: number;
  skipped: Record<string, number>;
  /** How many records were left out while reading, by reason. */
  leftOut: Record<string, number>;
  /** How many texts or files had a secret replaced. */
  cleaned: number;
  /** Files that differ from ours, which were kept, and what cannot be used: sentences. */
  problems: string[];
}

/** More sentences help nobody. */
const MOST_PROBLEMS = 50;

/** Imports. Refuses (CHRONICLE_BUSY) while another import runs. A dry run writes nothing, and does not look for secrets in sessions. */
export async function runImport(env: Env, options: ImportOptions): Promise<ImportOutcome> {
  const paths = pathsIn(env);
  return runAlone(env, paths, options.isDryRun, () => new Import(env, paths, options).run());
}

class Import {
  readonly #options: ImportOptions;
  readonly #env: Env;
  readonly #paths: Paths;
  readonly #config: Config;
  readonly #outcome: ImportOutcome = {
    ...{ id: null, sources: [], projects: [], files: {}, known: 0, skipped: {}, leftOut: {}, cleaned: 0, problems: [] },
  };
  readonly #seen = new Set<string>();
  #clean: ReturnType<typeof wordCleaner> | null = null;

  constructor(env: Env, paths: Paths, options: ImportOptions) {
    this.#env = env;
    this.#paths = paths;
    this.#options = options;
    this.#config = usableSettings(paths).config;
  }

  async run(): Promise<ImportOutcome> {
    const { kind: name, path, into, isDryRun } = this.#options;
    const place = { env: this.#env, paths: this.#paths };
    const kind = await kindNamed(name);
    const outcome = this.#outcome;
    outcome.sources = path === null ? kind.find(place) : [await kind.at(path, place)];
    const usable = outcome.sources.filter(({ problem }) => problem === null);
    outcome.problems.push(...outcome.sources.flatMap(({ problem }) => problem ?? []));
    if (usable.length === 0) return outcome;
    const from = usable.map((source) => source.path);
    const at = this.#env.now().toISOString();
    const record = isDryRun ? null : new ImportRecord(this.#paths, { kind: name, from: from.join(', '), at });
    const writer = new FileWriter(this.#paths, record);
    const take = this.#taker(writer, from);
    try {
      for (const source of usable) await this.#read(source, take, kind.read(source, { ...place, into, isDryRun }));
      record?.end(this.#env.now().toISOString());
    } finally {
      writer.flush();
      record?.flush();
      outcome.id = record?.isBegun ? record.id : null;
    }
    // Briefings read nothing else of the notes of a project.
    if (!isDryRun)
      for (const { directory, observations } of outcome.projects)
        if (observations > 0) renewIndexes(this.#paths, directory, rulesIn(this.#env));
    return outcome;
  }

  async #read(source: Source, take: Taker, items: ReturnType<ImportKind['read']>): Promise<void> {
    const { progress } = this.#options;
    const total = source.counts.sessions ?? null;
    let count = 0;
    progress(count, total);
    for await (const item of items) {
      if ('problem' in item) this.#problem(item.problem);
      else if ('leftOut' in item) add(this.#outcome.leftOut, item.leftOut);
      else {
        await take(item);
        progress(++count, total);
        await breathe(count);
      }
    }
  }

  /** Other systems have sessions; folders and archives have files. */
  #taker(writer: FileWriter, from: readonly string[]): Taker {
    const [env, paths, config] = [this.#env, this.#paths, this.#config];
    const system = this.#options.kind;
    if (system === 'claude-mem') {
      const destinations = new Destinations(env, paths, config);
      const keys = importedKeys(paths);
      const files = new SessionFiles({ paths, config, system, now: env.now, writer });
      return async (item) => {
        if ('session' in item) await this.#session(item.session, { writer, destinations, keys, files });
      };
    }
    const places = new ArchivePlaces({ paths, config, home: env.home, writer, from });
    return async (item) => {
      if ('record' in item) await this.#file(item.record, item.name, writer, places);
    };
  }

  async #session(session: ImportedSession, { writer, destinations, keys, files }: SessionTools): Promise<void> {
    const { isDryRun } = this.#options;
    if (!hasDay(session)) return this.#skip('tells no time');
    const target = destinations.of(session);
    if (typeof target === 'string') return this.#skip(target);
    const plain = plainTexts(withoutKnown(session, { keys, takesPrompts: true, handoff: null }));
    const safe = isDryRun ? plain : safeTexts(plain, await this.#safe(textsOf(plain)));
    this.#writing(() => {
      const { chronicle } = target;
      const isNew = keysOf(safe).length > 0;
      const all = isNew ? (chronicle === null ? files.filesOf(safe, target) : files.missingIn(chronicle, safe)) : null;
      if (all === null) this.#outcome.known++;
      else this.#write(writer, all, () => this.#count(target, safe, all.keys));
    });
  }

  async #file(found: ArchiveRecord, name: string, writer: FileWriter, places: ArchivePlaces): Promise<void> {
    const key = `${found.kind} ${found.path}`;
    if (this.#seen.has(key)) return this.#problem(`${name} was not imported: ${found.path} is in it twice.`);
    this.#seen.add(key);
    // An archive of our own comes in byte for byte.
    const record = this.#options.kind === 'archive' ? found : await this.#withoutSecrets(found);
    try {
      const decision = places.of(record, found.bytes);
      if (decision === 'known') this.#outcome.known++;
      else if ('skipped' in decision) this.#skip(decision.skipped);
      else if ('ours' in decision) this.#problem(`${found.path} differs from ${decision.ours}, which was kept.`);
      else {
        const files = { session: sessionOf(record), files: [{ path: decision.path, bytes: record.bytes }], keys: [] };
        this.#writing(() => this.#write(writer, files, () => this.#countFile(record, decision.path, record !== found)));
      }
    } catch (error) {
      if (!(error instanceof ChronicleError) && !isOfPath(error)) throw error;
      this.#problem(`${found.path} was not imported: ${sentenceOf(error)}`);
    }
  }

  async #withoutSecrets(record: ArchiveRecord): Promise<ArchiveRecord> {
    const text = asText(record.bytes);
    const [front = ''] = /^\ufeff?---\r?\n[\s\S]*?\n---\r?\n/.exec(text) ?? [];
    const body = text.slice(front.length);
    this.#clean ??= wordCleaner();
    const safe = (await (await this.#clean)([body]))(body);
    return safe === body ? record : { ...record, bytes: asBytes(front + safe) };
  }

  async #safe(texts: readonly string[]): Promise<(text: string) => string> {
    this.#clean ??= wordCleaner();
    const safe = await (await this.#clean)(texts);
    this.#outcome.cleaned += texts.filter((text) => safe(text) !== text).length;
    return safe;
  }

  #write(writer: FileWriter, all: NewFiles, count: () => void): void {
    if (writer.write(all)) count();
    else {
      const [path = ''] = all.files.map((file) => file.path.slice(this.#paths.config.length + 1));
      this.#problem(`${path} was made by somebody else meanwhile, and kept. Run the command again.`);
    }
  }

  /** What cannot be written is left out; a full disk ends the run. */
  #writing(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (isDiskFull(error)) throw error;
      this.#skip('could not be written');
      this.#problem(sentenceOf(error));
    }
  }

  #problem(sentence: string): void {
    const { problems } = this.#outcome;
    if (problems.length < MOST_PROBLEMS) problems.push(sentence);
    else problems[MOST_PROBLEMS] = 'There are more problems of this kind.';
  }

  #skip(reason: NotImported): void {
    add(this.#outcome.skipped, reason);
  }

  #count({ chronicle, directory, cwd }: Target, session: ImportedSession, keys: readonly string[]): void {
    const project = this.#projectOf(directory, cwd);
    project[chronicle === null ? 'created' : 'joined']++;
    const written = new Set(keys);
    const isWritten = ({ key }: { key: string }) => written.has(key);
    project.prompts += session.prompts.filter(isWritten).length;
    project.observations += session.observations.filter(isWritten).length;
    if (session.handoff && isWritten(session.handoff)) project.handoffs++;
  }

  #countFile({ kind }: ArchiveRecord, path: string, isCleaned: boolean): void {
    add(this.#outcome.files, kind);
    if (isCleaned) this.#outcome.cleaned++;
    if (kind !== 'chronicle') return;
    const [directory = ''] = path.slice(this.#paths.projects.length + 1).split('/');
    this.#projectOf(directory, '').created++;
  }

  #projectOf(directory: string, cwd: string): ProjectOutcome {
    const known = this.#outcome.projects.find((project) => project.directory === directory);
    if (known) return known;
    const project = { directory, cwd, created: 0, joined: 0, prompts: 0, observations: 0, handoffs: 0 };
    this.#outcome.projects.push(project);
    return project;
  }
}

interface SessionTools {
  writer: FileWriter;
  destinations: Destinations;
  /** Of the records that earlier imports brought in. */
  keys: ReadonlySet<string>;
  files: SessionFiles;
}

type Taker = (item: Extract<Item, { session: unknown } | { record: unknown }>) => Promise<void>;

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function isOfPath(error: unknown): boolean {
  return isErrno(error, 'ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EILSEQ', 'EINVAL', 'ELOOP');
}
