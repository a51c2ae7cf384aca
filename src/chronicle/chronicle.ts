import type { FrontMatter } from './schema.ts';
import type { Tag } from './tags.ts';

/** One session's record, as read from its file. Text is verbatim and untrusted. */
export interface Chronicle {
  frontMatter: FrontMatter;
  /** In file order, which is the truth about their order. */
  events: ChronicleEvent[];
  /** Lines under "## Events" that are no events; shown as plain text, counted nowhere. */
  strays: StrayLine[];
  summary: Summary;
}

export interface ChronicleEvent {
  /** `e-` and six hex digits, `-2` for a repeat; stays the same when other lines come and go. */
  id: string;
  tag: Tag;
  /** The first line, trimmed. */
  text: string;
  /** The indented lines without their indent, joined by newlines; empty if there are none. */
  details: string;
  /** Local `HH:MM`, if the event has one. */
  time: string | null;
  /** Local `YYYY-MM-DD`, worked out from the file's date and the times before it. */
  date: string;
  /** Line of the event in its file, from 1. */
  line: number;
}

export interface StrayLine {
  line: number;
  text: string;
}

export type SummaryKind = 'none' | 'machine' | 'agent' | 'retro';

export interface Summary {
  kind: SummaryKind;
  /** Everything before the narrative; for a machine summary its last line. */
  lead: string;
  narrative: Narrative | null;
}

export interface Narrative {
  title: string;
  text: string;
}
