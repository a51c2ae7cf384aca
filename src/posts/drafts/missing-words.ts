/** The comments that ask a draft's author for what no record says. */
import { writtenDetails } from '#src/format/event-source.ts';
import type { Beat } from '../narrative/beats.ts';

export const MISSING = {
  lead: 'TODO: Say in two sentences what this is about, and why somebody should read it.',
  ownWords: "TODO: These are the agent's last words. Say them in your own.",
  trouble: 'TODO: Nothing went wrong on record. If something did, it belongs here.',
  lesson: 'TODO: What would you do differently? Nothing on record says it.',
} as const;

interface Proof {
  /** Whether a commit belongs to the beat. */
  isEnded: boolean;
  /** Whether the heading is all that can be said. */
  isBare: boolean;
}

/** What is missing in a part of the story: the cause of an error, what ended it, the reason of a turn. */
export function commentsOnBeat({ role, event }: Beat, beats: readonly Beat[], { isEnded, isBare }: Proof): string[] {
  const hasDetails = writtenDetails(event).trim() !== '';
  const hasTurn = beats.some((beat) => beat.role === 'turn');
  switch (role) {
    case 'trouble':
      return [
        ...(hasDetails ? [] : ['TODO: How did it show, and what did you believe first?']),
        ...(hasTurn || isEnded ? [] : ['TODO: What ended it? Nothing on record says it.']),
      ];
    case 'turn':
      return hasDetails ? [] : ['TODO: Why this way? What would have happened otherwise?'];
    case 'fall':
      return event.tag === 'MEMORY-MISS' ? ['TODO: Why did nobody notice earlier?'] : [];
    default:
      return isBare ? ['TODO: Nothing more is on record. What happened?'] : [];
  }
}
