import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { textOf } from '#src/forget/bytes.ts';
import { forgetInChronicle } from '#src/forget/forget-in-chronicle.ts';
import { forgetInDraft } from '#src/forget/forget-in-draft.ts';
import { forgetInJson, forgetInJsonLines } from '#src/forget/forget-in-json.ts';
import { isInLookup } from '#src/forget/is-in-lookup.ts';
import { isNamedFor } from '#src/forget/is-named-for.ts';
import { sessionIn } from '#src/forget/session-in.ts';
import { type Renaming, renamingOf, type Wanted } from '#src/forget/wanted.ts';
import { WantedText } from '#src/forget/wanted-text.ts';
import { parseChangeRecord } from '#src/memory/proposals/change-record.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { groupAnchor } from '#src/text/page-address.ts';
import { readRegularFile } from '../store/read-file.ts';
import { forgetInYaml } from './forget-in-yaml.ts';
import { type NamedPath, namedPaths, seriesAfter } from './named-paths.ts';
import { namesIn, type OwnFile, type OwnFiles, RECORD } from './own-files.ts';
import { type Target, wantedOf } from './target.ts';

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

/**
 * What forgetting does to each file. Chronicles come first, as what their events are called afterwards decides what cites
 * them, then the names of drafts and series, then all other files. What cannot be read adds a sentence to `unread`.
 */
export class FileChanges {
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
    const edited = (bytes: string) =>
      this.wanted.sessions.has(sessionIn(bytes)) ? null : forgetInChronicle(bytes, this.wanted);
    const { bytes: after = null, names } = edited(before) ?? {};
    for (const [was, is] of names ?? []) this.#names.set(was, is);
    const stem = basename(file.path, '.md').replace(/^\d{4}-\d\d-\d\d-/, '');
    const isRenamed = after !== null && this.#isNamedSo(stem);
    if (after === before && !isRenamed) return null;
    return { ...file, before, after, edit: (bytes) => edited(bytes)?.bytes ?? null, isRenamed };
  }

  /** Which drafts and series get another name. */
  renames(named: OwnFiles['named']): NamedPath[] {
    this.#renames = namedPaths(named, (slug) => this.#isNamedSo(slug));
    return this.#renames;
  }

  other(file: OwnFile): FileChange | null {
    const edit = (bytes: string) => this.#edited(file, bytes);
    const before = this.#read(file.path);
    const after = before === null ? null : edit(before);
    if (before === null || after === before) return null;
    return { ...file, before, after, edit, isRenamed: false };
  }

  /** A backup is worth nothing if a byte of it is missing, so one with the text in it goes, and so does one of a forgotten session. */
  isGoneBackup(directory: string): boolean {
    const isFile = lstatSync(directory, { throwIfNoEntry: false })?.isFile();
    const names = isFile ? [''] : namesIn(directory, this.#unread);
    return names.some((name) => {
      const bytes = this.#read(name === '' ? directory : `${directory}/${name}`);
      if (bytes === null) return false;
      if (name !== RECORD) return this.wanted.text.isIn(bytes);
      if (this.#target.kind === 'text') return forgetInJson(bytes, this.wanted, (each) => each) !== bytes;
      const session = parseChangeRecord(textOf(bytes))?.line.session_id;
      return typeof session === 'string' && this.wanted.sessions.has(session);
    });
  }

  /** Whether a file holds what is wanted. */
  isIn(path: string): boolean {
    const bytes = this.#read(path);
    return bytes !== null && this.wanted.text.isIn(bytes);
  }

  /** Whether what hooks know of memories does so, and not only by its form. */
  isInLookup(path: string): boolean {
    const bytes = this.#read(path);
    return bytes !== null && isInLookup(bytes, this.wanted.text);
  }

  /** Whether an entry of the index does so: by what it says, and not by its keys or the directory that all chronicles lie in. */
  isInEntry(path: string): boolean {
    const bytes = this.#read(path)?.replace('/chronicle/', '/');
    return bytes !== undefined && forgetInJson(bytes, this.wanted, (name) => name) !== bytes;
  }

  #edited({ kind }: OwnFile, bytes: string): string {
    const { sessions } = this.wanted;
    if (kind === 'draft') return forgetInDraft(bytes, this.wanted, this.#renamed, this.#groups());
    if (kind === 'yaml') return forgetInYaml(bytes, this.wanted, this.#renamed, (slug) => this.#seriesAfter(slug));
    // One that stays has no text in it: what cites events is brought up to date.
    if (kind === 'record') return forgetInJson(bytes, { text: new WantedText([]) }, this.#renamed);
    const isGone = (value: Record<string, unknown>) =>
      kind !== 'ledger' && typeof value.session_id === 'string' && sessions.has(value.session_id);
    return forgetInJsonLines(bytes, this.wanted, this.#renamed, isGone);
  }

  /** The anchors that groups of misses have afterwards, by those that they had. */
  #groups(): Map<string, string> {
    const names = [...this.#names].flatMap(([was, is]) => (is === null ? [] : [[was, is] as const]));
    return new Map(names.map(([was, is]) => [groupAnchor(was), groupAnchor(is)]));
  }

  #seriesAfter(slug: string): string {
    return seriesAfter(slug, this.#renames, (each) => this.#isNamedSo(each));
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
