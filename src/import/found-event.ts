import type { RecordedFrom } from '../chronicle/recorded.ts';
import type { Candidate } from './candidate.ts';

/** An event found in a transcript. Its texts are as found there, neither shortened nor without secrets. */
export interface FoundEvent extends Candidate {
  /** The statement that makes it a recorded event; null if it is only a candidate. */
  recorded: RecordedFrom | null;
  /** The change behind it: the path, and lines that begin with `+`, `-` or a space. */
  diff?: { path: string; lines: string } | undefined;
}
