/**
 * The pages of a session's conversation: which entries are on which, what of each is shown, where an address leads, and which
 * entries lead back to the session's page.
 */
import { recordOf } from '#src/format/event-source.ts';
import type { Session } from '#src/format/session.ts';
import { TAG_WORDS } from '#src/format/tags.ts';
import { counted } from '#src/lib/text/day.ts';
import { commitAnchor, promptAnchor, sessionAddress } from '#src/lib/text/page-address.ts';
import { printedText, visibleText } from '#src/lib/text/plain.ts';
import type { Conversation, Entry, RecordPlace } from '#src/transcript/conversation.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { momentOf } from '#src/transcript/moment.ts';
import type { ReadConversation } from '#src/transcript/read-conversation.ts';

/** How much of a text is shown (characters): a whole answer, and the two ends of what a tool got or printed. */
const LONGEST = { said: 16_000, printed: 3000 };
/** What fits on a page (characters): about 100 kB of HTML. An entry without a text takes some room, too. */
const PAGE = { text: 60_000, entry: 400 };

/** The place that the end of an address names: `page/2`, `record/3f6c2a10-8f4f` or `line/123`; null if it is none. */
export function placeIn(path: string): { page: number } | { record: string } | { line: number } | null {
  if (path === '') return { page: 1 };
  const [, kind, value = ''] = /^(page|record|line)\/([^/]+)$/.exec(path) ?? [];
  if (kind === 'record') return isRecordId(value) ? { record: value } : null;
  if (!/^[1-9]\d{0,8}$/.test(value)) return null;
  if (kind === 'line') return { line: Number(value) };
  return value === '1' ? null : { page: Number(value) };
}

/** Whether the id of a record can be part of an address, and the anchor of its entry. */
export function isRecordId(id: string): boolean {
  return /^\w[\w.:-]{0,79}$/.test(id);
}

/** The entries of each page; at least one page. */
export function pagesOf({ entries }: Pick<Conversation, 'entries'>): Entry[][] {
  const pages: Entry[][] = [[]];
  let room = PAGE.text;
  for (const entry of entries) {
    const size = PAGE.entry + sizeOf(entry);
    if (size > room && room < PAGE.text) {
      pages.push([]);
      room = PAGE.text;
    }
    pages.at(-1)?.push(entry);
    room -= size;
  }
  return pages;
}

function sizeOf(entry: Entry): number {
  if (entry.kind === 'prompt' || entry.kind === 'answer') return Math.min(entry.text.length, LONGEST.said);
  const texts = entry.kind === 'host' ? [entry.text] : [entry.input, entry.result?.text ?? ''];
  return texts.reduce((sum, { length }) => sum + Math.min(length, LONGEST.printed), 0);
}

/** The page from 1 that has a record; 0 if none has. */
export function pageWith(record: string, pages: readonly Entry[][]): number {
  return pages.findIndex((entries) => entries.some((entry) => recordsOf(entry).includes(record))) + 1;
}

/**
 * The record on a line of the file that is named after the session (else the first), or the last one before it: most lines are
 * the host's own. Empty if the file does not have that line.
 */
export function recordAt(
  line: number,
  { entries, lines, files }: Pick<ReadConversation, 'entries' | 'lines' | 'files'>,
  { id }: Pick<Session, 'id'>,
): string {
  const own = Math.max(0, files.indexOf(`${id}.jsonl`));
  if (line > (lines[own] ?? 0)) return '';
  const places = entries
    .flatMap((entry): RecordPlace[] =>
      entry.kind === 'call' && entry.result !== null ? [entry, entry.result] : [entry],
    )
    .filter(({ file, record }) => file === own && isRecordId(record))
    .sort((a, b) => a.line - b.line);
  return (places.findLast((place) => place.line <= line) ?? places[0])?.record ?? '';
}

/** The records of an entry: its own and that of a call's result. */
function recordsOf(entry: Entry): string[] {
  return entry.kind === 'call' && entry.result !== null ? [entry.record, entry.result.record] : [entry.record];
}

/** A text as it is shown, and how much of it is left out. */
export interface Shown {
  text: string;
  /** The end of a long one, where errors are. */
  end: string;
  /** `12,345 characters`; empty if all is shown. */
  left: string;
}

/** What a person or the model said. */
export function saidText(text: string): Shown {
  return shownText(visibleText(text), LONGEST.said, 0);
}

/** What a tool got or printed: a long one without its middle. */
export function toolText(text: string): Shown {
  return shownText(printedText(text), LONGEST.printed * 0.6, LONGEST.printed * 0.4);
}

/** The beginning and the end of a text, without halves of characters. */
function shownText(text: string, head: number, tail: number): Shown {
  const left = text.length - head - tail;
  if (left <= 0) return { text, end: '', left: '' };
  const whole = (part: string) => part.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  const end = whole(text.slice(text.length - tail));
  return { text: whole(text.slice(0, head)), end, left: counted(left, 'character') };
}

/** A place on the session's page that belongs to a record. */
export interface BackLink {
  href: string;
  words: string;
}

/** What on the session's page comes from each record: prompts, commits and events. */
export function backLinks(
  { project, name, chronicle }: Session,
  facts: Pick<Facts, 'prompts' | 'commits'> | null,
): ReadonlyMap<string, BackLink[]> {
  const events = [...chronicle.events, ...(chronicle.more ?? [])];
  type Link = [record: string | null, anchor: string, words: string];
  const links = [
    ...(facts?.prompts ?? []).map(({ record }, at): Link => [record, promptAnchor(at), `Prompt ${at + 1}`]),
    ...(facts?.commits ?? []).map(({ record, hash }): Link => {
      return [record, commitAnchor(hash), `Commit ${hash.slice(0, 7)}`];
    }),
    ...events.map((event): Link => [recordOf(event), event.id, TAG_WORDS[event.tag].label]),
  ];
  const back = new Map<string, BackLink[]>();
  for (const [record, anchor, words] of links) {
    if (!record) continue;
    back.set(record, [...(back.get(record) ?? []), { href: sessionAddress(project.slug, name, anchor), words }]);
  }
  return back;
}

/** An entry as a row of its page. */
export interface EntryRow {
  entry: Entry;
  /** The day, if it is not that of the row before; and the local time, if it is not. */
  newDay: string | null;
  time: string;
  /** The anchors of its record and of its result's; undefined if a row above has them: a record may have several entries. */
  anchor: string | undefined;
  resultAnchor: string | undefined;
  /** Its places on the session's page. */
  back: BackLink[];
}

/** The rows of a page; `offset` is the session's `utc_offset`. */
export function entryRows(
  entries: readonly Entry[],
  { offset, back }: { offset: string | undefined; back: ReadonlyMap<string, BackLink[]> },
): EntryRow[] {
  const used = new Set<string>();
  let last = { date: '', time: '' };
  return entries.map((entry) => {
    const moment = entry.at === null ? last : momentOf(new Date(entry.at).toISOString(), offset);
    const newDay = moment.date === last.date ? null : moment.date;
    const time = moment.time === last.time && newDay === null ? '' : moment.time;
    last = moment;
    const [anchor, resultAnchor] = recordsOf(entry).map((record) => {
      const isNew = isRecordId(record) && !used.has(record);
      used.add(record);
      return isNew ? record : undefined;
    });
    const links = [anchor, resultAnchor].flatMap((record) => back.get(record ?? '') ?? []);
    return { entry, time, newDay, anchor, resultAnchor, back: links };
  });
}

/** What was left out of a conversation, in sentences. */
export function leftOutWords({
  ofSubagents,
  isCut,
  leftOut: { broken, tooLong },
}: Pick<ReadConversation, 'ofSubagents' | 'isCut' | 'leftOut'>): string[] {
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    ...(ofSubagents > 0 ? [`${counted(ofSubagents, 'message')} of subagents ${are(ofSubagents)} left out.`] : []),
    ...(broken > 0 ? [`${counted(broken, 'line')} ${are(broken)} damaged.`] : []),
    ...(tooLong > 0 ? [`${counted(tooLong, 'line')} of more than 16 MB ${are(tooLong)} left out.`] : []),
    ...(isCut ? ['The rest of the transcript is too long to show.'] : []),
  ];
}
