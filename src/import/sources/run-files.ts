/** Runs an import of files: an archive, or chronicles of another folder. */
import { frontMatterText, valueIn } from '#src/format/front-matter-line.ts';
import { ARCHIVE_KINDS, type ArchiveRecord } from '#src/import/archive-record.ts';
import { isBetween } from '#src/index/query-day.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { ExcludedFiles } from '../archive/excluded-files.ts';
import { FilePlacer, type PlacedFiles } from '../archive/place-files.ts';
import { stemOf } from '../archive/session-of.ts';
import { usableSettings } from '#src/transcript/harvest-session.ts';
import { wordCleaner } from '#src/transcript/safe-words.ts';
import { breathe, importLock, requireConfig } from '#src/transcript/import-lock.ts';
import { ImportRecord } from '#src/transcript/import-record.ts';
import type { FileKind, Source } from './kind.ts';
import type { IsOfProject } from './run-import.ts';
import { placeOfImports } from './run-import.ts';

export interface FileRunOptions {
  kind: FileKind;
  /** A path that a person gave; null for the usual places. */
  path: string | null;
  /** Claude Code's name for the project of files whose folder names none; null if they are left. */
  into: string | null;
  isDryRun: boolean;
  /** Null for all projects. */
  isOfProject: IsOfProject | null;
  /** A local day; null for all. */
  since: string | null;
  /** Called with the number of files read. */
  progress(count: number, of: number | null): void;
}

export interface FileOutcome extends PlacedFiles {
  /** The id of the run, for `import undo`; null if nothing was written. */
  id: string | null;
  sources: Source[];
  /** How many files were not among those asked for. */
  skipped: number;
  /** How many sessions lie in excluded directories. */
  excluded: number;
  /** How many other files belong to projects in excluded directories. */
  excludedFiles: number;
}

/** Imports files. Refuses (CHRONICLE_BUSY) while another import runs. A dry run writes nothing. Throws if the disk is full. */
export async function runFiles(world: World, options: FileRunOptions): Promise<FileOutcome> {
  const { kind, path, into, isDryRun, progress } = options;
  const layout = layoutIn(world);
  requireConfig(world, layout);
  return importLock(layout, isDryRun, async () => {
    const place = placeOfImports(world);
    const sources = path === null ? await kind.find(place) : await kind.at(path, place);
    const usable = sources.filter(({ problem }) => problem === null);
    const at = world.now().toISOString();
    const from = usable.map((source) => source.path).join(', ');
    const record = isDryRun ? null : new ImportRecord(layout, { kind: kind.name, from, at });
    const placer = new FilePlacer({ layout, record, from: usable.map((source) => source.path) });
    const filter = new FileFilter(options);
    const exclusion = new ExcludedFiles(usableSettings(layout).config, world.home);
    const clean = kind.isScanned ? await wordCleaner() : null;
    let [count, skipped] = [0, 0];
    for (const { problem } of sources) if (problem !== null) placer.problem(problem);
    try {
      for (const source of usable)
        for await (const found of kind.files(source, { into, isDryRun })) {
          progress(++count, null);
          await breathe(count);
          if ('left' in found) placer.problem(found.left);
          else if (exclusion.has(found.record)) continue;
          else if (!filter.takes(found.record)) skipped++;
          else {
            const record = clean === null ? found.record : await withoutSecrets(found.record, clean);
            await placer.take(record, found.name, found.record.bytes);
          }
        }
      await placer.finish();
      record?.end(world.now().toISOString());
    } finally {
      placer.abandon();
    }
    return {
      ...placer.outcome,
      id: record?.isBegun ? record.id : null,
      sources,
      skipped,
      excluded: exclusion.sessions,
      excludedFiles: exclusion.files,
    };
  });
}

/** The file with secrets in its body replaced. */
async function withoutSecrets(
  record: ArchiveRecord,
  clean: Awaited<ReturnType<typeof wordCleaner>>,
): Promise<ArchiveRecord> {
  const text = asText(record.bytes);
  const [front = ''] = /^\ufeff?---\r?\n[\s\S]*?\n---\r?\n/.exec(text) ?? [];
  const body = text.slice(front.length);
  const safe = (await clean([body]))(body);
  return safe === body ? record : { ...record, bytes: asBytes(front + safe) };
}

/** Chooses files by project and day. What belongs to a chronicle, and comes after it, is chosen with it. */
class FileFilter {
  readonly #options: Pick<FileRunOptions, 'isOfProject' | 'since'>;
  readonly #chosen = new Set<string>();
  /** The checkout of each directory, as far as a chronicle has named one. */
  readonly #checkouts = new Map<string, string>();

  constructor(options: Pick<FileRunOptions, 'isOfProject' | 'since'>) {
    this.#options = options;
  }

  takes({ kind, path, bytes }: ArchiveRecord): boolean {
    const { isOfProject, since } = this.#options;
    if (isOfProject === null && since === null) return true;
    if (ARCHIVE_KINDS[kind].below === 'state') return false;
    const [directory = ''] = path.split('/');
    const stem = stemOf(path);
    const front = kind === 'chronicle' ? frontMatterText(bytes) : null;
    const named = valueIn(front, 'cwd');
    if (named) this.#checkouts.set(directory, asText(named));
    const cwd = this.#checkouts.get(directory) ?? '';
    if (isOfProject !== null && !isOfProject(cwd.split(/[\\/]/).at(-1) ?? '', { directory, cwd })) return false;
    if (since === null) return true;
    if (kind !== 'chronicle') return this.#chosen.has(stem);
    const isChosen = isBetween(valueIn(front, 'date') ?? '', since, null);
    if (isChosen) this.#chosen.add(stem);
    return isChosen;
  }
}
