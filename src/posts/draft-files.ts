/** Drafts on disk. Reading never fails: anything unusable is reported as a problem of its draft, with its line. */
import { lstatSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { FileSet } from '#src/archive/file-index.ts';
import { readOnce } from '#src/archive/read-source.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';
import { type Cost, keys, type UserFileForm, readUserFile, record, text as textOf } from '#src/format/user-file.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { compare } from '#src/lib/compare.ts';
import { readYaml, writeYaml } from '#src/lib/yaml.ts';
import { createFile, overwriteFile } from '#src/lib/files.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { withLock } from '#src/lib/lock.ts';
import { memoised } from '#src/lib/memo.ts';
import { namesIn } from '#src/lib/names-in.ts';
import type { Paths } from '#src/lib/paths.ts';
import { privateDirectory, requireWithin } from '#src/lib/private-directory.ts';
import { isDeviceName, isOwnSlug } from '#src/lib/slug.ts';
import { editFile } from '#src/memory/file-bytes.ts';
import { fileSource, type Source } from '#src/memory/source.ts';
import { newSalt } from '#src/redaction/decisions.ts';
import { type Decisions, NO_DECISIONS } from '#src/redaction/finding.ts';
import {
  type Draft,
  type DraftHistory,
  type DraftText,
  historyFile,
  NO_HISTORY,
  NO_SETTINGS,
  parseDraft,
  parseHistory,
} from './draft.ts';

/** Far more than anybody writes: the rest is ignored. */
const MOST = 1000;
/** More than a book. */
const LONGEST_TEXT = 1024 * 1024;
const LONGEST_SLUG = 80;
/** How long to wait for another command (ms). */
const PATIENCE = 5000;

/** The comment at the top of the file of decisions. */
const ABOUT_DECISIONS = `# Decisions about findings in this draft: replace, keep or leave-out, each by the hash of the finding.
# The findings themselves are not stored. Remove a line to undo its decision. Comments of yours are not kept.

`;
const SALT = /^[0-9a-f]{16,128}$/;
const DECISIONS = keys({
  salt: textOf(128),
  decisions: record(
    /^[0-9a-f]{16,128}$/,
    z.enum(['replace', 'keep', 'leave-out'], 'a decision is replace, keep or leave-out'),
    'a map of decisions is expected here',
    () => 'this key is not the hash of a finding',
  ),
}).check(
  z.refine(({ salt, decisions }) => SALT.test(salt) || Object.keys(decisions).length === 0, {
    error: 'without its salt, the hashes in this file match nothing',
    path: ['salt'],
    params: { entry: true } satisfies Cost,
  }),
);
const DECISIONS_FORM: UserFileForm<typeof DECISIONS> = {
  schema: DECISIONS,
  unreadable: 'CHRONICLE_DRAFT_YAML',
  fault: 'CHRONICLE_REDACTIONS',
};

/** Reads the file of decisions. An invalid decision is a problem, and its finding stays open. Never throws. */
export function parseDecisions(text: string): { value: Decisions; problems: Problem[] } {
  const { value, problems } = readUserFile(text, DECISIONS_FORM);
  if (value === null) return { value: NO_DECISIONS, problems };
  return { value: { salt: SALT.test(value.salt) ? value.salt : '', byHash: value.decisions }, problems };
}

/** The endings of a draft's files, behind its slug. */
const DRAFT_ENDINGS = ['.md', '.redactions.yml', '.exports.json'] as const;

type Ending = (typeof DRAFT_ENDINGS)[number];

function sourceOf<Value>(ending: Ending, parse: Source<Value>['parse']): Source<Value> {
  const isMember = (name: string) => name.endsWith(ending) && isOwnSlug(name.slice(0, -ending.length));
  const problem = problemAt('CHRONICLE_DRAFT_FILE', 1, 1, 'it is larger than 1 MiB');
  return {
    kind: `draft ${ending}`,
    list: { folder: 'drafts', isMember },
    parse,
    limit: { size: LONGEST_TEXT, problem },
  };
}

const SOURCES = {
  text: sourceOf<DraftText>('.md', parseDraft),
  decisions: sourceOf<Decisions>('.redactions.yml', parseDecisions),
  history: sourceOf<DraftHistory>('.exports.json', parseHistory),
};

/** The files that the archive reads drafts from. */
export function draftSources({ redact }: Pick<Paths, 'redact'>): Source<unknown>[] {
  // Only for noticing changes: the scanner reads the names itself, following links.
  const names = fileSource('names to redact', redact, (text) => ({ value: text, problems: [] }));
  return [...Object.values(SOURCES), names];
}

/** All drafts of an archive, by slug: a new list after any change of the owner's files. */
export const draftsOf = memoised((files: FileSet): Draft[] => {
  const filePaths = files.files(SOURCES.text).map(({ path }) => path);
  return filePaths.sort(compare).slice(0, MOST).map(draftAt);
});

/** All drafts on disk, by slug. */
export function readDrafts(paths: Pick<Paths, 'drafts'>): Draft[] {
  const slugs = namesIn(paths.drafts).flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -'.md'.length)] : []));
  return slugs.slice(0, MOST).flatMap((slug) => readDraft(paths, slug) ?? []);
}

/** The draft with this slug; null if there is none or the slug is invalid. */
export function readDraft({ drafts }: Pick<Paths, 'drafts'>, slug: string): Draft | null {
  const path = `${drafts}/${slug}.md`;
  return isOwnSlug(slug) && lstatSync(path, { throwIfNoEntry: false }) ? draftAt(path) : null;
}

/** The draft whose text is at this path. */
function draftAt(path: string): Draft {
  const problems: Draft['problems'] = [];
  const read = <Value>(ending: Ending, source: Source<Value>): Value | null => {
    const own = path.replace(/\.md$/, ending);
    const content = readOnce(own, source);
    problems.push(...(content?.problems ?? []).map((problem) => ({ path: own, problem })));
    return content?.value ?? null;
  };
  return {
    slug: path.slice(path.lastIndexOf('/') + 1, -'.md'.length),
    path,
    ...(read('.md', SOURCES.text) ?? { text: '', settings: NO_SETTINGS, body: '', bodyLine: 1, places: new Map() }),
    decisions: read('.redactions.yml', SOURCES.decisions) ?? NO_DECISIONS,
    history: read('.exports.json', SOURCES.history) ?? NO_HISTORY,
    problems,
  };
}

/** Whether a draft is made from exactly these sessions, by their ids. */
export function hasSessions({ settings }: Pick<Draft, 'settings'>, ids: readonly string[]): boolean {
  const keyOf = (some: readonly string[]) => [...new Set(some)].sort().join('\n');
  return keyOf(settings.sessions) === keyOf(ids);
}

/** The path of a file beside a draft. */
export function besideDraft({ path }: Pick<Draft, 'path'>, ending: '.redactions.yml' | '.exports.json'): string {
  return path.replace(/\.md$/, ending);
}

/** A draft that is not on disk yet. */
export type NewDraft = Pick<Draft, 'slug' | 'text' | 'history'>;

/** A new draft as it would be on disk. */
export function undiskedDraft({ slug, text, history }: NewDraft): Draft {
  const { value, problems } = parseDraft(text);
  return {
    slug,
    path: '',
    ...value,
    decisions: NO_DECISIONS,
    history,
    problems: problems.map((problem) => ({ path: '', problem })),
  };
}

/**
 * Creates the files of a draft, with `-2` added to the slug if it is taken, and returns the draft. The Markdown file appears
 * last and complete. With `only`, a draft of the same sessions that was created meanwhile is returned instead. Refuses
 * (CHRONICLE_BAD_SLUG) an invalid slug.
 */
export function createDraft(
  paths: Paths,
  made: NewDraft,
  {
    decisions = { salt: newSalt(), byHash: {} },
    only = false,
  }: { decisions?: Decisions | undefined; only?: boolean } = {},
): Draft {
  requireOwnSlug(made.slug);
  const drafts = privateDirectory(paths.drafts, paths.config);
  return withLock(drafts, 'drafts', PATIENCE, () => {
    const { settings } = parseDraft(made.text).value;
    const other = only ? readDrafts(paths).find((draft) => hasSessions(draft, settings.sessions)) : undefined;
    if (other) return other;
    const taken = new Set(readdirSync(drafts).map((name) => name.toLowerCase()));
    const isFree = (name: string) => DRAFT_ENDINGS.every((ending) => !taken.has(`${name}${ending}`.toLowerCase()));
    const slug = freeName(made.slug, isFree);
    // The salt is written at once, as the hash of a finding depends on it: one page may send two decisions.
    overwriteFile(`${drafts}/${slug}.redactions.yml`, asBytes(decisionsFile(decisions)));
    overwriteFile(`${drafts}/${slug}.exports.json`, asBytes(historyFile(made.history)));
    createFile(drafts, (n) => (n === 1 ? `${slug}.md` : takenMeanwhile(slug)), made.text);
    return { ...undiskedDraft({ ...made, slug }), path: `${paths.drafts}/${slug}.md`, decisions };
  });
}

function takenMeanwhile(slug: string): never {
  throw new ChronicleError('CHRONICLE_DRAFT_EXISTS', `A draft named ${slug} was just created. Nothing was changed.`);
}

function decisionsFile({ salt, byHash }: Decisions): string {
  const lines = Object.entries(byHash).map(([hash, decision]) => `  ${hash}: ${decision}\n`);
  return `${ABOUT_DECISIONS}salt: ${salt}\n${lines.length === 0 ? '' : `decisions:\n${lines.join('')}`}`;
}

/** The name, or the first `name-2`, `name-3`… that is free. Case is ignored, as some file systems do. */
function freeName(wanted: string, isFree: (name: string) => boolean): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : `-${n}`;
    const name = `${wanted.slice(0, LONGEST_SLUG - suffix.length)}${suffix}`;
    if (isFree(name)) return name;
  }
}

/** Refuses (CHRONICLE_BAD_SLUG) a text that cannot name a draft. */
function requireOwnSlug(text: string): void {
  if (isOwnSlug(text) && !isDeviceName(text)) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_SLUG',
    isOwnSlug(text)
      ? `Windows keeps the name ${text} for a device, so no blog with such a post could be checked out there. Choose another slug. Nothing was changed.`
      : 'A slug has letters, digits, dots, dashes and underscores only, starts with a letter or digit, and is at most 80 characters long. Nothing was changed.',
  );
}

/** Makes a draft anew that nobody edited since it was read. Refuses (CHRONICLE_RESTLESS) if it was edited meanwhile. */
export function remakeDraft(draft: Draft, { text, history }: NewDraft): Draft {
  editFile(draft.path, (bytes) => {
    if (bytes === asBytes(draft.text)) return asBytes(text);
    throw new ChronicleError('CHRONICLE_RESTLESS', `${draft.path} was just edited. Nothing was exported.`);
  });
  const { made, sessions } = history;
  const saved = editHistory(draft, (before) => ({ ...before, made, sessions }));
  return { ...draft, ...parseDraft(text).value, history: saved };
}

/** Changes what is kept about a draft, as it is at that moment, and returns it. */
export function editHistory(draft: Draft, edit: (history: DraftHistory) => DraftHistory): DraftHistory {
  let saved = draft.history;
  requireOwnPlace(draft);
  editFile(besideDraft(draft, '.exports.json'), (bytes) => {
    const there = bytes === null ? NO_HISTORY : parseHistory(asText(bytes)).value;
    if (there === null) throw broken(`${besideDraft(draft, '.exports.json')} is not what chronicle wrote. Delete it.`);
    saved = edit(there);
    return asBytes(historyFile(saved));
  });
  return saved;
}

/**
 * Saves decisions about a draft's findings and returns the draft with them. Decisions that others saved meanwhile are
 * kept. Refuses (CHRONICLE_DECIDED_ELSEWHERE) if the file has a different salt by now, and
 * (CHRONICLE_DRAFT_BROKEN) an unreadable file.
 */
export function saveDecisions(draft: Draft, decisions: Decisions): Draft {
  let saved = decisions;
  editDecisions(draft, (text) => {
    const { value: there } = parseDecisions(text);
    if (there.salt !== '' && there.salt !== decisions.salt)
      throw new ChronicleError(
        'CHRONICLE_DECIDED_ELSEWHERE',
        `${besideDraft(draft, '.redactions.yml')} was changed by another program at the same time. Decide again. Nothing was changed.`,
      );
    const changed = Object.entries(decisions.byHash).filter(([hash, decision]) => {
      return draft.decisions.byHash[hash] !== decision || there.byHash[hash] === undefined;
    });
    saved = { salt: decisions.salt, byHash: { ...there.byHash, ...Object.fromEntries(changed) } };
    return saved;
  });
  return { ...draft, decisions: saved };
}

/** Makes findings that were decided open again, by their hashes, and returns the draft without these decisions. */
export function withdrawDecisions(draft: Draft, hashes: readonly string[]): Draft {
  editDecisions(draft, (text) => {
    const { salt, byHash } = parseDecisions(text).value;
    return { salt, byHash: without(byHash, hashes) };
  });
  return { ...draft, decisions: { ...draft.decisions, byHash: without(draft.decisions.byHash, hashes) } };
}

function without(byHash: Decisions['byHash'], hashes: readonly string[]): Decisions['byHash'] {
  return Object.fromEntries(Object.entries(byHash).filter(([hash]) => !hashes.includes(hash)));
}

function editDecisions(draft: Draft, edit: (text: string) => Decisions): void {
  const path = besideDraft(draft, '.redactions.yml');
  requireOwnPlace(draft);
  editFile(path, (bytes) => {
    const text = asText(bytes ?? '');
    if (asBytes(text) !== (bytes ?? '')) throw broken(`${path} is not UTF-8 text. Save it as UTF-8.`);
    const { problem } = readYaml(text);
    if (problem) throw broken(`${path}:${problem.line}:${problem.column} is not YAML: ${problem.fault}. Fix it first.`);
    const { salt, byHash } = edit(text);
    return asBytes(ABOUT_DECISIONS + writeYaml({ salt, decisions: byHash }));
  });
}

/** Refuses (CHRONICLE_OUTSIDE) drafts in a directory that a link leads to from Claude Code's. */
function requireOwnPlace({ path }: Draft): void {
  const drafts = dirname(path);
  requireWithin(drafts, dirname(dirname(drafts)));
}

function broken(sentences: string): ChronicleError {
  return new ChronicleError('CHRONICLE_DRAFT_BROKEN', `${sentences} Nothing was changed.`);
}
