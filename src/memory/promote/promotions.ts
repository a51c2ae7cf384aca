/**
 * The notes of a project's sessions that are worth a memory. Nothing is decided here: each becomes a proposal, and a person
 * decides.
 */
import type { Note } from '#src/chronicle/notebook/notebook.ts';
import { isAttended, type Session } from '#src/chronicle/session.ts';
import { printable } from '#src/text/printable.ts';
import { alikeLines } from './alike-lines.ts';
import { worthOf } from './worth.ts';

/** The kinds of note that can become a memory. Each has its own way to tell which are worth it. */
export type PromotedKind = 'tried' | 'discovered' | 'question';

/** A note and where it is. Text is verbatim and untrusted. */
export interface PromotedNote {
  /** `<session_id>#n-…` */
  reference: string;
  sessionId: string;
  /** Local `YYYY-MM-DD`. */
  day: string;
  text: string;
}

/** Notes that say the same, worth one memory. */
export interface Promotion {
  kind: PromotedKind;
  /** What the newest of them names, as written; null for a question. */
  names: string | null;
  /** Newest first, at least one. */
  notes: [PromotedNote, ...PromotedNote[]];
}

type Noted = PromotedNote & { kind: PromotedKind; names: string | null; isResolved: boolean };

/** A question has to come back before it is worth a memory. */
const FEWEST_SESSIONS = 2;

/**
 * What these sessions, newest first, noted that is worth a memory, newest first. Left out is what is resolved, what
 * unattended sessions noted, and everything that says the same as a note in `decided`, which a proposal cites already.
 */
export function promotionsOf(sessions: readonly Session[], decided: ReadonlySet<string>): Promotion[] {
  const notes = sessions.filter(isAttended).flatMap(notesOf);
  const kept = notes.filter((note) => note.kind === 'question' || note.names !== null || decided.has(note.reference));
  const found = [...Map.groupBy(kept, ({ kind }) => kind)].flatMap(([kind, own]) =>
    alikeLines(kind, own).flatMap((group) => promotionIn(group, decided)),
  );
  const places = new Map(kept.map((note, index) => [note.reference, index]));
  const placeOf = ({ notes: [newest] }: Promotion) => places.get(newest.reference) ?? 0;
  return found.sort((a, b) => placeOf(a) - placeOf(b));
}

function notesOf({ id, chronicle, notebook }: Session): Noted[] {
  const notes = (notebook?.notes ?? []).flatMap((note): Noted[] => {
    const { kind, text } = note;
    if ((kind !== 'tried' && kind !== 'discovered' && kind !== 'question') || !isPlain(text)) return [];
    return [
      {
        reference: `${id}#${note.id}`,
        sessionId: id,
        day: note.date ?? chronicle.frontMatter.date,
        text: text.trim(),
        kind,
        names: kind === 'question' ? null : subjectOf(kind, note),
        isResolved: note.resolved !== null,
      },
    ];
  });
  return notes.reverse();
}

function subjectOf(kind: 'tried' | 'discovered', { text, resolved }: Note): string | null {
  return resolved === null ? (worthOf(kind, text)?.names ?? null) : null;
}

/** The longest line that is compared. The agent's notes are shorter. */
const LONGEST = 300;

/** Whether a line contains neither control characters nor characters that reorder or hide text, nor halves of any. */
function isPlain(text: string): boolean {
  return text.length <= LONGEST && text.isWellFormed() && printable(text) === text && !/[\t\n]/.test(text.trim());
}

function promotionIn(group: readonly Noted[], decided: ReadonlySet<string>): Promotion[] {
  const [newest, ...older] = group.filter(({ isResolved }) => !isResolved);
  if (newest === undefined || group.some(({ reference }) => decided.has(reference))) return [];
  if (newest.kind === 'question') {
    const isAnswered = group.some(({ isResolved }) => isResolved);
    const isBack = new Set(group.map(({ sessionId }) => sessionId)).size >= FEWEST_SESSIONS;
    if (isAnswered || !isBack) return [];
  }
  const noteOf = ({ reference, sessionId, day, text }: Noted): PromotedNote => ({ reference, sessionId, day, text });
  return [{ kind: newest.kind, names: newest.names, notes: [noteOf(newest), ...older.map(noteOf)] }];
}
