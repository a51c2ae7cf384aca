import type * as books from '../session/book-file.ts';
import type * as killed from './finish-killed.ts';
import type * as ends from './observe-end.ts';
import type * as pending from './pending-line.ts';
import type * as concepts from './remarks-on-concepts.ts';
import type * as notes from './session-notes.ts';
import type * as briefings from './told-at-start.ts';

/** What hooks load only when they need it: `hooks/seldom.ts`. */
export type Seldom = Pick<typeof notes, 'returnedNotes' | 'offeredNotes' | 'rememberOpenNotes'> &
  Pick<typeof killed, 'finishKilled'>;

/** What they load only where observations are on: `hooks/briefing.ts`. */
export type Briefing = Pick<typeof briefings, 'toldAtStart'> & Pick<typeof pending, 'toldPending'>;

/** What they load only to change a project's book, or to look into all of it: `hooks/book.ts`. */
export type Book = Pick<typeof books, 'mergeSession' | 'smallBook'> & Pick<typeof concepts, 'remarksOnConcepts'>;

/** What they load only to count what was said: `hooks/growth.ts`. */
export type Growth = Pick<typeof ends, 'countGrowth' | 'markObserved' | 'observeEnd' | 'promptNow'>;

/** What the hooks at a session's start and end load or start besides their own code. */
export interface Programs {
  /** The program that reads transcripts. */
  harvester: string;
  seldom: () => Seldom;
  briefing: () => Briefing;
  book: () => Book;
  growth: () => Growth;
}
