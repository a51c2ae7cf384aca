import type { ObserverState } from '#src/record/observer-state.ts';
import { messageIn } from '#src/transcript/growth.ts';
import { saidIn } from '#src/transcript/said-in.ts';
import { type Growth, readGrowth } from '../disk/read-growth.ts';

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
  const messages: string[] = [];
  let left = room;
  let isInLine = false;
  for (let at = from; ; ) {
    const growth: Growth | null = transcript === null ? null : readGrowth(transcript, at, isInLine, PIECE);
    if (growth === null) return null;
    for (const line of growth.lines) {
      const record = messageIn(line.bytes, since);
      const said = record === null ? '' : saidIn(record);
      if (said === '') continue;
      if (said.length > left && messages.length > 0) return { messages, next: line.at };
      messages.push(said);
      left -= said.length + 1;
    }
    if (growth.next === at || growth.next >= growth.size) return { messages, next: null };
    ({ next: at, isInLine } = growth);
    if (at - from > MOST_READ && !isInLine) return { messages, next: at };
  }
}
