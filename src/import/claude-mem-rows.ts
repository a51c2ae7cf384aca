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
import { capitalised } from '#src/lib/spelled.ts';
import { isClientCommand, isObserver, promptIn } from '#src/transcript/prompts.ts';
import {
  type ImportedHandoff,
  type ImportedObservation,
  type ImportedPrompt,
  type ImportedSession,
  recordKey,
} from './imported-session.ts';

/** A row by its columns, as the database or the export has it. */
export type Row = Readonly<Record<string, unknown>>;

export const TABLES = ['sessions', 'observations', 'summaries', 'prompts'] as const;
export type Table = (typeof TABLES)[number];

/** The rows of claude-mem, or of one of its sessions, by table. */
export type Tables = Record<Table, Row[]>;

/** The rows of one session. */
export interface SessionRows {
  /** Of `sdk_sessions`; null for rows of a session that the table does not have. */
  session: Row | null;
  observations: readonly Row[];
  summaries: readonly Row[];
  prompts: readonly Row[];
}

/** How many rows could not be used, by reason. */
export type LeftOut = (reason: string) => void;

/** The columns that name a session, newest form first. */
export const SESSION_COLUMNS = {
  /** Claude Code's own id. */
  content: ['content_session_id', 'claude_session_id'],
  /** claude-mem's id, which joins its tables. */
  memory: ['memory_session_id', 'sdk_session_id'],
} as const;

const LONGEST_TITLE = 200;
const PLATFORM = /^[a-z][a-z0-9-]{0,30}$/;

/** The session of these rows; null if they have nothing that can be kept, or no time. */
export function sessionOf(rows: SessionRows, digest: Digest, leftOut: LeftOut): ImportedSession | null {
  const { session } = rows;
  const memory = textIn(session ?? rows.observations[0] ?? rows.summaries[0], ...SESSION_COLUMNS.memory);
  const content = textIn(session ?? rows.prompts[0], ...SESSION_COLUMNS.content);
  const identity = content || memory;
  const platform = platformOf(session);
  const observations = unique(rows.observations.flatMap((row) => observationOf(row, identity, digest, leftOut)));
  if (rows.prompts.some((row) => isObserver(textIn(row, 'prompt_text', 'user_prompt')))) {
    leftOut('of a program that watches sessions');
    return null;
  }
  const summaries = unique(rows.summaries.flatMap((row) => summaryOf(row, identity, digest, leftOut)));
  const prompts = unique(rows.prompts.flatMap((row) => promptOf(row, identity, digest, leftOut)));
  const newest = summaries.toSorted((a, b) => a.at - b.at).at(-1) ?? null;
  const times = [...observations, ...summaries, ...prompts].map(({ at }) => at ?? Number.NaN);
  const began = momentIn(session, ['started_at_epoch', 'created_at_epoch'], ['started_at', 'created_at']);
  const at = [began, ...times].reduce((first, time) => (time < first ? time : first), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(at) || observations.length + summaries.length + prompts.length === 0) return null;
  return {
    id: idOf(content, memory, platform, digest),
    at,
    project: projectOf(rows),
    title: textIn(session, 'custom_title'),
    about: newest?.handoff.request ?? observations[0]?.observed.title ?? '',
    prompts: prompts.toSorted((a, b) => a.at - b.at),
    observations: [
      ...observations,
      ...summaries
        .filter((summary) => summary !== newest)
        .map(({ key, at: written, otherwise }) => ({ key, at: written, observed: otherwise })),
    ].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
    handoff: newest,
    remark: platform === null ? '' : ` (${platform})`,
  };
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
function projectOf({ session, observations, summaries }: SessionRows): string {
  const rows = [...observations, ...summaries];
  const merged = rows.map((row) => textIn(row, 'merged_into_project')).find((name) => name !== '');
  const own = [session, ...rows].map((row) => textIn(row, 'project')).find((name) => name !== '') ?? '';
  const path = (merged ?? own).trim().replace(/[\\/]+$/, '');
  const isPath = /^(?:[\\/~]|[A-Za-z]:)/.test(path);
  const parts = path.split(/[\\/]/).filter((each) => each !== '');
  return (isPath ? parts.at(-1) : parts[0]) ?? 'claude-mem';
}

function observationOf(row: Row, session: string, digest: Digest, leftOut: LeftOut): ImportedObservation[] {
  const text = textIn(row, 'text').trim();
  const title = oneLine(textIn(row, 'title')) || oneLine(firstLine(text));
  const narrative = textIn(row, 'narrative').trim();
  const facts = listIn(row, 'facts').map(oneLine).filter(isWord);
  if (title === '' && narrative === '' && facts.length === 0) {
    leftOut('without text');
    return [];
  }
  const at = momentIn(row, ['created_at_epoch'], ['created_at']);
  const word = textIn(row, 'type').trim().toLowerCase();
  const type = /^(?:security_|sensitive)/.test(word) ? 'discovery' : typeMeant(word);
  const concepts = listIn(row, 'concepts');
  const observed: Observed = {
    ...plainObservation(title || oneLine(clip(narrative || (facts[0] ?? ''), LONGEST_TITLE))),
    type,
    priority: word === 'security_alert' ? 1 : 2,
    subtitle: oneLine(textIn(row, 'subtitle')),
    facts: facts.map((fact) => ({ text: fact, depth: 0, priority: null, time: null })),
    // A row of an early version has nothing but its text.
    narrative: narrative || (text === title ? '' : text),
    concepts: unlike([...concepts, ...(type === word || word === '' ? [] : [word])].map(normalConcept)),
    files: unlike(['files', 'files_modified', 'files_read'].flatMap((column) => filesIn(row, column))),
    prompt: promptNumber(row),
  };
  const parts = [session, at, word, title, narrative.slice(0, 1000), text.slice(0, 1000), facts[0] ?? ''];
  return [{ key: recordKey(digest, 'observation', ...parts), at: Number.isNaN(at) ? null : at, observed }];
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

function summaryOf(row: Row, session: string, digest: Digest, leftOut: LeftOut): ImportedHandoff[] {
  const at = momentIn(row, ['created_at_epoch'], ['created_at']);
  const handoff: Handoff = {};
  for (const [field, column] of SUMMARY) {
    const value = textIn(row, column).trim();
    if (value !== '') handoff[field] = value;
  }
  const [read, edited] = [filesIn(row, 'files_read').join(', '), filesIn(row, 'files_edited').join(', ')];
  if (read !== '') handoff.filesRead = read;
  if (edited !== '') handoff.filesEdited = edited;
  if (Object.keys(handoff).length === 0 || Number.isNaN(at)) {
    leftOut(Number.isNaN(at) ? 'without a time' : 'without text');
    return [];
  }
  const told = SUMMARY.flatMap(([field, column]) => {
    const value = handoff[field];
    return value === undefined || field === 'request' ? [] : [`${labelOf(column)}: ${oneLine(value)}`];
  });
  const otherwise: Observed = {
    ...plainObservation(`Summary: ${clip(oneLine(handoff.request ?? told[0] ?? 'a session'), LONGEST_TITLE)}`),
    facts: told.map((text) => ({ text, depth: 0, priority: null, time: null })),
    files: unlike(['files_edited', 'files_read'].flatMap((column) => filesIn(row, column))),
    prompt: promptNumber(row),
  };
  return [{ key: recordKey(digest, 'summary', session, at, handoff), at, handoff, otherwise }];
}

/** `Next steps` for `next_steps`. */
function labelOf(column: string): string {
  return capitalised(column.replace('_', ' '));
}

function promptOf(row: Row, session: string, digest: Digest, leftOut: LeftOut): ImportedPrompt[] {
  const written = textIn(row, 'prompt_text', 'user_prompt').trim();
  const at = momentIn(row, ['created_at_epoch'], ['created_at']);
  if (written === '' || Number.isNaN(at)) {
    leftOut(written === '' ? 'without text' : 'without a time');
    return [];
  }
  const text = promptIn([written]);
  if (text === null || isClientCommand(text)) {
    leftOut('written by the client');
    return [];
  }
  return [{ key: recordKey(digest, 'prompt', session, at, text.slice(0, 1000)), at, text }];
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

/** A moment in milliseconds, from a number or an ISO time; NaN if the row has neither. */
export function momentIn(row: Row | null, epochs: readonly string[], times: readonly string[]): number {
  for (const column of [...epochs, ...times]) {
    const value = row?.[column];
    const number = typeof value === 'bigint' ? Number(value) : value;
    if (typeof number === 'number' && number > 0) {
      if (number < SECONDS) return Math.round(number * 1000);
      return Math.round(number >= MICROSECONDS ? number / 1000 : number);
    }
    if (typeof value !== 'string' || value === '') continue;
    if (/^\d{9,17}$/.test(value)) return momentIn({ value: Number(value) }, ['value'], []);
    const parsed = Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) ? `${value.replace(' ', 'T')}Z` : value);
    if (!Number.isNaN(parsed)) return parsed;
  }
  return Number.NaN;
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
  return paths.map((path) => (/^[A-Za-z]:\\|^[\w.-]+\\/.test(path) ? path.replaceAll('\\', '/') : path)).filter(isWord);
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
