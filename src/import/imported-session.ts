/**
 * A session as another system kept it, in this product's terms. Importers make them, one at a time; what is written of them
 * is the same for all (`write-files.ts`). All text is untrusted, and scanned for secrets before it is written.
 */
import type { Digest } from '#src/format/event-id.ts';
import { handoffLines } from '#src/format/notebook/notebook.ts';
import { HANDOFF_FIELDS, type Handoff, type HandoffField } from '#src/format/notebook/handoff-fields.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { visibleText } from '#src/lib/text/plain.ts';
import type { Observed } from '#src/notes/observed.ts';
import { withoutSequences } from '#src/transcript/clean-line.ts';

export interface ImportedSession {
  /** Claude Code's session id where the other system knows it, else one made from what it knows. */
  id: string;
  /** When it began, in milliseconds. */
  at: number;
  /** The last part of its project's path, or what the other system calls it. */
  project: string;
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

/** Something with a key that is the same however often, and from whatever copy, the record is read. */
type Keyed<Item> = Item & { key: string };

export type ImportedPrompt = Keyed<{ at: number; text: string }>;

/** `at` replaces the day and time of the observation, where the other system has a moment. */
export type ImportedObservation = Keyed<{ at: number | null; observed: Observed }>;

/** `otherwise` is written into a notebook that exists: its own handoff is never replaced. */
export type ImportedHandoff = Keyed<{ handoff: Handoff; at: number; otherwise: Observed }>;

/** The length of a key, in hex digits. */
const KEY = 12;
/** The longest texts that are kept, in characters: a notebook is not read above 16 MiB. */
const LONGEST = { line: 4000, lines: 200_000, prompt: 2000 };

/** The key of a record, from everything that makes it this record. */
export function recordKey(digest: Digest, ...parts: readonly unknown[]): string {
  return digest(JSON.stringify(parts)).slice(0, KEY);
}

/** The keys of everything that a session brings in. */
export function keysOf({ prompts, observations, handoff }: ImportedSession): string[] {
  return [...prompts, ...observations, ...(handoff === null ? [] : [handoff])].map(({ key }) => key);
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

/** The session without invisible characters, each text in the form that its place has: on one line, or with its lines. */
export function plainTexts(session: ImportedSession): ImportedSession {
  return withTexts(session, {
    line: (text) => clip(oneLine(clean(text)), LONGEST.line),
    lines: (text) => clip(clean(text).trim(), LONGEST.lines),
    prompt: (text) => clip(clean(text).trim(), LONGEST.prompt),
  });
}

/** Every text of a session that has been through `plainTexts`. */
export function textsOf(session: ImportedSession): string[] {
  const texts: string[] = [];
  safeTexts(session, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The session with `safe` applied to its texts. */
export function safeTexts(session: ImportedSession, safe: (text: string) => string): ImportedSession {
  const edit = (text: string) => (text === '' ? '' : safe(text));
  return withTexts(session, { line: edit, lines: edit, prompt: edit });
}

interface Editing {
  line(text: string): string;
  lines(text: string): string;
  prompt(text: string): string;
}

/** The session with all its texts changed by `edit`. */
function withTexts(session: ImportedSession, edit: Editing): ImportedSession {
  const { title, about, prompts, observations, handoff } = session;
  return {
    ...session,
    title: edit.line(title),
    about: edit.line(about),
    prompts: prompts.map((prompt) => ({ ...prompt, text: edit.prompt(prompt.text) })),
    observations: observations.map((each) => ({ ...each, observed: withObserved(each.observed, edit) })),
    handoff: handoff && {
      ...handoff,
      handoff: withHandoff(handoff.handoff, edit),
      otherwise: withObserved(handoff.otherwise, edit),
    },
  };
}

function withObserved(observed: Observed, { line, lines }: Editing): Observed {
  const { title, subtitle, facts, narrative, concepts, files } = observed;
  return {
    ...observed,
    title: line(title),
    subtitle: line(subtitle),
    facts: facts.map((fact) => ({ ...fact, text: line(fact.text) })),
    narrative: lines(narrative),
    concepts: concepts.map(line),
    files: files.map(line),
  };
}

function withHandoff(handoff: Handoff, { lines }: Editing): Handoff {
  const fields = Object.keys(HANDOFF_FIELDS) as HandoffField[];
  return Object.fromEntries(
    fields.flatMap((field) => (handoff[field] === undefined ? [] : [[field, lines(handoff[field])]])),
  );
}

function clean(text: string): string {
  return visibleText(withoutSequences(text));
}
