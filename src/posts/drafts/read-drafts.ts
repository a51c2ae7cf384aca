/**
 * Drafts on disk: `<config>/session-chronicle/drafts/<slug>/`, edited by the owner. Reading never fails: anything
 * unusable is reported as a problem of its draft, with its line.
 */

import { lstatSync } from 'node:fs';
import { type Problem, problemAt } from '#src/format/problem.ts';
import type { FileIndex } from '#src/archive/file-index.ts';
import { type FileContent, readOnce } from '#src/archive/read-source.ts';
import type { Source } from '#src/memory/source.ts';
import { namesIn } from '#src/lib/names-in.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import type { Layout } from '#src/lib/paths.ts';
import { isOwnSlug } from '#src/lib/slug.ts';
import { compare } from '#src/lib/compare.ts';
import { NO_DECISIONS, parseDecisions } from './decisions-file.ts';
import { NO_SETTINGS, parseSettings } from './parse-settings.ts';

/** Far more than anybody writes: the rest is ignored. */
const MOST = 1000;
const FOLDER = 'drafts/*';
/** More than a book. */
const LONGEST_TEXT = 1024 * 1024;

/** A file that each draft has. */
interface DraftFile<Value> extends Source<Value> {
  name: string;
}

function draftFile<Value>(
  name: string,
  parse: Source<Value>['parse'],
  limit?: Source<Value>['limit'],
): DraftFile<Value> {
  const isMember = (each: string) => each === name;
  return { kind: `draft: ${name}`, name, list: { folder: FOLDER, isMember }, parse, ...(limit && { limit }) };
}

const TOO_LONG = problemAt('CHRONICLE_DRAFT_FILE', 1, 1, 'it is larger than 1 MiB');
const settingsFile = draftFile('draft.yml', (text) => {
  const { value: settings, places, problems } = parseSettings(text);
  return { value: { settings, places }, problems };
});
const bodyFile = draftFile('draft.mdx', unparsed, { size: LONGEST_TEXT, problem: TOO_LONG });
const decisionsFile = draftFile('redactions.yml', parseDecisions);

/** The files of drafts. */
export const draftSources: readonly Source<unknown>[] = [settingsFile, bodyFile, decisionsFile];

/** All drafts of an archive, by slug. */
export function draftsIn(index: FileIndex): Draft[] {
  const folders = index.folders().filter(({ folder, directory }) => folder === FOLDER && isOwnSlug(directory));
  return folders
    .sort((a, b) => compare(a.directory, b.directory))
    .slice(0, MOST)
    .map(({ path, directory: slug, isLink }) => {
      if (isLink) return unread(slug, path);
      return draftOf(slug, path, (file) => index.file(file, path, file.name)?.content ?? null);
    });
}

/** All drafts on disk, by slug. */
export function readDrafts(layout: Pick<Layout, 'drafts'>): Draft[] {
  const slugs = namesIn(layout.drafts).filter(isOwnSlug).slice(0, MOST);
  return slugs.flatMap((slug) => readDraft(layout, slug) ?? []);
}

/** The draft with this slug; null if there is none or the slug is invalid. */
export function readDraft({ drafts }: Pick<Layout, 'drafts'>, slug: string): Draft | null {
  if (!isOwnSlug(slug)) return null;
  const directory = `${drafts}/${slug}`;
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) return unread(slug, directory);
  if (!stats?.isDirectory()) return null;
  return draftOf(slug, directory, (file) => readOnce(`${directory}/${file.name}`, file));
}

type ReadFile = <Value>(file: DraftFile<Value>) => FileContent<Value> | null;

function draftOf(slug: string, directory: string, read: ReadFile): Draft {
  const problems: Draft['problems'] = [];
  const contentOf = <Value>(file: DraftFile<Value>): Value | null => {
    const content = read(file);
    // No file until the first decision.
    if (!content && file.name === decisionsFile.name) return null;
    const found = content?.problems ?? [problemAt('CHRONICLE_DRAFT_FILE', 1, 1, `${file.name} is missing`)];
    for (const problem of found) problems.push({ path: `${directory}/${file.name}`, problem });
    return content?.value ?? null;
  };
  const { settings, places } = contentOf(settingsFile) ?? { settings: NO_SETTINGS, places: new Map() };
  const body = contentOf(bodyFile) ?? '';
  const decisions = contentOf(decisionsFile) ?? NO_DECISIONS;
  return { slug, directory, settings, body, decisions, places, problems };
}

function unparsed(text: string): { value: string; problems: Problem[] } {
  return { value: text, problems: [] };
}

function unread(slug: string, directory: string): Draft {
  const problem = problemAt('CHRONICLE_DRAFT_FILE', 1, 1, 'its directory is a symbolic link');
  const problems = [{ path: directory, problem }];
  return { slug, directory, settings: NO_SETTINGS, body: '', decisions: NO_DECISIONS, problems };
}
