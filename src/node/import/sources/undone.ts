/** What an undo deletes, or would delete. */
export interface Undone {
  chronicles: number;
  /** What transcripts showed. */
  facts: number;
  /** Notes, observations and handoffs. */
  records: number;
  prompts: number;
  /** Other files that were brought in as they are. */
  files: number;
  /** Lines that were added to ledgers and proposals. */
  lines: number;
  /** Proposals that nobody has decided yet. */
  proposals: number;
  kept: Kept[];
  problems: string[];
}

/** Something that stays, and why. */
export interface Kept {
  path: string;
  why: 'edited' | 'in use' | 'transcript read since' | 'decided';
  /** How many records of the file stay; null for the whole file. */
  records: number | null;
}
