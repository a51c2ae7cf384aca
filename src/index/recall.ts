/** Answers what an agent asks of the archive, for `chronicle recall` and the MCP server. */
import { isPathNamed } from '../archive/file-histories.ts';
import type { SessionCard } from '../archive/session-card.ts';
import { shortId } from '../format/session-id.ts';
import { estimatedTokens, neutralLine } from '../lib/text/plain.ts';
import { projectNamed } from '../lib/project.ts';
import { clip, oneLine } from '../lib/text/clip.ts';
import type { Found, FoundRecord, RecordIndex } from './index.ts';
import { EMPTY_QUERY, hasFilters, hasText, parseQuery, type Query } from './query.ts';
import type { RecallRequest, Wording } from './recall-request.ts';
import {
  linesText,
  prefixFault,
  type Recalled,
  type RecallLine,
  recallLine,
  recordsNamed,
  recordsText,
} from './recall-text.ts';
import { RECORD_KINDS } from './record.ts';
import { ANY_SESSION } from './sessions.ts';
import { askedFor } from './words.ts';

export interface RecallAnswer {
  /** Empty if nothing was found. */
  text: string;
  /** What the text contains, for programs. */
  entries: (RecallLine | RecalledEntry)[];
  /** How many records there are in all. */
  found: number;
  /** What the text costs (estimated). */
  tokens: number;
  /** What was not found, as sentences. */
  problems: string[];
}

interface RecalledEntry extends Omit<Recalled, 'session'> {
  session: string;
  project: string;
}

/** No answer repeats more records of the same id. */
const MOST_OF_AN_ID = 5;
/** So many lines fit no answer. */
const MOST_LINES = 500;

/** Answers a request. Never throws because of what is asked. */
export function recall(index: RecordIndex, request: RecallRequest): RecallAnswer {
  const { words, areIds, file, filters } = request;
  if (areIds || (words.length > 0 && words.every((word) => isId(index, word)))) return recordsAnswer(index, request);
  const slugs = slugsOf(index, request);
  if (typeof slugs === 'string') return nothing(slugs);
  if (words.length > 0) {
    if (!words.some((word) => askedFor(word))) return nothing('The question has no word that can be looked up.');
    return foundAnswer(index, recordsFor(index, request, slugs), request, slugs);
  }
  const query = queryOf(EMPTY_QUERY, request, slugs);
  if (file !== null) return fileAnswer(index, query, file, request, slugs);
  if ([filters.tags, filters.types, filters.concepts, filters.kinds].some(({ length }) => length > 0))
    return foundAnswer(index, index.search(query, MOST_LINES), request, slugs);
  const { since, until } = filters;
  const { listed, total } = index.list({ ...ANY_SESSION, projects: slugs, since, until }, MOST_LINES);
  const lines = listed.map(({ card }) => cardLine(card));
  return linesAnswer(lines, { found: total, what: 'session', hasAll: true }, request, slugs === null);
}

/**
 * The records for the words of a request, which are read like a search: phrases and filters count. A dash is part of a command
 * that is quoted, and filters that find nothing are words of a text: `on:click`.
 */
function recordsFor(index: RecordIndex, request: RecallRequest, slugs: string[] | null): Found {
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

/** The sessions that edited a file, and the records that mention it. */
function fileAnswer(
  index: RecordIndex,
  query: Query,
  file: string,
  request: RecallRequest,
  slugs: string[] | null,
): RecallAnswer {
  const edited = sessionsWith(index, file, request, slugs).map(cardLine);
  // Without a word to look up, a search would list everything.
  const { hits, stems } =
    askedFor(file) === null
      ? { hits: [], stems: new Set<string>() }
      : index.search({ ...query, phrases: [file] }, MOST_LINES);
  const mentions = hits.filter(({ kind }) => kind !== 'session').map((record) => recallLine(record, stems));
  const lines = [...edited, ...mentions];
  return linesAnswer(lines, { found: lines.length, what: 'record', hasAll: true }, request, slugs === null);
}

function foundAnswer(
  index: RecordIndex,
  { hits, whole, partial, stems }: Found,
  request: RecallRequest,
  slugs: string[] | null,
): RecallAnswer {
  const { words, file } = request;
  const records = words.length > 0 && file !== null ? aboutFile(index, hits, file, request, slugs) : hits;
  const found = records === hits ? whole + partial : records.length;
  const lines = function* () {
    for (const record of records) yield recallLine(record, stems);
  };
  return linesAnswer(lines(), { found, what: 'record', hasAll: whole > 0 }, request, slugs === null);
}

/** The records that mention a file, or whose sessions edited it. */
function aboutFile(
  index: RecordIndex,
  records: readonly FoundRecord[],
  file: string,
  request: RecallRequest,
  slugs: string[] | null,
) {
  const sessions = new Set(sessionsWith(index, file, request, slugs).map(({ id }) => id));
  const mentions = ({ text }: FoundRecord) =>
    text.split(/[\s`'",;()]+/).some((word) => isPathNamed(word.replace(/[.:]+$/, ''), file));
  return records.filter((record) => sessions.has(record.sessionId) || mentions(record));
}

function sessionsWith(
  index: RecordIndex,
  file: string,
  { filters: { since, until } }: RecallRequest,
  projects: string[] | null,
): SessionCard[] {
  return index.list({ ...ANY_SESSION, projects, since, until, file }, MOST_LINES).listed.map(({ card }) => card);
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

/** What an answer is about: how many lines there would be, what a line is, and whether any record has all words. */
interface Lines {
  found: number;
  what: string;
  hasAll: boolean;
}

/** The largest gain that there is without a model of meaning. */
const OTHER_WORDS = 'Ask once more with synonyms and the names you expect, all in one question.';
const NOT_ALL = ' None has all words: synonyms and names in the same question may find more.';

/** Lines under the budget. Each is made when it is asked for: an answer has room for few of them. */
function linesAnswer(
  lines: Iterable<RecallLine>,
  { found, what, hasAll }: Lines,
  { words, tokens, filters: { since, until }, project, wording }: RecallRequest,
  isAcross: boolean,
): RecallAnswer {
  if (found === 0) {
    const where = isAcross ? '' : project === null ? ' in this project' : ` in ${oneLine(project)}`;
    const when = since === null && until === null ? '' : ' in that time';
    const other = words.length === 0 ? '' : ` ${OTHER_WORDS}`;
    return nothing(`Nothing was found${where}${when}.${other}${isAcross ? '' : ` ${asksAll(wording)}`}`);
  }
  const options = { tokens, found, what, isAcross, wording, remark: hasAll ? '' : NOT_ALL };
  const { text, entries, enough } = linesText(lines, options);
  const problems = enough === undefined ? [] : [tooFewTokens(tokens, wording, what, enough)];
  return { text, entries, found, tokens: estimatedTokens(text), problems };
}

function asksAll(wording: Wording): string {
  return `${wording.set('project', 'all')} asks all projects.`;
}

function tooFewTokens(tokens: number, wording: Wording, what: string, enough: number): string {
  return `${wording.set('tokens', tokens)} is too little for a ${what}. Use at least ${wording.set('tokens', enough)}.`;
}

function nothing(problem: string): RecallAnswer {
  return { text: '', entries: [], found: 0, tokens: 0, problems: [problem] };
}

/** The slugs that a request is about; null for all projects, a sentence for one that does not exist. */
function slugsOf(index: RecordIndex, { project, here, wording }: RecallRequest): string[] | null | string {
  if (project === 'all') return null;
  const projects = index.projects();
  if (project === null) {
    const own = projects.find(({ root }) => root === here);
    return own ? [own.slug] : `This project has no sessions yet. ${asksAll(wording)}`;
  }
  const found = projectNamed(projects, project);
  if (found) return [found.slug];
  const known = projects.slice(0, 10).map(({ name }) => name);
  return `There is no project ${clip(oneLine(project), 80)}. ${known.length === 0 ? 'There are no sessions yet.' : `The latest are ${known.join(', ')}.`}`;
}

const RECORD_ID = /^(?:[A-Za-z0-9_-]+#)?([eno]-[0-9a-f]{6}(?:-\d+)?)$/;
/** A word with fewer characters means itself, and so does one without a digit. */
const SESSION_ID = /^(?=.*\d)[A-Za-z0-9_-]{6,64}$/;

function isId(index: RecordIndex, word: string): boolean {
  return RECORD_ID.test(word) || (SESSION_ID.test(word) && sessionsMeant(index, word).length > 0);
}

function sessionsMeant(index: RecordIndex, word: string) {
  return index.sessionsWith({ session: word }).filter(({ id }) => id.startsWith(word));
}

/** Whole records by their ids, those of this project first. */
function recordsAnswer(index: RecordIndex, { words, around, tokens, here, wording }: RecallRequest): RecallAnswer {
  const problems: string[] = [];
  const records = words.flatMap((word): Recalled[] => {
    const [, record] = RECORD_ID.exec(word) ?? [];
    const sessions = record === undefined ? sessionsMeant(index, word) : index.sessionsWith({ record });
    const own = sessions.filter(({ project }) => project.root === here);
    const inOwn = recordsNamed(own, word);
    const found = inOwn.length > 0 ? inOwn : recordsNamed(sessions, word);
    if (found.length === 0) {
      const [prefix = '', id] = word.split('#');
      const fault = id === undefined ? null : prefixFault(index.sessionsWith({ session: prefix }), word);
      problems.push(fault ?? `No record has the id ${clip(oneLine(word), 80)}. ${wording.find}`);
    }
    if (found.length > MOST_OF_AN_ID)
      problems.push(
        `${found.length} records have the id ${oneLine(word)}; these are ${MOST_OF_AN_ID}. Put a session's id and # before it.`,
      );
    return found.slice(0, MOST_OF_AN_ID);
  });
  const { text, enough } = recordsText(records, { tokens, neighbours: around, wording });
  if (enough !== undefined) problems.push(tooFewTokens(tokens, wording, 'record', enough));
  const entries = records.map(({ session, ...rest }) => ({
    ...rest,
    session: session.id,
    project: session.project.name,
  }));
  return { text, entries, found: records.length, tokens: estimatedTokens(text), problems };
}
