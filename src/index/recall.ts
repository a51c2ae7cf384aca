/** Answers what an agent asks of the archive, for `chronicle recall` and the MCP server. */
import { isPathNamed } from '#src/archive/file-histories.ts';
import type { SessionCard } from '#src/archive/session-card.ts';
import { shortId } from '#src/format/session-id.ts';
import { projectNamed } from '#src/lib/project.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { neutralLine } from '#src/lib/text/neutral-line.ts';
import { estimatedTokens } from '#src/lib/estimated-tokens.ts';
import type { Found, FoundRecord, RecordIndex } from './index.ts';
import { parseQuery } from './parse-query.ts';
import { EMPTY_QUERY, hasFilters, hasText, type Query } from './query.ts';
import { answerOf, type RecallLine, recallLine } from './recall-lines.ts';
import type { RecallRequest } from './recall-request.ts';
import { RECORD_KINDS } from './record.ts';
import { ANY_SESSION } from './sessions.ts';
import { leastTokens, prefixFault, type Recalled, recalledTexts, recordsNamed } from './whole-records.ts';
import type { Wording } from './wording.ts';
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

interface RecalledEntry {
  id: string;
  kind: string;
  session: string;
  project: string;
  at: string;
  title: string;
  text: string;
}

/** No answer repeats more records of the same id. */
const MOST_OF_AN_ID = 5;
/** So many lines fit no answer. */
const MOST_LINES = 500;

/** Answers a request. Never throws because of what is asked. */
export function recall(index: RecordIndex, request: RecallRequest): RecallAnswer {
  const { words, areIds, since, until } = request;
  if (areIds || (words.length > 0 && words.every((word) => isId(index, word)))) return wholeRecords(index, request);
  const slugs = slugsOf(index, request);
  if (typeof slugs === 'string') return nothing(slugs);
  if (words.length > 0) {
    if (!words.some((word) => askedFor(word))) return nothing('The question has no word that can be looked up.');
    return linesAnswer(index, recordsFor(index, request, slugs), request, slugs);
  }
  const query = queryOf(EMPTY_QUERY, request, slugs);
  if (request.files.length > 0) return filesAnswer(index, query, request, slugs);
  if ([request.tags, request.types, request.concepts, request.kinds].some(({ length }) => length > 0))
    return linesAnswer(index, index.search(query, MOST_LINES), request, slugs);
  const { listed, total } = index.list({ ...ANY_SESSION, projects: slugs, since, until }, MOST_LINES);
  return answer(
    listed.map(({ card }) => cardLine(card)),
    { found: total, what: 'session', hasAll: true },
    request,
    slugs === null,
  );
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
function queryOf(query: Query, request: RecallRequest, slugs: string[] | null): Query {
  // A query without words leaves out the kinds that nearly every session has.
  const kinds = query.kinds.length === 0 && hasText(query) ? RECORD_KINDS : query.kinds;
  return {
    ...query,
    tags: [...query.tags, ...request.tags],
    types: [...query.types, ...request.types],
    concepts: [...query.concepts, ...request.concepts],
    kinds: request.kinds.length > 0 ? request.kinds : kinds,
    since: request.since ?? query.since,
    until: request.until ?? query.until,
    projects: query.projects.length > 0 ? query.projects : (slugs ?? []),
  };
}

function filesAnswer(index: RecordIndex, query: Query, request: RecallRequest, slugs: string[] | null): RecallAnswer {
  const edited = cardsOf(index, request, slugs).map(cardLine);
  // Without a word to look up, a search would list everything.
  const named = request.files.filter((file) => askedFor(file) !== null);
  const mentions = named.flatMap((file) => {
    const { hits, stems } = index.search({ ...query, phrases: [file] }, MOST_LINES);
    return hits.filter(({ kind }) => kind !== 'session').map((record) => recallLine(record, stems));
  });
  const found = { found: edited.length + mentions.length, what: 'record', hasAll: true };
  return answer([...edited, ...mentions], found, request, slugs === null);
}

function asksAll(wording: Wording): string {
  return `${wording.set('project', 'all')} asks all projects.`;
}

function tooFewTokens({ tokens, wording }: Pick<RecallRequest, 'tokens' | 'wording'>, what: string, enough: number) {
  return `${wording.set('tokens', tokens)} is too little for a ${what}. Use at least ${wording.set('tokens', enough)}.`;
}

function nothing(problem: string): RecallAnswer {
  return { text: '', entries: [], found: 0, tokens: 0, problems: [problem] };
}

/** What an answer is about: how many lines there would be, what a line is, and whether any record has all words. */
interface Lines {
  found: number;
  what: string;
  hasAll: boolean;
}

function answer(
  lines: Iterable<RecallLine>,
  { found, what, hasAll }: Lines,
  { words, tokens, since, until, project, wording }: RecallRequest,
  isAcross: boolean,
): RecallAnswer {
  if (found === 0) {
    const where = isAcross ? '' : project === null ? ' in this project' : ` in ${oneLine(project)}`;
    const when = since === null && until === null ? '' : ' in that time';
    const other = words.length === 0 ? '' : ` ${OTHER_WORDS}`;
    return nothing(`Nothing was found${where}${when}.${other}${isAcross ? '' : ` ${asksAll(wording)}`}`);
  }
  const remark = hasAll ? '' : NOT_ALL;
  const { text, entries, tokens: cost, enough } = answerOf(lines, { tokens, found, what, isAcross, wording, remark });
  const problems = enough === undefined ? [] : [tooFewTokens({ tokens, wording }, what, enough)];
  return { text, entries, found, tokens: cost, problems };
}

/** The largest gain that there is without a model of meaning. */
const OTHER_WORDS = 'Ask once more with synonyms and the names you expect, all in one question.';
const NOT_ALL = ' None has all words: synonyms and names in the same question may find more.';

function linesAnswer(
  index: RecordIndex,
  { hits, whole, partial, stems }: Found,
  request: RecallRequest,
  slugs: string[] | null,
): RecallAnswer {
  const records = request.words.length > 0 && request.files.length > 0 ? about(index, hits, request, slugs) : hits;
  const found = records === hits ? whole + partial : records.length;
  return answer(linesOf(records, stems), { found, what: 'record', hasAll: whole > 0 }, request, slugs === null);
}

/** The records' lines, each made when it is asked for: an answer has room for few of them. */
function* linesOf(records: readonly FoundRecord[], stems: ReadonlySet<string>): Generator<RecallLine> {
  for (const record of records) yield recallLine(record, stems);
}

/** A session as a line: its title, and how much was recorded. */
function cardLine({ id, project, start, title, events }: SessionCard): RecallLine {
  const words = `${neutralLine(title, 120)}, ${events} ${events === 1 ? 'event' : 'events'}`;
  const tokens = estimatedTokens(title) + events * 20;
  return {
    id: shortId(id),
    kind: 'session',
    project: project.name,
    session: id,
    at: start,
    title: words,
    matched: '',
    tokens,
  };
}

function cardsOf(index: RecordIndex, { files, since, until }: RecallRequest, projects: string[] | null): SessionCard[] {
  const cards = files.flatMap(
    (file) => index.list({ ...ANY_SESSION, projects, since, until, file }, MOST_LINES).listed,
  );
  return [...new Map(cards.map(({ card }) => [card.path, card])).values()];
}

/** The records that mention one of the files, or whose sessions edited one. */
function about(index: RecordIndex, records: readonly FoundRecord[], request: RecallRequest, slugs: string[] | null) {
  const sessions = new Set(cardsOf(index, request, slugs).map(({ id }) => id));
  const mentions = ({ text }: FoundRecord) =>
    text
      .split(/[\s`'",;()]+/)
      .some((word) => request.files.some((file) => isPathNamed(word.replace(/[.:]+$/, ''), file)));
  return records.filter((record) => sessions.has(record.sessionId) || mentions(record));
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
  if (RECORD_ID.test(word)) return true;
  return SESSION_ID.test(word) && sessionsMeant(index, word).length > 0;
}

function sessionsMeant(index: RecordIndex, word: string) {
  return index.sessionsWith({ session: word }).filter(({ id }) => id.startsWith(word));
}

function wholeRecords(index: RecordIndex, { words, around, tokens, here, wording }: RecallRequest): RecallAnswer {
  const problems: string[] = [];
  const records = words.flatMap((word): Recalled[] => {
    const [, record] = RECORD_ID.exec(word) ?? [];
    const sessions = record === undefined ? sessionsMeant(index, word) : index.sessionsWith({ record });
    const own = sessions.filter(({ project }) => project.root === here);
    const inOwn = recordsNamed(own, word);
    const found = inOwn.length > 0 ? inOwn : recordsNamed(sessions, word);
    if (found.length === 0) {
      const unknown = `No record has the id ${clip(oneLine(word), 80)}. ${wording.find}`;
      const [prefix = ''] = word.split('#');
      problems.push(
        (word.includes('#') ? prefixFault(index.sessionsWith({ session: prefix }), word) : null) ?? unknown,
      );
    }
    if (found.length > MOST_OF_AN_ID)
      problems.push(
        `${found.length} records have the id ${oneLine(word)}; these are ${MOST_OF_AN_ID}. Put a session's id and # before it.`,
      );
    return found.slice(0, MOST_OF_AN_ID);
  });
  const text = records.length === 0 ? '' : recalledTexts(records, { tokens, neighbours: around, wording });
  if (records.length > 0 && text === '') {
    const enough = leastTokens(records, { neighbours: around, wording });
    problems.push(tooFewTokens({ tokens, wording }, 'record', enough));
  }
  return { text, entries: records.map(entryOf), found: records.length, tokens: estimatedTokens(text), problems };
}

function entryOf({ session, kind, id, at, title, text }: Recalled): RecalledEntry {
  return { id, kind, session: session.id, project: session.project.name, at, title, text };
}
