import type { ObserverState } from '#src/record/observer-state.ts';
import { type PieceEnd, readValuesOfPiece } from '#src/transcript/lines.ts';
import { saidIn } from '#src/transcript/unobserved.ts';

/** How much of a transcript is read at once (bytes). */
const PIECE = 4 * 1024 * 1024;
/** How much of it is read for one answer: the rest is left to the next one (bytes). */
const MOST_READ = 64 * 1024 * 1024;

export interface UnobservedText {
  messages: string[];
  /** The byte at which the next part begins; null if this is the last one. */
  next: number | null;
}

/**
 * What was said in a transcript from byte `from` on, in at most `room` characters, but at least one message. Null if the
 * transcript cannot be read.
 */
export function unobservedText(
  { transcript, since }: Pick<ObserverState, 'transcript' | 'since'>,
  from: number,
  room: number,
): UnobservedText | null {
  if (transcript === null) return null;
  const messages: string[] = [];
  let left = room;
  /** The line of the last message, and the first one without room. */
  let last = -1;
  let full: number | null = null;
  const take = (value: unknown, _: number, at: number): boolean => {
    const said = saidIn(value, since);
    // Records on one line stay together.
    if (said.length > left && messages.length > 0 && at !== last) full = at;
    else if (said !== '') {
      messages.push(said);
      left -= said.length + 1;
      last = at;
    }
    return full !== null;
  };
  for (let [at, isInLine] = [from, false]; ; ) {
    const piece: PieceEnd | null = readValuesOfPiece(transcript, { from: at, isInLine, most: PIECE }, take);
    if (piece === null) return null;
    if (full !== null) return { messages, next: full };
    if (piece.from === at || piece.from >= piece.size) return { messages, next: null };
    ({ from: at, isInLine } = piece);
    if (at - from > MOST_READ && !isInLine) return { messages, next: at };
  }
}
