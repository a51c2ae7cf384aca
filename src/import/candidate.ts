import type { TranscriptPlace } from '../chronicle/provenance.ts';
import type { Tag } from '../chronicle/tags.ts';

/** The record of a transcript that says something, and where it stands. */
export interface Origin extends TranscriptPlace {
  /** The record's own id, or one made from it where it has none. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** An event that a transcript lets one suppose. Its texts are as they stand there: neither cut to length nor free of secrets. */
export interface Candidate {
  tag: Tag;
  text: string;
  details: string[];
  origin: Origin;
}
