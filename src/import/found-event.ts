import type { Tag } from '../chronicle/tags.ts';
import type { EventSource, TranscriptPlace } from '../format/event-source.ts';

/** The record that an event was found in, and its place in the transcript. */
export interface Origin extends TranscriptPlace {
  /** The record's own id, or one derived from its content. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The index of the prompt it belongs to; null before the first one. */
  prompt?: number | null;
}

/** An event inferred from a transcript. Its texts are as found there, neither shortened nor without secrets. */
export interface InferredEvent {
  tag: Tag;
  text: string;
  details: string[];
  origin: Origin;
  /** How much it says to somebody who reads it a month later; without it, what is usual for its kind counts. */
  salience?: number | undefined;
}

/** An event found in a transcript. Its texts are as found there, neither shortened nor without secrets. */
export interface FoundEvent extends InferredEvent {
  /** What states it; null if it is inferred from the conversation. */
  source: Pick<EventSource, 'from' | 'reference'> | null;
  /** The change behind it: the path, and lines that begin with `+`, `-` or a space. */
  diff?: { path: string; lines: string } | undefined;
}
