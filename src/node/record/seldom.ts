import type * as killed from './finish-killed.ts';
import type * as notes from './session-notes.ts';
import type * as records from './settle-records.ts';

/** What hooks load only when they need it: `hooks/seldom.ts`. */
export type Seldom = Pick<typeof notes, 'returnedNotes' | 'offeredNotes' | 'rememberOpenNotes'> &
  Pick<typeof killed, 'finishKilled'> &
  Pick<typeof records, 'settleRecords'>;

/** What the hooks at a session's start and end load or start besides their own code. */
export interface Programs {
  /** The program that reads transcripts. */
  harvester: string;
  seldom: () => Seldom;
}
