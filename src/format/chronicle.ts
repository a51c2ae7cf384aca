import type { EventSource } from './event-source.ts';
import type { FrontMatter } from './schema.ts';
import type { Tag } from './tags.ts';

/** A session's chronicle as read from its file. Text is verbatim and untrusted. */
export interface Chronicle {
  frontMatter: FrontMatter;
  /** In file order, which is authoritative. Of a session of the archive, with the found events that are shown. */
  events: ChronicleEvent[];
  /** The found events that are behind "N more", in order of time. Missing without any. */
  more?: ChronicleEvent[] | undefined;
  /** Lines under "## Events" that are not events. Shown as plain text and not counted. */
  strays: StrayLine[];
  summary: Summary;
}

export interface ChronicleEvent {
  /**
   * `e-` and six hex digits, plus `-2` for a repeat. Does not change when other lines are added or removed. `f-…` for a found
   * event of the facts.
   */
  id: string;
  tag: Tag;
  /** The first line, trimmed. */
  text: string;
  /** The indented lines without their indent, joined by newlines; may be empty. */
  details: string;
  /** Local `HH:MM`, if the event has one. */
  time: string | null;
  /** Local `YYYY-MM-DD`, derived from the file's date and the earlier events' times. */
  date: string;
  /** Line number in the file, from 1; 0 for a found event of the facts. */
  line: number;
  /** Where a found event of the facts was found. */
  found?: EventSource;
}

export interface StrayLine {
  line: number;
  text: string;
}

export type SummaryKind = 'none' | 'machine' | 'agent' | 'retro';

export interface Summary {
  kind: SummaryKind;
  /** The text before the narrative; for a machine summary, its last line. */
  lead: string;
  narrative: Narrative | null;
}

export interface Narrative {
  title: string;
  text: string;
}
