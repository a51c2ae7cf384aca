/**
 * Reads the rows of claude-mem as sessions. A row may come from any version of its database, or from its export: a column
 * may be missing, a list may be JSON, JSON in JSON or lines, and a time may be in seconds or milliseconds.
 */
import type { Digest } from '#src/format/event-id.ts';
import { normalConcept } from '#src/format/notebook/concept.ts';
import type { Handoff } from '#src/format/notebook/handoff-fields.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { type Observed, plainObservation, typeMeant } from '#src/notes/observed.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { visibleText } from '#src/lib/text/plain.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { withoutSequences } from '#src/transcript/clean-line.ts';
import { isClientCommand, isObserver, promptIn } from '#src/transcript/prompts.ts';

/**
 * A session of claude-mem in this product's terms. Its texts are untrusted, without invisible characters, and scanned for
 * secrets before they are written.
 */
export interface ImportedSession {
  /** Claude Code's session id where claude-mem knows it, else one made from what it knows. */
  id: string;
  /** When it began, in milliseconds. */
  at: number;
  /** The last part of its project's path, or what claude-mem calls it. */
  project: string;
  /** A name that a person gave it; empty if none did. */
  title: string;
  /** What it is about, where no prompt says that; may be empty. */
  about: string;
  /** In order of time. */
  prompts: readonly ImportedPrompt[];
  observations: readonly ImportedObservation[];
  /** Where its work stood; null if claude-mem does not say. */
  handoff: ImportedHandoff | null;
  /** The other client that it ran in, as the end of a sentence in its summary; empty for Claude Code. */
  remark: string;
}

/** Something with a key that is the same however often, and from whatever copy, the record is read. */
type Keyed<Item> = Item & { key: string };

export type ImportedPrompt = Keyed<{ at: number; text: string }>;

/** `at` replaces the day and time of the observation, where claude-mem has a moment. */
export type ImportedObservation = Keyed<{ at: number | null; observed: Observed }>;

/** `otherwise` is written into a notebook that exists: its own handoff is never replaced. */
type ImportedHandoff = Keyed<{ handoff: Handoff; at: number; otherwise: Observed }>;

/** A row by its columns, as the database or the export has it. */
export type Row = Readonly<Record<string, unknown>>;

export const TABLES = ['sessions', 'observations', 'summaries', 'prompts'] as const;
export type Table = (typeof TABLES)[number];

/** The rows of claude-mem, or of one of its sessions, by table. */
export type Tables = Record<Table, Row[]>;

/** How many rows could not be used, by reason. */
type LeftOut = (reason: string) => void;

/** What the rows of one session have in common while they are read. */
interface Reading {
  /** The session's id in claude-mem, which is part of every key. */
  identity: string;
  digest: Digest;
  leftOut: LeftOut;
}

/** The columns that name a session, newest form first. */
export const SESSION_COLUMNS = {
  /** Claude Code's own id. */
  content: ['content_session_id', 'claude_session_id'],
  /** claude-mem's id, which joins its tables. */
  memory: ['memory_session_id', 'sdk_session_id'],
} as const;

const LONGEST_TITLE = 200;
/** The longest texts that are kept, in characters: a notebook is not read above 16 MiB. */
const LONGEST = { line: 4000, lines: 200_000, prompt: 2000 };
/** The length of a key, in hex digits. */
const KEY = 12;
const PLATFORM = /^[a-z][a-z0-9-]{0,30}$/;

/** The session of these rows; null if they have nothing that can be kept, or no time. */
export function sessionOf(rows: Tables, digest: Digest, leftOut: LeftOut): ImportedSession | null {
  const [session = null] = rows.sessions;
  const memory = textIn(session ?? rows.observations[0] ?? rows.summaries[0], ...SESSION_COLUMNS.memory);
  const content = textIn(session ?? rows.prompts[0], ...SESSION_COLUMNS.content);
  const reading = { identity: content || memory, digest, leftOut };
  const observations = unique(rows.observations.flatMap((row) => observationOf(row, reading) ?? []));
  if (rows.prompts.some((row) => isObserver(textIn(row, 'prompt_text', 'user_prompt')))) {
    leftOut('of a program that watches sessions');
    return null;
  }
  const summaries = unique(rows.summaries.flatMap((row) => summaryOf(row, reading) ?? []));
  const prompts = unique(rows.prompts.flatMap((row) => promptOf(row, reading) ?? []));
  const newest = summaries.toSorted((a, b) => a.at - b.at).at(-1) ?? null;
  const times = [...observations, ...summaries, ...prompts].map(({ at }) => at ?? Number.NaN);
  const began = momentIn(session, 'started_at_epoch', 'created_at_epoch', 'started_at', 'created_at');
  const at = [began, ...times].reduce((first, time) => (time < first ? time : first), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(at) || times.length === 0) return null;
  const earlier = summaries.filter((summary) => summary !== newest);
  const platform = platformOf(session);
  return {
    id: idOf(content, memory, platform, digest),
    at,
    project: projectOf(rows),
    title: plainLine(textIn(session, 'custom_title')),
    about: plainLine(newest?.handoff.request ?? observations[0]?.observed.title ?? ''),
    prompts: prompts.toSorted((a, b) => a.at - b.at),
    observations: [
      ...observations,
      ...earlier.map(({ key, at: written, otherwise }) => ({ key, at: written, observed: otherwise })),
    ].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
    handoff: newest,
    remark: platform === null ? '' : ` (${platform})`,
  };
}

/** The key of a record, from everything that makes it this record. */
function recordKey(digest: Digest, ...parts: readonly unknown[]): string {
  return digest(JSON.stringify(parts)).slice(0, KEY);
}

/** The id of the session: Claude Code's own if it is one of its sessions, else one that cannot be mistaken for it. */
function idOf(content: string, memory: string, platform: string | null, digest: Digest): string {
  if (platform === null && isSessionId(content)) return content;
  const source = platform ?? 'claude-mem';
  const id = `${content || memory}-${source}`;
  return isSessionId(id) ? id : `${recordKey(digest, platform, content, memory)}-${source}`;
}

/** The other client that the session ran in; null for Claude Code. */
function platformOf(session: Row | null): string | null {
  const name = textIn(session, 'platform_source').trim().toLowerCase();
  if (name === '' || name.startsWith('claude')) return null;
  return PLATFORM.test(name) ? name : 'other';
}

/** Of a project that was merged into another, the other; of a worktree `larder/fix`, the main checkout. */
function projectOf({ sessions: [session], observations, summaries }: Tables): string {
  const rows = [...observations, ...summaries];
  const merged = rows.map((row) => textIn(row, 'merged_into_project')).find(isWord);
  const own = [session, ...rows].map((row) => textIn(row, 'project')).find(isWord) ?? '';
  const path = (merged ?? own).trim().replace(/[\\/]+$/, '');
  const isPath = /^(?:[\\/~]|[A-Za-z]:)/.test(path);
  const parts = path.split(/[\\/]/).filter(isWord);
  return (isPath ? parts.at(-1) : parts[0]) ?? 'claude-mem';
}

function observationOf(row: Row, { identity, digest, leftOut }: Reading): ImportedObservation | null {
  const text = textIn(row, 'text').trim();
  const title = oneLine(textIn(row, 'title')) || oneLine(firstLine(text));
  const narrative = textIn(row, 'narrative').trim();
  const facts = listIn(row, 'facts').map(oneLine).filter(isWord);
  if (title === '' && narrative === '' && facts.length === 0) {
    leftOut('without text');
    return null;
  }
  const at = momentIn(row, 'created_at_epoch', 'created_at');
  const word = textIn(row, 'type').trim().toLowerCase();
  const type = /^(?:security_|sensitive)/.test(word) ? 'discovery' : typeMeant(word);
  const concepts = [...listIn(row, 'concepts'), ...(type === word || word === '' ? [] : [word])].map(normalConcept);
  const observed: Observed = {
    ...plainObservation(plainLine(title || clip(narrative || (facts[0] ?? ''), LONGEST_TITLE))),
    type,
    priority: word === 'security_alert' ? 1 : 2,
    subtitle: plainLine(textIn(row, 'subtitle')),
    facts: facts.map(factOf),
    // A row of an early version has nothing but its text.
    narrative: plainLines(narrative || (text === title ? '' : text)),
    concepts: unlike(concepts.map(plainLine)),
    files: unlike(['files', 'files_modified', 'files_read'].flatMap((column) => filesIn(row, column))),
    prompt: promptNumber(row),
  };
  const parts = [identity, at, word, title, narrative.slice(0, 1000), text.slice(0, 1000), facts[0] ?? ''];
  return { key: recordKey(digest, 'observation', ...parts), at: Number.isNaN(at) ? null : at, observed };
}

/** What a summary says, by column. */
const SUMMARY = [
  ['request', 'request'],
  ['investigated', 'investigated'],
  ['learned', 'learned'],
  ['completed', 'completed'],
  ['suggestedNext', 'next_steps'],
  ['notes', 'notes'],
] as const;

function summaryOf(row: Row, { identity, digest, leftOut }: Reading): ImportedHandoff | null {
  const at = momentIn(row, 'created_at_epoch', 'created_at');
  const [read, edited] = [filesIn(row, 'files_read'), filesIn(row, 'files_edited')];
  const fields = [
    ...SUMMARY.map(([field, column]) => [field, plainLines(textIn(row, column))] as const),
    ['filesRead', read.join(', ')] as const,
    ['filesEdited', edited.join(', ')] as const,
  ].filter(([, value]) => value !== '');
  if (fields.length === 0 || Number.isNaN(at)) {
    leftOut(Number.isNaN(at) ? 'without a time' : 'without text');
    return null;
  }
  const handoff: Handoff = Object.fromEntries(fields);
  const told = SUMMARY.flatMap(([field, column]) => {
    const value = handoff[field];
    // `Next steps` for `next_steps`.
    const label = capitalised(column.replace('_', ' '));
    return value === undefined || field === 'request' ? [] : [`${label}: ${oneLine(value)}`];
  });
  const otherwise: Observed = {
    ...plainObservation(`Summary: ${clip(oneLine(handoff.request ?? told[0] ?? 'a session'), LONGEST_TITLE)}`),
    facts: told.map(factOf),
    files: unlike([...edited, ...read]),
    prompt: promptNumber(row),
  };
  return { key: recordKey(digest, 'summary', identity, at, handoff), at, handoff, otherwise };
}

function factOf(text: string): Observed['facts'][number] {
  return { text: plainLine(text), depth: 0, priority: null, time: null };
}

function promptOf(row: Row, { identity, digest, leftOut }: Reading): ImportedPrompt | null {
  const written = textIn(row, 'prompt_text', 'user_prompt').trim();
  const at = momentIn(row, 'created_at_epoch', 'created_at');
  const text = promptIn([written]);
  if (written !== '' && !Number.isNaN(at) && text !== null && !isClientCommand(text))
    return {
      key: recordKey(digest, 'prompt', identity, at, text.slice(0, 1000)),
      at,
      text: clip(visible(text).trim(), LONGEST.prompt),
    };
  leftOut(written === '' ? 'without text' : Number.isNaN(at) ? 'without a time' : 'written by the client');
  return null;
}

function visible(text: string): string {
  return visibleText(withoutSequences(text));
}

function plainLine(text: string): string {
  return clip(oneLine(visible(text)), LONGEST.line);
}

function plainLines(text: string): string {
  return clip(visible(text).trim(), LONGEST.lines);
}

/** The first of the columns that has a text; empty if none has. */
export function textIn(row: Row | null | undefined, ...columns: readonly string[]): string {
  for (const column of columns) {
    const value = row?.[column];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
    if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  }
  return '';
}

/** Below this, a number is a time in seconds: it would be in 1973 in milliseconds. */
const SECONDS = 1e11;
const MICROSECONDS = 1e14;

/** The moment in the first of the columns that has one, in milliseconds, from a number or an ISO time; else NaN. */
function momentIn(row: Row | null, ...columns: readonly string[]): number {
  const moments = columns.map((column) => momentOf(textIn(row, column)));
  return moments.find((moment) => !Number.isNaN(moment)) ?? Number.NaN;
}

function momentOf(text: string): number {
  const number = text === '' ? Number.NaN : Number(text);
  if (number > 0 && number < SECONDS) return Math.round(number * 1000);
  if (number > 0) return Math.round(number >= MICROSECONDS ? number / 1000 : number);
  return Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}

/** A list: an array, JSON, JSON in JSON, or lines. Never throws. */
function listIn(row: Row, column: string): string[] {
  return readList(row[column], 0).map((item) => item.trim());
}

function readList(value: unknown, depth: number): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemOf(item));
  const text = textIn({ value }, 'value').trim();
  if (text === '' || text === 'null') return [];
  if (/^["[{]/.test(text) && depth < 3) {
    try {
      const parsed: unknown = JSON.parse(text);
      return typeof parsed === 'object' && !Array.isArray(parsed) ? itemOf(parsed) : readList(parsed, depth + 1);
    } catch {
      // It is cut off, or only looks like JSON.
    }
  }
  return text.split('\n').map((line) => line.replace(/^\s*[-*] /, ''));
}

function itemOf(item: unknown): string[] {
  if (typeof item === 'string') return [item];
  return item === null || item === undefined ? [] : [typeof item === 'object' ? JSON.stringify(item) : String(item)];
}

/** Paths with forward slashes, as elsewhere in the archive. */
function filesIn(row: Row, column: string): string[] {
  const listed = listIn(row, column);
  const [only = ''] = listed;
  const paths = listed.length === 1 && !only.includes('\n') && /^[^,]+\.\w+, /.test(only) ? only.split(', ') : listed;
  return paths
    .map((path) => plainLine(/^[A-Za-z]:\\|^[\w.-]+\\/.test(path) ? path.replaceAll('\\', '/') : path))
    .filter(isWord);
}

function promptNumber(row: Row): number | null {
  const number = Number(textIn(row, 'prompt_number'));
  return Number.isInteger(number) && number >= 1 && number < 1e6 ? number : null;
}

function firstLine(text: string): string {
  return clip(text.split('\n').find((line) => line.trim() !== '') ?? '', LONGEST_TITLE);
}

function isWord(text: string): boolean {
  return text !== '';
}

function unlike(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter(isWord);
}

function unique<Item extends { key: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.key, item])).values()];
}
