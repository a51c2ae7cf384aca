/**
 * Which transcripts of a session a page may show, and the conversation in them. An address never becomes a path: only the
 * files that the session's facts name are opened, and only regular ones below Claude Code's directory of projects.
 */
import type { Session } from '#src/format/session.ts';
import { readConfig } from '#src/lib/config.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { statsOf } from '#src/lib/is-there.ts';
import { isWithin, realPath } from '#src/lib/read-file.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import type { SafeWords } from './safe-words.ts';
import { listedTranscript } from './transcript-files.ts';
import { exclusionOf } from '#src/record/exclusion.ts';
import type { Env } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { type Conversation, ConversationReader, cleaned, conversationTexts, type Entry } from './conversation.ts';
import { readValuesInTurns } from './lines.ts';

/** A transcript that a session's facts name. */
export interface NamedTranscript {
  file: string;
  /** The real path; null if it is gone, or not a file below the directory of projects. */
  path: string | null;
}

/** A conversation that was read. Entries have their secrets until `cleaned` has replaced them. */
export interface ReadConversation extends Conversation {
  /** The names of its files, in the order of `lines`; those that are gone included. */
  files: string[];
  /** How many lines were left out: damaged ones, and those over 16 MB. */
  leftOut: { broken: number; tooLong: number };
  /** The entry without secrets. */
  cleaned(entry: Entry): Entry;
}

/** How many conversations are kept in memory, so that the next page of one is there at once. */
const KEPT = 2;

/** The transcripts of the owner's sessions, for one server. */
export class Transcripts {
  readonly #env: Env;
  readonly #paths: Paths;
  /** By state of the files; the last one used is last. */
  readonly #kept = new Map<string, Promise<ReadConversation>>();

  constructor(env: Env, paths: Paths) {
    this.#env = env;
    this.#paths = paths;
  }

  /**
   * The transcripts of a session, as its facts name them. Null if no page may show any: without facts, for a session of
   * another machine, a forgotten one, and one in an excluded directory.
   */
  of({ id, path, facts, chronicle }: Session): NamedTranscript[] | null {
    const { projects, config } = this.#paths;
    if (!facts || facts.transcripts.length === 0 || !path.startsWith(`${projects}/`)) return null;
    if (forgottenSessions(this.#paths).has(id) || this.#isExcluded(chronicle.frontMatter.cwd ?? '')) return null;
    const root = realPath(projects);
    return facts.transcripts.map(({ file, folder }) => {
      const found = listedTranscript({ projects, config }, folder, file);
      const real = found && realPath(found.path);
      return { file, path: real !== null && root !== null && isWithin(real, root) ? real : null };
    });
  }

  /** The conversation of a session; null if there is nothing to read. Throws the system's errors. */
  async read(session: Session): Promise<ReadConversation | null> {
    const named = this.of(session);
    if (named === null || named.every(({ path }) => path === null)) return null;
    const keepsPrompts = readConfig(this.#paths).config.facts.prompts;
    const key = [session.id, keepsPrompts, ...named.map(({ path }) => stateOf(path))].join('\n');
    const known = this.#kept.get(key);
    const read = known ?? this.#readUnchanged(session, named, keepsPrompts);
    this.#kept.delete(key);
    this.#kept.set(key, read);
    for (const old of [...this.#kept.keys()].slice(0, -KEPT)) this.#kept.delete(old);
    read.catch(() => this.#kept.delete(key));
    return read;
  }

  /** A file may be replaced while it is read, perhaps by a link to another place: what was read then is not used. */
  async #readUnchanged(session: Session, named: NamedTranscript[], keepsPrompts: boolean): Promise<ReadConversation> {
    const inodes = (all: readonly NamedTranscript[] | null) =>
      (all ?? []).map(({ path }) => `${path} ${path === null ? '' : statsOf(path)?.ino}`).join('\n');
    const before = inodes(named);
    const read = await readConversation(session.id, named, keepsPrompts);
    if (inodes(this.of(session)) === before) return read;
    throw new ChronicleError(
      'CHRONICLE_RESTLESS',
      'The transcript was replaced while it was read. Load the page again.',
    );
  }

  /** While the excluded directories are unknown, all are. */
  #isExcluded(cwd: string): boolean {
    if (cwd === '') return false;
    const { config, isExcludeLost } = readConfig(this.#paths);
    const { home } = this.#env;
    const { start, mainTop } = checkoutOf(cwd);
    return isExcludeLost || [start, mainTop].some((directory) => exclusionOf(directory, config, home) !== null);
  }
}

async function readConversation(
  id: string,
  named: readonly NamedTranscript[],
  keepsPrompts: boolean,
): Promise<ReadConversation> {
  const reader = new ConversationReader({ id, keepsPrompts, sha1: sha1Of });
  const leftOut = { broken: 0, tooLong: 0 };
  for (const [index, { path }] of named.entries()) {
    if (path === null) continue;
    const { broken, tooLong } = await readValuesInTurns(path, {
      value: (value, line) => reader.add(value, index, line),
    });
    leftOut.broken += broken;
    leftOut.tooLong += tooLong;
  }
  const conversation = reader.end();
  const safe = await safeWordsOf(conversation);
  return {
    ...conversation,
    files: named.map(({ file }) => file),
    leftOut,
    cleaned: (entry) => cleaned(entry, safe),
  };
}

/** A secret in one text is one in all of them, so the whole conversation is looked through before any of it is shown. */
async function safeWordsOf(conversation: Conversation): Promise<SafeWords> {
  // Loaded with the first conversation: its rules take longer to compile than the server to start.
  const { safeWords } = await import('./safe-words.ts');
  return safeWords(conversationTexts(conversation));
}

/** Changes whenever a file does. */
function stateOf(path: string | null): string {
  const stats = path === null ? undefined : statsOf(path);
  return stats ? `${path} ${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'gone';
}
