/**
 * Drafts on disk: `<config>/session-chronicle/drafts/<slug>/`, the owner's to write. Reading never fails: what cannot be
 * used is a problem of its draft, with its place.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import { probe, type Reading, readSource } from '#src/node/archive/reading.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import type { Layout } from '#src/project/paths.ts';
import { isOwnSlug } from '#src/project/slug.ts';
import { NO_DECISIONS, parseDecisions } from './decisions-file.ts';
import { NO_SETTINGS, parseSettings } from './parse-settings.ts';

/** More than anybody writes at once; a directory with more in it is none of drafts. */
const MOST = 1000;
/** A book has less. */
const LONGEST_TEXT = 1024 * 1024;

/** All drafts, by slug. */
export function readDrafts(layout: Pick<Layout, 'drafts'>): Draft[] {
  const slugs = namesIn(layout.drafts).filter(isOwnSlug).sort().slice(0, MOST);
  return slugs.flatMap((slug) => readDraft(layout, slug) ?? []);
}

/** The draft with this slug; null if there is none. A text that cannot name a draft names none. */
export function readDraft({ drafts }: Pick<Layout, 'drafts'>, slug: string): Draft | null {
  if (!isOwnSlug(slug)) return null;
  const directory = `${drafts}/${slug}`;
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) return unread(slug, directory);
  if (!stats?.isDirectory()) return null;
  const files = new DraftFiles(directory);
  let places: NonNullable<Draft['places']> = new Map();
  const parse = (text: string) => {
    const parsed = parseSettings(text);
    places = parsed.places;
    return parsed;
  };
  const settings = files.read('draft.yml', parse) ?? NO_SETTINGS;
  const body = files.read('draft.mdx', asText, LONGEST_TEXT) ?? '';
  const decisions = files.read('redactions.yml', parseDecisions) ?? NO_DECISIONS;
  return { slug, directory, settings, body, decisions, places, problems: files.problems };
}

class DraftFiles {
  readonly problems: Draft['problems'] = [];
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  read<Value>(name: string, parse: Parse<Value>, longest = Number.POSITIVE_INFINITY): Value | null {
    const path = `${this.#directory}/${name}`;
    const reading = readOne(path, parse, longest);
    // Nothing was decided yet.
    if (!reading && name === 'redactions.yml') return null;
    const problems = reading?.problems ?? [problemAt('CHRONICLE_DRAFT_FILE', 1, 1, `there is no ${name}`)];
    for (const problem of problems) this.problems.push({ path, problem });
    return reading?.value ?? null;
  }
}

type Parse<Value> = (text: string) => { value: Value; problems: Problem[] };

function readOne<Value>(path: string, parse: Parse<Value>, longest: number): Reading<Value> | null {
  const found = probe(path, Date.now());
  if (!found) return null;
  const refusal =
    found.stamp.size > longest ? problemAt('CHRONICLE_DRAFT_FILE', 1, 1, 'it is larger than 1 MiB') : found.refusal;
  return readSource(path, { ...found, refusal }, { parse });
}

function asText(text: string): { value: string; problems: Problem[] } {
  return { value: text, problems: [] };
}

function unread(slug: string, directory: string): Draft {
  const problem = problemAt('CHRONICLE_DRAFT_FILE', 1, 1, 'its directory is a symbolic link');
  const problems = [{ path: directory, problem }];
  return { slug, directory, settings: NO_SETTINGS, body: '', decisions: NO_DECISIONS, problems };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
