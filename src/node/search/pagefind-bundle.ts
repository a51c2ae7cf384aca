import type { PagefindIndex } from 'pagefind';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { indexedText } from '#src/search/excerpt.ts';
import type { SearchRecord } from '#src/search/record.ts';
import { quarterOf } from '#src/search/record-id.ts';
import { textFileName, textFilesOf } from '#src/search/record-texts.ts';
import { tableOf } from '#src/search/search-table.ts';
import { WORD_CHARACTERS } from '#src/search/words.ts';
import { withRecordIds } from './numbered-pages.ts';

/** The files of a bundle by their paths in it. */
export type BundleFiles = Map<string, Uint8Array>;

/** Pagefind itself, loaded only from the first bundle. */
export const ENGINE_FILES: ReadonlySet<string> = new Set(['pagefind.js', 'wasm.en.pagefind']);

/**
 * English for all text, because the language decides how words are stemmed, and a guess could differ between bundles.
 * Text in other languages is found by its words without stemming.
 */
const LANGUAGE = 'en';
/** Records to add at once; one at a time takes twice as long. */
const BATCH = 200;

/** The file of a bundle with the table of its records. */
export const TABLE_FILE = 'records.json';

/**
 * Builds the bundles of these paths one after the other with one Pagefind process, each from records made just before.
 * Throws CHRONICLE_NO_SEARCH if Pagefind is not installed or fails.
 */
export async function* buildBundles(
  recordsByPath: ReadonlyMap<string, () => readonly SearchRecord[]>,
): AsyncGenerator<[path: string, BundleFiles]> {
  if (recordsByPath.size === 0) return;
  try {
    const pagefind = await import('pagefind');
    try {
      for (const [path, records] of recordsByPath) {
        const { index, errors } = await pagefind.createIndex({
          forceLanguage: LANGUAGE,
          includeCharacters: WORD_CHARACTERS,
        });
        if (!index) throw new Error(errors.join(' '));
        yield [path, await buildBundle(index, quarterOf(path), records())];
      }
    } finally {
      await pagefind.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ChronicleError(
      'CHRONICLE_NO_SEARCH',
      `The search index could not be built: ${reason.replace(/\.$/, '')}. The rest of the site works without it. To get search, install with npm's optional dependencies, which include Pagefind.`,
    );
  }
}

async function buildBundle(
  index: PagefindIndex,
  quarter: string,
  records: readonly SearchRecord[],
): Promise<BundleFiles> {
  for (let at = 0; at < records.length; at += BATCH) {
    const added = await Promise.all(
      records.slice(at, at + BATCH).map((record, number) => index.addCustomRecord(pagefindRecord(record, at + number))),
    );
    requireNone(added.flatMap(({ errors }) => errors));
  }
  const { files, errors } = await index.getFiles();
  requireNone(errors);
  await index.deleteIndex();
  const kept = files
    .filter(({ path }) => isNeeded(path))
    .map(({ path, content }) => {
      const isList = path.endsWith('.pf_meta');
      return [path, isList ? withRecordIds(content, quarter, records.length) : content] as const;
    });
  const texts = textFilesOf(records);
  return new Map([
    ...kept,
    [TABLE_FILE, json(tableOf(records, texts))],
    ...texts.map((file, index) => [textFileName(index), json(file)] as const),
  ]);
}

/** Without metadata, which Pagefind would search as text, and filters, which the table of records replaces. */
function pagefindRecord({ text }: SearchRecord, number: number) {
  return { url: `/${number}`, content: indexedText(text), language: LANGUAGE };
}

/** Everything except Pagefind's own search pages and its copies of the texts, a file each. */
function isNeeded(path: string): boolean {
  return ENGINE_FILES.has(path) || /^(?:pagefind-entry\.json|pagefind\.[^/]*\.pf_meta|index\/[^/]+)$/.test(path);
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function requireNone(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(errors.join(' '));
}
