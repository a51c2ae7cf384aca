import type * as killed from './finish-killed.ts';
import type * as notes from './session-notes.ts';
import type * as records from './settle-records.ts';
import type * as briefings from './told-at-start.ts';

/** What hooks load only when they need it: `hooks/seldom.ts`. */
export type Seldom = Pick<typeof notes, 'returnedNotes' | 'offeredNotes' | 'rememberOpenNotes'> &
  Pick<typeof killed, 'finishKilled'> &
  Pick<typeof records, 'settleRecords'>;

/** What they load only where observations are on: `hooks/briefing.ts`. */
export type Briefing = Pick<typeof briefings, 'toldAtStart' | 'mergeSession'>;

/** What the hooks at a session's start and end load or start besides their own code. */
export interface Programs {
  /** The program that reads transcripts. */
  harvester: string;
  seldom: () => Seldom;
  briefing: () => Briefing;
}
