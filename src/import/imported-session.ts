/**
 * A session as another system kept it, in this product's terms. Importers make them, one at a time; what is written of them
 * is the same for all (`src/import/sources/write-imported.ts`). All text is untrusted and not yet scanned for secrets.
 */
import type { Digest } from '../format/event-id.ts';
import { handoffLines } from '../format/notebook/handoff.ts';
import type { Handoff } from '../format/notebook/handoff-fields.ts';
import type { Observed } from '../notes/observed.ts';

export interface ImportedSession {
  /** Claude Code's session id where the other system knows it, else one made from what it knows. */
  id: string;
  /** When it began, in milliseconds. */
  at: number;
  project: ProjectClue;
  branch: string | null;
  /** A name that a person gave it; empty if none did. */
  title: string;
  /** What it is about, where no prompt says that; may be empty. */
  about: string;
  /** In order of time. */
  prompts: readonly ImportedPrompt[];
  observations: readonly ImportedObservation[];
  /** Where its work stood; null if the other system does not say. */
  handoff: ImportedHandoff | null;
  /** More about its source, as the end of a sentence in its summary; empty if there is nothing to say. */
  remark: string;
}

/** What the other system says about a session's project. */
export interface ProjectClue {
  /** The last part of its path, or what the other system calls it. */
  name: string;
  /** Its absolute path on this machine; null if unknown. */
  root: string | null;
}

/** Something with a key that is the same however often, and from whatever copy, the record is read. */
type Keyed<Item> = Item & { key: string };

export type ImportedPrompt = Keyed<{ at: number; text: string }>;

/** `at` replaces the day and time of the observation, where the other system has a moment. */
export type ImportedObservation = Keyed<{ at: number | null; observed: Observed }>;

/** `otherwise` is written into a notebook that exists: its own handoff is never replaced. */
export type ImportedHandoff = Keyed<{ handoff: Handoff; at: number; otherwise: Observed }>;

/** The length of a key, in hex digits. */
const KEY = 12;

/** The key of a record, from everything that makes it this record. */
export function recordKey(digest: Digest, ...parts: readonly unknown[]): string {
  return digest(JSON.stringify(parts)).slice(0, KEY);
}

export interface ImportedCounts {
  prompts: number;
  observations: number;
  handoffs: number;
}

/** How much a session has. */
export function countsOf({ prompts, observations, handoff }: ImportedSession): ImportedCounts {
  const handoffs = handoff === null ? 0 : 1;
  return { prompts: prompts.length, observations: observations.length, handoffs };
}

/** What is known of a session before an import. */
interface Known {
  /** The keys of records that were imported, wherever they are now. */
  keys: ReadonlySet<string>;
  /** False where better facts exist. */
  takesPrompts: boolean;
  /** The lines of its notebook's handoff, empty if that has none; null without a notebook. */
  handoff: string | null;
}

/** The session without what was imported before, and without what is not to replace anything. */
export function withoutKnown(session: ImportedSession, known: Known): ImportedSession {
  const isNew = ({ key }: { key: string }) => !known.keys.has(key);
  const { prompts, observations, handoff } = session;
  const isHandoffNew = handoff !== null && isNew(handoff) && handoffLines(handoff.handoff) !== known.handoff;
  const isKept = isHandoffNew && known.handoff !== null;
  return {
    ...session,
    prompts: known.takesPrompts ? prompts.filter(isNew) : [],
    observations: [
      ...observations.filter(isNew),
      ...(isKept ? [{ key: handoff.key, at: handoff.at, observed: handoff.otherwise }] : []),
    ],
    handoff: isHandoffNew && !isKept ? handoff : null,
  };
}
