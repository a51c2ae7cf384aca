import { hasDay } from '#src/transcript/chronicle-of.ts';
import { type ImportedCounts, type ImportedSession, withoutKnown } from '#src/import/imported-session.ts';
import { plainTexts, safeTexts, textsOf } from '#src/import/imported-texts.ts';
import { renewBooks } from '#src/notes/book-file.ts';
import { rulesIn } from '#src/record/where.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { usableSettings } from '#src/transcript/harvest-session.ts';
import { wordCleaner } from '#src/transcript/safe-words.ts';
import { breathe, importLock, requireConfig } from '#src/transcript/import-lock.ts';
import { ImportRecord, importedKeys } from '#src/transcript/import-record.ts';
import type { Place, SessionKind, Source } from './kind.ts';
import type { FreshSession, Target } from './prepared-session.ts';
import { type NotPlaced, ProjectPlaces } from './project-places.ts';
import { AT_ONCE, ImportedWriter, type WrittenCounts } from './write-imported.ts';

/** Whether a session or file is of the project that was asked for. `name` is what its source calls the project. */
export type IsOfProject = (name: string, target: Pick<Target, 'directory' | 'cwd'>) => boolean;

export interface RunOptions {
  kind: SessionKind;
  /** A path that a person gave; null for the usual places. */
  path: string | null;
  isDryRun: boolean;
  /** Which sessions to import. The others are only counted. */
  isSelected(session: ImportedSession, target: Target): boolean;
  /** Called with the number of sessions read, before the first and after each. */
  progress(count: number, of: number | null): void;
}

/** Why a session is not imported. The words are keys in JSON output. */
export type NotImported = NotPlaced | 'is not among those asked for' | 'tells no time' | 'could not be written';

/** What became of the sessions of one project. */
export interface ProjectOutcome extends ImportedCounts {
  /** Claude Code's name for the project's directory. */
  directory: string;
  /** Its checkout; empty if unknown. */
  cwd: string;
  created: number;
  joined: number;
}

export interface ImportOutcome {
  /** The id of the run, for `import undo`; null if nothing was written. */
  id: string | null;
  sources: Source[];
  projects: ProjectOutcome[];
  /** How many sessions had nothing new. */
  unchanged: number;
  skipped: Record<string, number>;
  /** How many records were left out while reading, by reason. */
  leftOut: Record<string, number>;
  /** How many texts had a secret replaced. */
  cleaned: number;
  problems: string[];
}

/** More sentences about sessions help nobody. */
const MOST_PROBLEMS = 20;

/** Where importers look, on this machine. */
export function placeOfImports(world: World): Place & { places: () => ProjectPlaces } {
  const layout = layoutIn(world);
  let places: ProjectPlaces | null = null;
  const found = () => {
    places ??= new ProjectPlaces(world, layout, usableSettings(layout).config);
    return places;
  };
  return { world, layout, roots: () => found().roots, places: found };
}

/** Imports. Refuses (CHRONICLE_BUSY) while another import runs. A dry run writes nothing, and does not look for secrets. */
export async function runImport(world: World, options: RunOptions): Promise<ImportOutcome> {
  const layout = layoutIn(world);
  requireConfig(world, layout);
  return importLock(layout, options.isDryRun, () => new Run(world, layout, options).run());
}

class Run {
  readonly #options: RunOptions;
  readonly #world: World;
  readonly #layout: Layout;
  readonly #outcome: ImportOutcome;
  readonly #projects = new Map<string, ProjectOutcome>();
  #clean: ReturnType<typeof wordCleaner> | null = null;
  /** Sessions that are written together. */
  #batch: FreshSession[] = [];

  constructor(world: World, layout: Layout, options: RunOptions) {
    this.#world = world;
    this.#layout = layout;
    this.#options = options;
    this.#outcome = {
      ...{
        id: null,
        sources: [],
        projects: [],
        unchanged: 0,
        skipped: {},
        leftOut: {},
        cleaned: 0,
        problems: [],
      },
    };
  }

  async run(): Promise<ImportOutcome> {
    const { kind, path, isDryRun } = this.#options;
    const place = placeOfImports(this.#world);
    const outcome = this.#outcome;
    outcome.sources = path === null ? await kind.find(place) : await kind.at(path, place);
    const usable = outcome.sources.filter(({ problem }) => problem === null);
    outcome.problems.push(...outcome.sources.flatMap(({ problem }) => problem ?? []));
    if (usable.length === 0) return outcome;
    const from = usable.map((source) => source.path).join(', ');
    const at = this.#world.now().toISOString();
    const record = isDryRun ? null : new ImportRecord(this.#layout, { kind: kind.name, from, at });
    const { config } = usableSettings(this.#layout);
    const writer = new ImportedWriter({
      ...{ layout: this.#layout, config, system: kind.name, record },
      now: this.#world.now,
    });
    const known = importedKeys(this.#layout);
    try {
      for (const source of usable) await this.#importSource(source, { place, places: place.places(), writer, known });
      record?.end(this.#world.now().toISOString());
    } finally {
      record?.flush();
      outcome.id = record?.isBegun ? record.id : null;
      outcome.projects = [...this.#projects.values()];
    }
    if (!isDryRun) this.#renewBooks();
    return outcome;
  }

  /** Makes the indexes of the projects' observations anew, where there are any: briefings read nothing else. */
  #renewBooks(): void {
    const rules = rulesIn(this.#world);
    for (const { directory, observations } of this.#outcome.projects)
      if (observations > 0) renewBooks(this.#layout, directory, rules);
  }

  async #importSource(
    source: Source,
    { place, ...writing }: { place: Place; places: ProjectPlaces; writer: ImportedWriter; known: Set<string> },
  ): Promise<void> {
    const { kind, progress } = this.#options;
    const opened = await kind.open(source, place);
    let count = 0;
    try {
      progress(count, opened.total);
      for await (const session of opened.sessions()) {
        await this.#importSession(session, writing);
        progress(++count, opened.total);
        await breathe(count);
      }
      await this.#writeBatch(writing.writer);
    } finally {
      opened.close();
      for (const [reason, left] of Object.entries(opened.leftOut)) add(this.#outcome.leftOut, reason, left);
      this.#outcome.problems.push(...opened.problems);
    }
  }

  async #importSession(
    session: ImportedSession,
    { places, writer, known }: { places: ProjectPlaces; writer: ImportedWriter; known: Set<string> },
  ): Promise<void> {
    const { isSelected, isDryRun } = this.#options;
    if (!hasDay(session)) return this.#skip('tells no time');
    const target = places.of(session);
    if (typeof target === 'string') return this.#skip(target);
    if (!isSelected(session, target)) return this.#skip('is not among those asked for');
    const unknown = withoutKnown(session, { keys: known, takesPrompts: true, handoff: null });
    if (!hasAny(unknown)) {
      this.#outcome.unchanged++;
      return;
    }
    const plain = plainTexts(unknown);
    const safe = isDryRun ? plain : await this.#withoutSecrets(plain);
    try {
      const fresh = writer.freshIn(safe, target);
      if (fresh === null) this.#outcome.unchanged++;
      else {
        if (this.#batch.some((other) => other.session.id === fresh.id)) await this.#writeBatch(writer);
        this.#batch.push({ session: fresh, target });
        if (this.#batch.length === AT_ONCE) await this.#writeBatch(writer);
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  async #writeBatch(writer: ImportedWriter): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const written = await writer.write(batch);
    for (const [at, { target }] of batch.entries()) {
      const counts = written[at];
      if (!counts) continue;
      if ('error' in counts) this.#failed(counts.error);
      else this.#count(target, counts);
    }
  }

  #failed(error: unknown): void {
    if (isErrno(error, 'ENOSPC', 'EDQUOT', 'EROFS')) throw error;
    this.#skip('could not be written');
    if (this.#outcome.problems.length < MOST_PROBLEMS) this.#outcome.problems.push(sentenceOf(error));
  }

  async #withoutSecrets(session: ImportedSession): Promise<ImportedSession> {
    this.#clean ??= wordCleaner();
    const texts = textsOf(session);
    const safe = await (await this.#clean)(texts);
    this.#outcome.cleaned += texts.filter((text) => safe(text) !== text).length;
    return safeTexts(session, safe);
  }

  #skip(reason: NotImported): void {
    add(this.#outcome.skipped, reason, 1);
  }

  #count({ directory, cwd }: Target, { isNew, ...counts }: WrittenCounts): void {
    const project = this.#projects.get(directory) ?? {
      ...{ directory, cwd, created: 0, joined: 0, prompts: 0, observations: 0, handoffs: 0 },
    };
    this.#projects.set(directory, project);
    project[isNew ? 'created' : 'joined']++;
    for (const key of ['prompts', 'observations', 'handoffs'] as const) project[key] += counts[key];
  }
}

function hasAny({ prompts, observations, handoff }: ImportedSession): boolean {
  return prompts.length + observations.length > 0 || handoff !== null;
}

function add(counts: Record<string, number>, key: string, count: number): void {
  counts[key] = (counts[key] ?? 0) + count;
}
