/**
 * Answers what an agent asks of the archive, for `chronicle recall` and the MCP server:
 *
 *     recall(index, readRequest({ words: 'flaky redirect', since: 'monday' }, { today, here }))
 */
import { isPathNamed } from '#src/archive/file-histories.ts';
import type { SessionCard } from '#src/archive/session-card.ts';
import { TYPES_OF_OBSERVATIONS } from '#src/format/notebook/observation-kinds.ts';
import { shortId } from '#src/format/session-id.ts';
import { TAGS, tagWord } from '#src/format/tags.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { projectNamed } from '#src/lib/project.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { estimatedTokens, neutralLine } from '#src/lib/text/plain.ts';
import { readSpokenDay, SPOKEN_DAYS } from './days.ts';
import type { IndexedRecord, RecordIndex } from './index.ts';
import { EMPTY_QUERY, hasFilters, hasText, onlyOnSite, parseQuery, type Query } from './query.ts';
import {
  linesText,
  type RecallLine,
  recallLine,
  recordsText,
  type WholeRecord,
  wholeRecord,
  wholeSession,
} from './recall-text.ts';
import { RECORD_KINDS } from './record.ts';
import { askedFor } from './words.ts';

/** The usual size of an answer, and the least, in which any line has room (estimated tokens). */
export const USUAL_TOKENS = 800;
export const LEAST_TOKENS = 200;
/** Longer questions are pasted texts (UTF-16 units): their beginning is asked. */
const LONGEST = 20_000;
/** No answer repeats more records of the same id. */
const MOST_OF_AN_ID = 5;
/** So many lines fit no answer. */
const MOST_LINES = 500;

/** What the values of an option may be, for help texts and schemas. */
export const CHOICES = { type: TYPES_OF_OBSERVATIONS, tag: TAGS.map(tagWord), kind: RECORD_KINDS } as const;

/** The options that are filters of a search. */
const FILTERS = ['concept', 'type', 'tag', 'kind'] as const;
const OPTIONS = [...FILTERS, 'file', 'since', 'until', 'project', 'tokens'] as const;

/** What was given, as text. Everything may be missing. */
export interface Given extends Partial<Record<(typeof OPTIONS)[number], string | undefined>> {
  /** Words of a question, or ids of records; the newest sessions without any. */
  words?: string | undefined;
  /** Ids instead of words. */
  ids?: readonly string[] | undefined;
}

interface RecallRequest {
  words: readonly string[];
  /** Whether the words can only be ids. */
  areIds: boolean;
  /** A file that records should be about; null for any. */
  file: string | null;
  /** What the options say, as a query without words. */
  filters: Query;
  /** The name of a project, `all`, or null for the one of `here`. */
  project: string | null;
  /** The main checkout of this project. */
  here: string;
  /** The longest answer (estimated). */
  tokens: number;
}

/**
 * Reads a request; `today` is local, `2026-11-24`. Refuses values that mean nothing (CHRONICLE_WRONG_USE), naming the option and
 * what it may be.
 */
export function readRequest(given: Given, { today, here }: { today: string; here: string }): RecallRequest {
  const day = (option: 'since' | 'until') => {
    const text = given[option];
    const read = text === undefined ? null : readSpokenDay(text, today);
    if (read !== undefined) return read;
    throw wrongUse(`--${option} must be ${SPOKEN_DAYS}, not ${clip(oneLine(text ?? ''), 80)}.`);
  };
  const typed = FILTERS.map((key) => (given[key] === undefined ? '' : `${key}:"${given[key].replaceAll('"', '')}"`));
  const { query, problems } = parseQuery(typed.join(' '));
  const refusal = problems[0]?.message ?? onlyOnSite(query);
  if (refusal !== null) throw wrongUse(refusal);
  const words = (given.ids?.join(' ') ?? given.words ?? '').slice(0, LONGEST);
  return {
    words: words.split(/\s+/).filter((word) => word !== ''),
    areIds: given.ids !== undefined,
    file: given.file?.trim() || null,
    filters: { ...query, since: day('since'), until: day('until') },
    project: given.project ?? null,
    here,
    tokens: tokensIn(given.tokens),
  };
}

function tokensIn(text = String(USUAL_TOKENS)): number {
  if (/^\d{1,6}$/.test(text.trim()) && Number(text) >= LEAST_TOKENS) return Number(text);
  throw wrongUse(`--tokens must be a whole number, ${LEAST_TOKENS} or more, not ${clip(oneLine(text), 80)}.`);
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', sentence);
}

export interface RecallAnswer {
  /** Empty if nothing was found. */
  text: string;
  /** What the text contains, for programs. */
  entries: (RecallLine | WholeRecord)[];
  /** How many records there are in all. */
  found: number;
  /** What was not found, as sentences. */
  problems: string[];
}

/** Answers a request. Never throws because of what is asked. */
export function recall(index: RecordIndex, request: RecallRequest): RecallAnswer {
  const { words, areIds, file, filters } = request;
  if (areIds || (words.length > 0 && words.every((word) => isId(index, word)))) return recordsAnswer(index, request);
  const slugs = slugsOf(index, request);
  if (typeof slugs === 'string') return nothing(slugs);
  if (words.length > 0 && !words.some((word) => askedFor(word)))
    return nothing('The question has no word that can be looked up.');
  const hasFilter = [filters.tags, filters.types, filters.concepts, filters.kinds].some(({ length }) => length > 0);
  const found =
    words.length === 0 && (file !== null || !hasFilter)
      ? sessionLines(index, request, slugs)
      : recordLines(index, request, slugs);
  return linesAnswer(found, request, slugs);
}

/** Lines of an answer, each made when it is asked for: an answer has room for few of them. */
interface Lines {
  lines: Iterable<RecallLine>;
  found: number;
  what: 'session' | 'record';
  hasAll: boolean;
}

/** The records that have the words of a request and pass its options. */
function recordLines(index: RecordIndex, request: RecallRequest, slugs: string[] | null): Lines {
  const { hits, whole, partial, stems } = searchWords(index, request, slugs);
  const records = request.file === null ? hits : hits.filter(isAbout(index, request.file, request, slugs));
  return {
    lines: linesOf(records, stems),
    found: records === hits ? whole + partial : records.length,
    what: 'record',
    hasAll: whole > 0 || request.words.length === 0,
  };
}

function* linesOf(records: readonly IndexedRecord[], stems: ReadonlySet<string>): Generator<RecallLine> {
  for (const record of records) yield recallLine(record, stems);
}

/**
 * The words of a request are read like a search: phrases and filters count. A dash is part of a command that is quoted, and
 * filters that find nothing are words of a text: `on:click`.
 */
function searchWords(index: RecordIndex, request: RecallRequest, slugs: string[] | null) {
  const words = request.words.map((word) => word.replace(/^-+/, ''));
  const { query } = parseQuery(words.join(' '));
  const found = index.search(queryOf(query, request, slugs), MOST_LINES);
  if (found.hits.length > 0 || !(hasFilters(query) || query.phrases.length > 0)) return found;
  return index.search(queryOf({ ...EMPTY_QUERY, words }, request, slugs), MOST_LINES);
}

/** A query with the options of a request. */
function queryOf(query: Query, { filters }: RecallRequest, slugs: string[] | null): Query {
  // A query without words leaves out the kinds that nearly every session has.
  const kinds = query.kinds.length === 0 && hasText(query) ? RECORD_KINDS : query.kinds;
  return {
    ...query,
    tags: [...query.tags, ...filters.tags],
    types: [...query.types, ...filters.types],
    concepts: [...query.concepts, ...filters.concepts],
    kinds: filters.kinds.length > 0 ? filters.kinds : kinds,
    since: filters.since ?? query.since,
    until: filters.until ?? query.until,
    projects: query.projects.length > 0 ? query.projects : (slugs ?? []),
  };
}

/** Says whether a record mentions a file, or whether its session edited it. */
function isAbout(index: RecordIndex, file: string, request: RecallRequest, slugs: string[] | null) {
  const sessions = new Set(listSessions(index, request, slugs).listed.map(({ card }) => card.id));
  return ({ text, sessionId }: { text: string; sessionId: string }) =>
    sessions.has(sessionId) || text.split(/[\s`'",;()]+/).some((word) => isPathNamed(word.replace(/[.:]+$/, ''), file));
}

function listSessions(index: RecordIndex, { filters, file }: RecallRequest, projects: string[] | null) {
  return index.list({ projects, since: filters.since, until: filters.until, file }, MOST_LINES);
}

/** The newest sessions; with a file, those that edited it, and then the records that mention it. */
function sessionLines(index: RecordIndex, request: RecallRequest, slugs: string[] | null): Lines {
  const { listed, total } = listSessions(index, request, slugs);
  const sessions = listed.map(({ card }) => cardLine(card));
  const { file } = request;
  if (file === null) return { lines: sessions, found: total, what: 'session', hasAll: true };
  // Without a word to look up, a search would list everything.
  const query = queryOf({ ...EMPTY_QUERY, phrases: [file] }, request, slugs);
  const { hits, stems } = index.search(query, askedFor(file) === null ? 0 : MOST_LINES);
  const mentions = hits.filter(({ kind }) => kind !== 'session').map((record) => recallLine(record, stems));
  const lines = [...sessions, ...mentions];
  return { lines, found: lines.length, what: 'record', hasAll: true };
}

/** A session as a line: its title, and how much was recorded. */
function cardLine({ id, project, start, title, events }: SessionCard): RecallLine {
  return {
    id: shortId(id),
    kind: 'session',
    project: project.name,
    session: id,
    at: start,
    title: `${neutralLine(title, 120)}, ${events} ${events === 1 ? 'event' : 'events'}`,
    matched: '',
    tokens: estimatedTokens(title) + events * 20,
  };
}

/** The largest gain that there is without a model of meaning. */
const OTHER_WORDS = ' Ask once more with synonyms and the names you expect, all in one question.';
const NOT_ALL = ' None has all words: synonyms and names in the same question may find more.';
const ASKS_ALL = ' Ask with the project "all" for those of all projects.';

/** Lines under the budget. */
function linesAnswer(
  { lines, found, what, hasAll }: Lines,
  { words, tokens, filters: { since, until }, project }: RecallRequest,
  slugs: string[] | null,
): RecallAnswer {
  if (found === 0) {
    const where = slugs === null ? '' : project === null ? ' in this project' : ` in ${oneLine(project)}`;
    const when = since === null && until === null ? '' : ' in that time';
    const others = `${words.length === 0 ? '' : OTHER_WORDS}${slugs === null ? '' : ASKS_ALL}`;
    return nothing(`Nothing was found${where}${when}.${others}`);
  }
  const remark = hasAll ? '' : NOT_ALL;
  return { ...linesText(lines, { tokens, found, what, isAcross: slugs === null, remark }), found, problems: [] };
}

function nothing(problem: string): RecallAnswer {
  return { text: '', entries: [], found: 0, problems: [problem] };
}

/** The slugs that a request is about; null for all projects, a sentence for one that does not exist. */
function slugsOf(index: RecordIndex, { project, here }: RecallRequest): string[] | null | string {
  if (project === 'all') return null;
  const projects = index.projects();
  if (project === null) {
    const own = projects.find(({ root }) => root === here);
    return own ? [own.slug] : `This project has no sessions yet.${ASKS_ALL}`;
  }
  const found = projectNamed(projects, project);
  if (found) return [found.slug];
  const known = projects.slice(0, 10).map(({ name }) => name);
  return `There is no project ${clip(oneLine(project), 80)}. ${known.length === 0 ? 'There are no sessions yet.' : `The latest are ${known.join(', ')}.`}`;
}

/** `o-12ab34`, `e-12ab34`, `f-12ab34` or `n-12ab34`, perhaps with the beginning of a session's id before it. */
const RECORD_ID = /^(?:([A-Za-z0-9_-]+)#)?([efno]-[0-9a-f]{6}(?:-\d+)?)$/;
/** A word with fewer characters means itself, and so does one without a digit. */
const SESSION_ID = /^(?=.*\d)[A-Za-z0-9_-]{6,64}$/;

function isId(index: RecordIndex, word: string): boolean {
  return RECORD_ID.test(word) || (SESSION_ID.test(word) && index.cardsWith(word).length > 0);
}

/** Whole records by their ids, those of this project first. */
function recordsAnswer(index: RecordIndex, { words, tokens, here }: RecallRequest): RecallAnswer {
  const problems: string[] = [];
  const own = index.projects().find(({ root }) => root === here)?.name;
  const records = words.flatMap((word): WholeRecord[] => {
    const all = recordsNamed(index, word);
    const here = all.filter(({ project }) => project === own);
    const found = here.length > 0 ? here : all;
    if (found.length === 0)
      problems.push(`No record has the id ${clip(oneLine(word), 80)}. Recall finds records by their words.`);
    if (found.length > MOST_OF_AN_ID)
      problems.push(
        `${found.length} records have the id ${oneLine(word)}; these are ${MOST_OF_AN_ID}. Put a session's id and # before it.`,
      );
    return found.slice(0, MOST_OF_AN_ID);
  });
  return { text: recordsText(records, tokens), entries: records, found: records.length, problems };
}

/** The records that an id means, or the sessions that a beginning of an id means. */
function recordsNamed(index: RecordIndex, name: string): WholeRecord[] {
  const [, session = '', anchor] = RECORD_ID.exec(name) ?? [];
  if (anchor !== undefined) return index.recordsWith(anchor, session).map(wholeRecord);
  if (!SESSION_ID.test(name)) return [];
  return index
    .cardsWith(name)
    .map((card) => wholeSession({ ...card, project: card.project.name }, index.recordsOf(card.id)));
}
