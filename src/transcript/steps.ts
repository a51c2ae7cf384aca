import type { MadeCommit, UnshownCommit } from '../import/facts/commits.ts';
import type { Origin } from '../import/found-event.ts';
import type { ToolCall, ToolResult } from './records.ts';

/** Where and when something happened, and under which prompt: its index, null before the first one. */
export interface Moment extends Origin {
  prompt: number | null;
}

/** A call with its result. */
export interface Done {
  call: ToolCall;
  called: Moment;
  nth: number;
  result: ToolResult;
  /** The commits that it made, or may have made. */
  commits: readonly (MadeCommit | UnshownCommit)[];
}
