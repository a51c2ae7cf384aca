import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { readEntries } from '../../chronicle/front-matter.ts';
import { frontMatterLines } from '../../chronicle/read.ts';
import { scanFrontMatter } from '../../chronicle/scan.ts';
import { bytesOf, textOf } from '../../forget/bytes.ts';
import { forgetInChronicle } from '../../forget/forget-in-chronicle.ts';
import { forgetInDraft } from '../../forget/forget-in-draft.ts';
import { forgetInJson, forgetInJsonLines } from '../../forget/forget-in-json.ts';
import { isNamedFor } from '../../forget/is-named-for.ts';
import { type Renaming, renamingOf, type Wanted } from '../../forget/wanted.ts';
import { WantedText } from '../../forget/wanted-text.ts';
import { type NameChange, yamlNames } from '../../forget/yaml-names.ts';
import { parseChangeRecord } from '../../memory/change-record.ts';
import type { Layout, MemoryPlace } from '../../project/paths.ts';
import { sentenceOf } from '../chronicle-error.ts';
import { readRegularFile } from '../store/read-file.ts';
import { isLeftover } from '../store/work-directory.ts';
import { editYaml } from '../yaml/edit-yaml.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { derivedFiles } from './derived-files.ts';
import { type NamedPath, namedPaths, seriesAfter } from './named-paths.ts';
import { namesIn, type OwnFile, ownFiles } from './own-files.ts';

/** What the owner wants forgotten, as it was asked for. */
export type Target =
  | { kind: 'session'; session: string; names: readonly string[] }
  | { kind: 'event'; session: string; event: string }
  | { kind: 'text'; text: string };

/** One file that changes or goes. Bytes are Latin-1. */
export interface FileChange extends OwnFile {
  before: string;
  /** Null if the file goes. */
  after: string | null;
  /** Does the same to the file as it is by then. */
  edit: (bytes: string) => string | null;
  /** A name that says nothing, for a chronicle whose own says what is to be forgotten. */
  isRenamed: boolean;
}

export interface ForgettingPlan {
  target: Target;
  wanted: Wanted;
  /** In the order in which they are written: what tells how to find the rest comes last. */
  changes: FileChange[];
  /** Backups of memory that go whole. */
  backups: { path: string; place: MemoryPlace }[];
  /** Drafts and series whose own names say what is to be forgotten. */
  renames: NamedPath[];
  /** Files and directories that are made again from others, and entries of the index. */
  derived: string[];
  /** What killed processes left, in which anything may stand. */
  leftovers: string[];
  /** Sentences about files of ours that cannot be looked into. */
  unread: string[];
  /** Whether it is known to stand in any of this: what is derived goes in any case. */
  isFound: boolean;
}

/** Whether there is nothing to be done. */
export function isEmptyPlan({ changes, backups, renames, derived, leftovers }: ForgettingPlan): boolean {
  return changes.length + backups.length + renames.length + derived.length + leftovers.length === 0;
}

/** What is wanted of a target. */
function wantedOf(target: Target): Wanted {
  const none = { sessions: new Set<string>(), events: new Set<string>() };
  if (target.kind === 'text') return { ...none, text: new WantedText([target.text]) };
  if (target.kind === 'event') return { ...none, text: new WantedText([]), events: new Set([target.event]) };
  return { ...none, text: new WantedText([target.session, ...target.names]), sessions: new Set([target.session]) };
}

/** Reads everything of ours and works out what forgetting changes. Nothing is written. */
export function planForgetting(layout: Layout, roots: readonly string[], target: Target): ForgettingPlan {
  const { files, backups, workDirectories, named, unread } = ownFiles(layout, roots);
  const planning = new Planning(target, unread);
  const isChronicle = ({ kind }: OwnFile) => kind === 'chronicle';
  const chronicles = files.filter(isChronicle).flatMap((file) => planning.chronicle(file) ?? []);
  const renames = planning.renames(named);
  const others = files.filter((file) => !isChronicle(file)).flatMap((file) => planning.other(file) ?? []);
  const gone = backups.filter((backup) => planning.isGoneBackup(backup.path));
  const kept = backups.filter((backup) => !gone.includes(backup));
  const records = kept.flatMap(
    ({ path, place }) => planning.record({ path: `${path}/${RECORD}`, kind: 'ledger', place }) ?? [],
  );
  const changes = [...others, ...records, ...chronicles];
  const leftovers = workDirectories.flatMap((work) => leftoversIn(work, unread));
  const isAny = changes.length + gone.length + renames.length + leftovers.length > 0 || target.kind === 'session';
  const isIn = (path: string) => planning.isIn(path);
  const derived = derivedFiles(layout, planning.wanted.sessions, isIn, isAny, unread);
  return {
    target,
    wanted: planning.wanted,
    changes,
    backups: gone,
    renames,
    derived: derived.paths,
    leftovers,
    unread: [...new Set(unread)],
    isFound: isAny || derived.isFound,
  };
}

/** A draft that was being made counts as left behind, as it takes a moment. */
function leftoversIn(work: string, unread: string[]): string[] {
  const names = namesIn(work, unread).filter(
    (name) => name === 'new-draft' || (name.endsWith('.tmp') && isLeftover(work, name)),
  );
  return names.map((name) => `${work}/${name}`);
}

class Planning {
  readonly wanted: Wanted;
  readonly #unread: string[];
  readonly #target: Target;
  readonly #names = new Map<string, string | null>();
  readonly #renamed: Renaming;
  #renames: NamedPath[] = [];

  constructor(target: Target, unread: string[]) {
    this.#unread = unread;
    this.#target = target;
    this.wanted = wantedOf(target);
    this.#renamed = renamingOf(this.wanted, this.#names);
  }

  chronicle(file: OwnFile): FileChange | null {
    const before = this.#read(file.path);
    if (before === null) return null;
    const edit = (bytes: string) => {
      if (this.wanted.sessions.has(sessionIn(bytes))) return null;
      return forgetInChronicle(bytes, this.wanted).bytes;
    };
    const after = edit(before);
    if (after !== null && after !== before) {
      const { names } = forgetInChronicle(before, this.wanted);
      for (const [was, is] of names) this.#names.set(was, is);
    }
    const stem = basename(file.path, '.md').replace(/^\d{4}-\d\d-\d\d-/, '');
    const isRenamed = after !== null && this.#isNamedSo(stem);
    return after === before && !isRenamed ? null : { ...file, before, after, edit, isRenamed };
  }

  /** Which drafts and series get another name. */
  renames(named: Parameters<typeof namedPaths>[0]): NamedPath[] {
    this.#renames = namedPaths(named, (slug) => this.#isNamedSo(slug));
    return this.#renames;
  }

  /** To be called when the chronicles and the names are planned. */
  other(file: OwnFile): FileChange | null {
    return this.#change(file, (bytes) => this.#edited(file, bytes));
  }

  /** The note of a change of memory that stays: what cites events in it is brought up to date. */
  record(file: OwnFile): FileChange | null {
    return this.#change(file, (bytes) => forgetInJson(bytes, { text: new WantedText([]) }, this.#renamed));
  }

  /** A backup is worth nothing if a byte of it is missing, so one with the text in it goes, and so does one of a forgotten session. */
  isGoneBackup(directory: string): boolean {
    const isFile = lstatSync(directory, { throwIfNoEntry: false })?.isFile();
    const names = isFile ? [''] : namesIn(directory, this.#unread);
    return names.some((name) => {
      const bytes = this.#read(name === '' ? directory : `${directory}/${name}`);
      if (bytes === null) return false;
      if (name !== RECORD || this.#target.kind === 'text') return this.wanted.text.isIn(bytes);
      const session = parseChangeRecord(textOf(bytes))?.line.session_id;
      return typeof session === 'string' && this.wanted.sessions.has(session);
    });
  }

  /** Whether a file holds what is wanted. */
  isIn(path: string): boolean {
    const bytes = this.#read(path);
    return bytes !== null && this.wanted.text.isIn(bytes);
  }

  #change(file: OwnFile, edit: (bytes: string) => string): FileChange | null {
    const before = this.#read(file.path);
    if (before === null) return null;
    const after = edit(before);
    return after === before ? null : { ...file, before, after, edit, isRenamed: false };
  }

  #edited({ kind }: OwnFile, bytes: string): string {
    const { sessions } = this.wanted;
    const isGone = (value: Record<string, unknown>) =>
      kind !== 'ledger' && typeof value.session_id === 'string' && sessions.has(value.session_id);
    if (kind === 'draft') return forgetInDraft(bytes, this.wanted, this.#renamed);
    if (kind === 'yaml') return this.wanted.text.replace(this.#yaml(bytes));
    return forgetInJsonLines(bytes, this.wanted, this.#renamed, isGone);
  }

  #yaml(bytes: string): string {
    const text = textOf(bytes);
    const { value, problem } = readYaml(text);
    const changes = problem ? [] : [...yamlNames(value, this.#renamed), ...this.#seriesName(value)];
    return changes.length === 0 ? bytes : bytesOf(editYaml(text, changes));
  }

  /** A draft names its series by the name of that one's file. */
  #seriesName(value: unknown): NameChange[] {
    const slug = seriesNamed(value);
    const after = slug && seriesAfter(slug, this.#renames, (each) => this.#isNamedSo(each));
    return after === slug ? [] : [{ path: ['series', 'slug'], value: after }];
  }

  #isNamedSo(slug: string): boolean {
    return this.#target.kind === 'text' && isNamedFor(slug, this.#target.text, this.wanted.text);
  }

  #read(path: string): string | null {
    try {
      return lstatSync(path, { throwIfNoEntry: false }) ? readRegularFile(path).text : null;
    } catch (error) {
      this.#unread.push(`${path} cannot be looked into. ${sentenceOf(error)}`);
      return null;
    }
  }
}

/** What a change of memory is noted in, among its bytes before and after. */
const RECORD = 'change.json';

function seriesNamed(value: unknown): string | null {
  const series = isRecord(value) ? value.series : null;
  return isRecord(series) && typeof series.slug === 'string' ? series.slug : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The session that a chronicle is of; empty if it does not say. */
export function sessionIn(bytes: string): string {
  const lines = frontMatterLines(bytes, scanFrontMatter(bytes));
  return (lines && readEntries(lines).entries.get('session_id')?.value) ?? '';
}
