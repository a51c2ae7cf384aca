/**
 * The pages of a session's conversation: which entries are on which, what of each is shown, where an address leads, and which
 * entries lead back to the session's page.
 */

import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import { TAG_WORDS } from '#src/format/tags.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { foundIn, recordOf, transcriptPlace } from '#src/format/event-source.ts';
import { counted } from '#src/lib/text/day.ts';
import { commitAnchor, promptAnchor, sessionAddress, transcriptAddress } from '#src/lib/text/page-address.ts';
import { printedText, visibleText } from '#src/lib/text/plain.ts';
import type { Conversation, Entry, RecordPlace } from '#src/transcript/conversation.ts';
import type { NamedTranscript, ReadConversation } from '#src/transcript/read-conversation.ts';
import { grouped } from '#src/lib/grouped.ts';

/** How much of a text is shown (characters): a whole answer, and the two ends of what a tool got or printed. */
const LONGEST = { said: 16_000, printed: 3000 };
/** What fits on a page (characters): about 100 kB of HTML. An entry without a text takes some room, too. */
const PAGE = { text: 60_000, entry: 400 };

/** Where an address below `transcript/` leads. */
export type TranscriptPlace = { page: number } | { line: number } | { record: string };

/** The place that the end of an address names, such as `page/2` or `line/123`; null if it is none. */
export function placeIn(path: string): TranscriptPlace | null {
  const [kind = '', value = '', ...rest] = path.split('/');
  if (path === '') return { page: 1 };
  if (rest.length > 0) return null;
  if (kind === 'record') return /^\w[\w.:-]{0,79}$/.test(value) ? { record: value } : null;
  const number = /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 0;
  if (number === 0) return null;
  if (kind === 'line') return { line: number };
  return kind === 'page' && number > 1 ? { page: number } : null;
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
  if (entry.kind !== 'call') return Math.min(entry.text.length, longestOf(entry));
  const texts = [entry.input, entry.result?.text ?? ''];
  return texts.reduce((sum, { length }) => sum + Math.min(length, LONGEST.printed), 0);
}

function longestOf({ kind }: Entry): number {
  return kind === 'prompt' || kind === 'answer' ? LONGEST.said : LONGEST.printed;
}

/** The index of the file that addresses of lines mean: the one named after the session, else the first. */
export function ownFile(files: readonly string[], session: Pick<Session, 'id'>): number {
  return Math.max(0, files.indexOf(`${session.id}.jsonl`));
}

/** The anchor of a record on its page. */
function lineAnchor({ file, line }: Pick<RecordPlace, 'file' | 'line'>, own: number): string {
  return file === own ? `L${line}` : `F${file + 1}-L${line}`;
}

/** The page from 1 and the anchor that a line or a record is at; null if the conversation does not have it. */
export function placeOf(
  conversation: Pick<Conversation, 'entries' | 'lines'>,
  place: Exclude<TranscriptPlace, { page: number }>,
  own: number,
): { page: number; anchor: string } | null {
  const pages = pagesOf(conversation);
  const spots = pages.flatMap((entries, index) => entries.flatMap(placesOf).map((at) => ({ ...at, page: index + 1 })));
  const found =
    'record' in place
      ? spots.find(({ record }) => record === place.record)
      : spotAt(
          spots.filter(({ file }) => file === own),
          place.line,
          conversation.lines[own] ?? 0,
        );
  return found ? { page: found.page, anchor: lineAnchor(found, own) } : null;
}

/** The record on a line, or the last one before it: most lines of a file are the host's own. */
function spotAt<Spot extends RecordPlace>(spots: readonly Spot[], line: number, last: number): Spot | undefined {
  if (line > last) return undefined;
  return spots.filter((spot) => spot.line <= line).toSorted((a, b) => b.line - a.line)[0] ?? spots[0];
}

function placesOf(entry: Entry): RecordPlace[] {
  return entry.kind === 'call' && entry.result !== null ? [entry, entry.result] : [entry];
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
  const visible = visibleText(text);
  if (visible.length <= LONGEST.said) return { text: visible, end: '', left: '' };
  return { text: wellCut(visible, 0, LONGEST.said), end: '', left: characters(visible.length - LONGEST.said) };
}

/** What a tool got or printed: a long one without its middle. */
export function toolText(text: string): Shown {
  const visible = printedText(text);
  if (visible.length <= LONGEST.printed) return { text: visible, end: '', left: '' };
  const head = Math.round(LONGEST.printed * 0.6);
  const tail = LONGEST.printed - head;
  return {
    text: wellCut(visible, 0, head),
    end: wellCut(visible, visible.length - tail, visible.length),
    left: characters(visible.length - LONGEST.printed),
  };
}

/** A part of a text without halves of characters at its ends. */
function wellCut(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

function characters(count: number): string {
  return counted(count, 'character');
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
  const links: { record: string | null; anchor: string; words: string }[] = [
    ...(facts?.prompts ?? []).map(({ record }, index) => ({
      record,
      anchor: promptAnchor(index),
      words: `Prompt ${index + 1}`,
    })),
    ...(facts?.commits ?? []).map(({ record, hash }) => ({
      record,
      anchor: commitAnchor(hash),
      words: `Commit ${hash.slice(0, 7)}`,
    })),
    ...[...chronicle.events, ...(chronicle.more ?? [])].map((event) => ({
      record: recordOf(event),
      anchor: event.id,
      words: TAG_WORDS[event.tag].label,
    })),
  ];
  const back = new Map<string, BackLink[]>();
  for (const { record, anchor, words } of links) {
    if (record === null || record === '') continue;
    const known = back.get(record);
    const link = { href: sessionAddress(project.slug, name, anchor), words };
    if (known) known.push(link);
    else back.set(record, [link]);
  }
  return back;
}

/** An entry as a row of its page. */
export interface EntryRow {
  entry: Entry;
  /** The day, if it is not that of the row before; and the local time, if it is not. */
  newDay: string | null;
  time: string;
  /** The anchors of its record and of its result's; undefined if a row above has them: a line may have several entries. */
  anchor: string | undefined;
  resultAnchor: string | undefined;
  /** Its places on the session's page. */
  back: BackLink[];
}

interface RowOptions {
  own: number;
  /** The session's `utc_offset`. */
  offset: string | undefined;
  back: ReadonlyMap<string, BackLink[]>;
}

/** The rows of a page. */
export function entryRows(entries: readonly Entry[], { own, offset, back }: RowOptions): EntryRow[] {
  const used = new Set<string>();
  const anchorOf = (place: RecordPlace | null) => {
    const anchor = place === null ? '' : lineAnchor(place, own);
    if (anchor === '' || used.has(anchor)) return undefined;
    used.add(anchor);
    return anchor;
  };
  const linked = new Set<string>();
  let last = { date: '', time: '' };
  return entries.map((entry) => {
    const result = entry.kind === 'call' ? entry.result : null;
    const moment = entry.at === null ? last : momentOf(new Date(entry.at).toISOString(), offset);
    const isNewDay = moment.date !== last.date;
    const time = moment.time === last.time && !isNewDay ? '' : moment.time;
    last = moment;
    const records = [entry.record, result?.record ?? ''].filter((record) => !linked.has(record));
    for (const record of records) linked.add(record);
    return {
      ...{ entry, time, newDay: isNewDay ? moment.date : null },
      ...{ anchor: anchorOf(entry), resultAnchor: anchorOf(result) },
      back: records.flatMap((record) => back.get(record) ?? []),
    };
  });
}

/** The links from a session's page to its conversation. */
export interface TranscriptLinks {
  /** Whether all of its files are gone. */
  isGone: boolean;
  /** The first page. */
  address: string;
  /** The address of a record; null if its id is no part of an address. */
  record(id: string): string | null;
  /** The address of the place that an event was found at; null if it names none, or its file is gone. */
  event(event: ChronicleEvent): string | null;
}

/** The links to the transcripts that a session's facts name. */
export function transcriptLinks(session: Session, named: readonly NamedTranscript[]): TranscriptLinks {
  const { slug } = session.project;
  const files = named.map(({ file }) => file);
  const own = files[ownFile(files, session)];
  const isThere = (file: string) => named.some((each) => each.file === file && each.path !== null);
  const record = (id: string) =>
    placeIn(`record/${id}`) === null ? null : transcriptAddress(slug, session.name, { record: id });
  return {
    isGone: named.every(({ path }) => path === null),
    address: transcriptAddress(slug, session.name),
    record,
    event(event) {
      const place = foundIn(event)?.place ?? transcriptPlace(event.details);
      if (place && !isThere(place.file)) return null;
      // Two folders may have a file of the same name.
      if (place !== null && place.file === own && files.filter((file) => file === own).length === 1)
        return transcriptAddress(slug, session.name, { line: place.line });
      return record(recordOf(event) ?? '');
    },
  };
}

/** What was left out of a conversation, in sentences. */
export function leftOutWords({
  ofSubagents,
  isCut,
  leftOut: { broken, tooLong },
}: Pick<ReadConversation, 'ofSubagents' | 'isCut' | 'leftOut'>): string[] {
  return [
    ...(ofSubagents > 0 ? [`${counted(ofSubagents, 'message')} of subagents ${are(ofSubagents)} left out.`] : []),
    ...(broken > 0 ? [`${counted(broken, 'line')} ${are(broken)} damaged.`] : []),
    ...(tooLong > 0 ? [`${counted(tooLong, 'line')} of more than 16 MB ${are(tooLong)} left out.`] : []),
    ...(isCut ? ['The rest of the transcript is too long to show.'] : []),
  ];
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** `Page 2 of 12`; empty if there is only one. */
export function pageWords(page: number, of: number): string {
  return of === 1 ? '' : `Page ${grouped(page)} of ${grouped(of)}`;
}
