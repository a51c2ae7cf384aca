/**
 * A draft of a post: one Markdown file that its owner edits, and two files beside it that chronicle writes.
 *
 *     drafts/the-disk-that-moved.md                front matter and text, CommonMark with GitHub's tables, strikethrough,
 *                                                  task lists and footnotes
 *            the-disk-that-moved.redactions.yml    decisions about findings
 *            the-disk-that-moved.exports.json      how the draft was made, and where it was exported
 *
 * In the text, a comment is a note of the author's, which is never published. A block quote that ends in a comment with an
 * event's name tells that event, and a picture with one of our names is a figure, drawn when the draft is exported:
 *
 *     > **Memory miss.** Pushed to main without asking
 *     > <!-- event: 3f6c0a1e-…#e-3fa9c1 -->
 *
 *     ![The same mistake four times](lifeline-c-1a2b3c4d.svg)
 */
import matter from 'gray-matter';
import * as z from 'zod/mini';
import { yamlOnly } from '#src/format/front-matter.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';
import { keys, list, orElse, type UserFileForm, present, readUserFile, text as textOf } from '#src/format/user-file.ts';
import type { Session } from '#src/format/session.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { writeYaml } from '#src/lib/yaml.ts';
import { memoised } from '#src/lib/memo.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { isWebAddress } from '#src/lib/text/page-address.ts';
import type { Decisions } from '#src/redaction/finding.ts';
import { TARGET_NAMES, type TargetName } from './post.ts';

export interface Draft {
  /** The file's name without `.md`. */
  slug: string;
  /** Absolute path of the Markdown file; empty for a draft that is not on disk. */
  path: string;
  /** The whole file. */
  text: string;
  settings: DraftSettings;
  /** The text below the front matter, and its first line in the file, from 1. */
  body: string;
  bodyLine: number;
  decisions: Decisions;
  history: DraftHistory;
  /** The places in the file of its sessions. */
  places: ReadonlyMap<string, { line: number; column: number }>;
  /** Problems in its files; `path` is absolute. */
  problems: { path: string; problem: Problem }[];
}

/** The front matter. Its texts may come from sessions, so they are untrusted. */
export interface DraftSettings {
  title: string;
  /** The hook; at most 155 characters in a new draft. */
  description: string;
  /** `YYYY-MM-DD`; empty for the day of the first export. */
  date: string;
  tags: string[];
  /** The session_ids it is made of. */
  sessions: string[];
  /** The name of the series; empty without one. */
  series: string;
  /** Which part of the series it is, from 1. */
  part: number | null;
  /** The address of the published post; empty before. */
  published: string;
}

/** What chronicle keeps about a draft. */
export interface DraftHistory {
  /** The digest of the file when chronicle made it from its sessions alone; empty if the owner named its title. */
  made: string;
  /** The `sessionsDigest` then. */
  sessions: string;
  /** Oldest first. */
  exports: ExportRecord[];
}

export interface ExportRecord {
  target: TargetName;
  /** UTC. */
  at: string;
  /** Absolute path of the post. */
  file: string;
  /** The digest of the draft, and the `sessionsDigest`, at that time. */
  draft: string;
  sessions: string;
  /** The events in the post, as `<session_id>#e-…`. */
  events: string[];
  /** What was written, the post last: paths below the blog's directory, and the SHA-256 of their bytes in hex. */
  files: { path: string; hash: string }[];
}

export const NO_HISTORY: DraftHistory = { made: '', sessions: '', exports: [] };

const LONGEST = { title: 300, description: 1000, tag: 100 };
const MOST = { tags: 50, sessions: 200 };

/** A text of a form; empty without one. */
function formed(isRight: (text: string) => boolean, error: string) {
  return orElse(z.string(error).check(z.refine(isRight, { error })), '');
}

const NO_PART = 'the part is a whole number from 1';

const SCHEMA = keys({
  title: textOf(LONGEST.title),
  description: textOf(LONGEST.description),
  date: formed(isDay, 'the date is not a day such as 2026-09-14'),
  tags: list(textOf(LONGEST.tag), MOST.tags),
  sessions: list(
    z.string('this is not a session_id').check(z.refine(isSessionId, 'this is not a session_id')),
    MOST.sessions,
  ),
  series: textOf(LONGEST.title),
  part: orElse(z.pipe(z.string(NO_PART).check(z.regex(/^[1-9]\d{0,8}$/, NO_PART)), z.transform(Number)), null),
  published: formed(isWebAddress, 'this is not an address that begins with http:// or https:// and has no password'),
});

const FORM: UserFileForm<typeof SCHEMA> = {
  schema: SCHEMA,
  unreadable: 'CHRONICLE_DRAFT_YAML',
  fault: 'CHRONICLE_DRAFT_SETTING',
};

export const NO_SETTINGS: DraftSettings = {
  ...{ title: '', description: '', date: '', tags: [], sessions: [], series: '', part: null, published: '' },
};

/** What a draft's file says. */
export type DraftText = Pick<Draft, 'text' | 'settings' | 'body' | 'bodyLine' | 'places'>;

/** Reads a draft's file. Anything invalid is reported as a problem and skipped. Never throws. */
export function parseDraft(text: string): { value: DraftText; problems: Problem[] } {
  const { yaml, body } = splitDraft(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  const bodyLine = text.split('\n').length - body.split('\n').length + 1;
  const read: DraftText = { text, settings: NO_SETTINGS, body, bodyLine, places: new Map() };
  if (yaml === null) return { value: read, problems: [problemAt('CHRONICLE_DRAFT_YAML', 1, 1, 'it is not YAML')] };
  const { value, problems, placeOf } = readUserFile(yaml, FORM);
  if (value === null) return { value: read, problems };
  const places = value.sessions.map((id, i) => [id ?? '', placeOf(['sessions', i])] as const);
  const tags = present(value.tags).filter((tag) => tag !== '');
  const settings = { ...value, tags, sessions: [...new Set(present(value.sessions))] };
  return { value: { ...read, settings, places: new Map(places) }, problems };
}

/** The front matter, with the end of its first line, and what follows it. The YAML is null where the file names another language. */
function splitDraft(text: string): { yaml: string | null; body: string } {
  try {
    const { data, content } = matter(
      text,
      yamlOnly((yaml) => ({ yaml })),
    );
    return { yaml: String(data.yaml ?? ''), body: content };
  } catch {
    return { yaml: null, body: text };
  }
}

/** The file of a new draft. Settings without a value are left out. */
export function draftFile(settings: Partial<DraftSettings>, body: string): string {
  const given = Object.entries(settings).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return `---\n${writeYaml(Object.fromEntries(given))}---\n\n${body}`;
}

/** Identifies the text of a draft. */
export function draftDigest({ text }: Pick<Draft, 'text'>): string {
  return sha1Of(text);
}

/**
 * A digest that changes when one of these sessions changes an event, its lead or its narrative. The order of sessions,
 * machine summaries and the rest of the file do not count.
 */
export function sessionsDigest(sessions: readonly Session[]): string {
  return sha1Of(sessions.map(contentDigest).sort().join('\n'));
}

const contentDigest = memoised(({ id, chronicle: { events, summary } }: Session): string => {
  const { kind, lead, narrative } = summary;
  const story = [kind === 'machine' ? '' : lead, narrative?.title, narrative?.text];
  return sha1Of(JSON.stringify([id, events.map(({ tag, text, details }) => [tag, text, details]), story]));
});

const digest = z.string().check(z.maxLength(200));
const HISTORY = z.object({
  made: digest,
  sessions: digest,
  exports: z.array(
    z.object({
      target: z.enum(TARGET_NAMES),
      at: z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)))),
      file: z.string(),
      draft: digest,
      sessions: digest,
      events: z.array(z.string()),
      files: z.array(z.object({ path: z.string(), hash: digest })),
    }),
  ),
});

/** Reads the file of exports; null with a problem if it cannot be used. Never throws. */
export function parseHistory(text: string): { value: DraftHistory | null; problems: Problem[] } {
  try {
    return { value: HISTORY.parse(JSON.parse(text)), problems: [] };
  } catch {
    const fault = 'it is not what chronicle wrote';
    return { value: null, problems: [problemAt('CHRONICLE_DRAFT_FILE', 1, 1, fault)] };
  }
}

/** The file of exports. */
export function historyFile(history: DraftHistory): string {
  return `${JSON.stringify(history, null, 2)}\n`;
}
