import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { textOf } from '#src/setup/forget/bytes.ts';
import { deletedEvents, forgetInChronicle } from '#src/setup/forget/forget-in-chronicle.ts';
import { forgetInDraft } from '#src/setup/forget/forget-in-draft.ts';
import { type DeletedEvents, factsSession, forgetInFacts } from '#src/setup/forget/forget-in-facts.ts';
import { forgetInJson, forgetInJsonLines, isInLookup } from '#src/setup/forget/forget-in-json.ts';
import { forgetInNotebook } from '#src/setup/forget/forget-in-notebook.ts';
import { type Match, type Renaming, renamingOf } from '#src/setup/forget/match.ts';
import { isNamedFor, TextMatcher } from '#src/setup/forget/text-matcher.ts';
import { sessionIn } from '#src/format/front-matter-line.ts';
import { parseChangeRecord } from '#src/memory/backups.ts';
import { causeOf } from '#src/lib/chronicle-error.ts';
import { CHANGE_FILE, CHRONICLE_FOLDER } from '#src/lib/paths.ts';
import { groupAnchor } from '#src/lib/text/page-address.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { forgetInYaml } from './forget-in-yaml.ts';
import { linesWith } from './lines-with.ts';
import { type NamedPath, namedPaths, seriesAfter } from './named-paths.ts';
import { namesOrNote, type OwnFile, type OwnFiles } from './own-files.ts';

/** The session, event or text to forget. */
export type Target =
  | { kind: 'session'; session: string; names: readonly string[] }
  | { kind: 'event'; session: string; event: string }
  | { kind: 'text'; text: string };

function matchOf(target: Target): Match {
  const none = { sessions: new Set<string>(), events: new Set<string>() };
  if (target.kind === 'text') return { ...none, text: new TextMatcher([target.text]) };
  if (target.kind === 'event') return { ...none, text: new TextMatcher([]), events: new Set([target.event]) };
  return { ...none, text: new TextMatcher([target.session, ...target.names]), sessions: new Set([target.session]) };
}

/** A change to one file, or its deletion. Bytes are Latin-1. */
export interface FileChange extends OwnFile {
  before: string;
  /** Null if the file is deleted. */
  after: string | null;
  /** Makes the same change to the file's content at the time of writing. */
  edit: (bytes: string) => string | null;
  /** Whether a chronicle gets a new name because its own contains the text. */
  isRenamed: boolean;
}

/**
 * Works out the change to each file. Call `chronicle` for all chronicles first, since other files cite their events by
 * name, then `renames`, then `other`. An unreadable file adds a sentence to `unread`.
 */
export class FileChanges {
  readonly match: Match;
  readonly #unread: string[];
  readonly #target: Target;
  readonly #names = new Map<string, string | null>();
  readonly #renamed: Renaming;
  readonly #deleted: DeletedEvents[] = [];
  readonly #touched = new Set<string>();
  #renames: NamedPath[] = [];

  constructor(target: Target, unread: string[]) {
    this.#unread = unread;
    this.#target = target;
    this.match = matchOf(target);
    this.#renamed = renamingOf(this.match, this.#names);
  }

  chronicle(file: OwnFile): FileChange | null {
    const before = this.#read(file.path);
    if (before === null) return null;
    const edited = (bytes: string) =>
      this.match.sessions.has(sessionIn(bytes)) ? null : forgetInChronicle(bytes, this.match);
    const { bytes: after = null, names } = edited(before) ?? {};
    for (const [was, is] of names ?? []) this.#names.set(was, is);
    const stem = basename(file.path, '.md').replace(/^\d{4}-\d\d-\d\d-/, '');
    const isRenamed = after !== null && this.#isNamedAfterText(stem);
    if (after === before && !isRenamed) return null;
    if (after !== null) this.#touched.add(sessionIn(after)).add(sessionIn(before));
    if (this.#target.kind === 'event') this.#deleted.push(deletedEvents(before, this.match.events));
    return { ...file, before, after, edit: (bytes) => edited(bytes)?.bytes ?? null, isRenamed };
  }

  /** The drafts and series that get a new name. */
  renames(named: OwnFiles['named']): NamedPath[] {
    this.#renames = namedPaths(named, (slug) => this.#isNamedAfterText(slug));
    return this.#renames;
  }

  other(file: OwnFile): FileChange | null {
    const edit = (bytes: string) => this.#edited(file, bytes);
    const before = this.#read(file.path);
    const after = before === null ? null : edit(before);
    if (before === null || after === before) return null;
    if (file.kind === 'facts') this.#touched.add(factsSession(before));
    return { ...file, before, after, edit, isRenamed: false };
  }

  /** Whether a backup is deleted: it contains the text, and is useless with a byte changed, or belongs to a forgotten session. */
  isGoneBackup(directory: string): boolean {
    const isFile = lstatSync(directory, { throwIfNoEntry: false })?.isFile();
    const names = isFile ? [''] : namesOrNote(directory, this.#unread);
    return names.some((name) => {
      const bytes = this.#read(name === '' ? directory : `${directory}/${name}`);
      if (bytes === null) return false;
      if (name !== CHANGE_FILE) return this.match.text.isIn(bytes);
      if (this.#target.kind === 'text') return forgetInJson(bytes, this.match, (each) => each) !== bytes;
      const session = parseChangeRecord(textOf(bytes))?.line.session_id;
      return typeof session === 'string' && this.match.sessions.has(session);
    });
  }

  /** Whether a file that is deleted anyway contains the text, however large it is. False if it cannot be read. */
  isIn(path: string): boolean {
    const found = linesWith(path, this.match.text);
    return found !== null && found !== 'unread';
  }

  /** Whether a memory index contains the text, apart from field names. */
  isInLookup(path: string): boolean {
    const bytes = this.#read(path);
    return bytes !== null && isInLookup(bytes, this.match.text);
  }

  /** Whether an index entry contains the text, apart from field names and the folder that all chronicles are in. */
  isInEntry(path: string): boolean {
    const bytes = this.#read(path)?.replace(`/${CHRONICLE_FOLDER}/`, '/');
    return bytes !== undefined && forgetInJson(bytes, this.match, (name) => name) !== bytes;
  }

  /** The sessions of which a part is forgotten. */
  get touched(): string[] {
    return this.#target.kind === 'session' ? [] : [...this.#touched].filter((id) => id !== '');
  }

  #edited({ kind }: OwnFile, bytes: string): string | null {
    const { sessions } = this.match;
    if (kind === 'facts') return forgetInFacts(bytes, { ...this.match, deleted: this.#deleted }, this.#renamed);
    if (kind === 'notebook') return forgetInNotebook(bytes, this.match, this.#renamed);
    if (kind === 'draft') return forgetInDraft(bytes, this.match, this.#renamed, this.#anchors());
    if (kind === 'yaml') return forgetInYaml(bytes, this.match, this.#renamed, (slug) => this.#seriesAfter(slug));
    // A backup that stays does not contain the text. Only the events it cites change.
    if (kind === 'record') return forgetInJson(bytes, { text: new TextMatcher([]) }, this.#renamed);
    const isOf = (session: unknown) => typeof session === 'string' && sessions.has(session);
    const isGone = (value: Record<string, unknown>) =>
      kind === 'import'
        ? isOf(value.write) || isOf(value.done) || isOf(value.session)
        : kind !== 'ledger' && isOf(value.session_id);
    return forgetInJsonLines(bytes, this.match, this.#renamed, isGone);
  }

  /** The new anchors of mistakes, by the old ones. */
  #anchors(): Map<string, string> {
    const names = [...this.#names].flatMap(([was, is]) => (is === null ? [] : [[was, is] as const]));
    return new Map(names.map(([was, is]) => [groupAnchor(was), groupAnchor(is)]));
  }

  #seriesAfter(slug: string): string {
    return seriesAfter(slug, this.#renames, (each) => this.#isNamedAfterText(each));
  }

  #isNamedAfterText(slug: string): boolean {
    return this.#target.kind === 'text' && isNamedFor(slug, this.#target.text, this.match.text);
  }

  #read(path: string): string | null {
    try {
      return lstatSync(path, { throwIfNoEntry: false }) ? readRegularFile(path).text : null;
    } catch (error) {
      const cause = causeOf(error);
      this.#unread.push(cause.startsWith(path) ? cause : `${path} cannot be read. ${cause}`);
      return null;
    }
  }
}
