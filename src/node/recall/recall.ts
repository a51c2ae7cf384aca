/** Answers what an agent asks of the archive, for `chronicle recall` and the MCP server. */

import { isPathNamed } from '#src/archive/file-histories.ts';
import type { SessionCard } from '#src/archive/session-card.ts';
import { shortId } from '#src/chronicle/session-id.ts';
import { projectNamed } from '#src/lib/project.ts';
import { answerOf, type RecallLine, recallLine } from '#src/recall/answer.ts';
import type { FoundRecord } from '#src/recall/found.ts';
import { leastTokens, prefixFault, type Recalled, recalledTexts, recordsNamed } from '#src/recall/recalled.ts';
import type { RecallRequest } from '#src/recall/request.ts';
import { type Question, questionOf } from '#src/recall/tokens.ts';
import type { Wording } from '#src/recall/wording.ts';
import { EMPTY_QUERY, type Query } from '#src/search/query.ts';
import { RECORD_KINDS } from '#src/search/record.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { neutralLine } from '#src/text/neutral-line.ts';
import { estimatedTokens } from '#src/value/estimated-tokens.ts';
import type { Finder } from './finder.ts';

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
export function recall(finder: Finder, request: RecallRequest): RecallAnswer {
  const { words, areIds } = request;
  if (areIds || (words.length > 0 && words.every((word) => isId(finder, word)))) return wholeRecords(finder, request);
  const slugs = slugsOf(finder, request);
  if (typeof slugs === 'string') return { text: '', entries: [], found: 0, tokens: 0, problems: [slugs] };
  const question = questionOf(words.join(' '));
  // A query without words leaves out the kinds that nearly every session has.
  const kinds = request.kinds.length === 0 && words.length > 0 ? RECORD_KINDS : request.kinds;
  const query: Query = {
    ...EMPTY_QUERY,
    ...{ tags: request.tags, types: request.types, concepts: request.concepts, kinds },
    ...{ since: request.since, until: request.until, projects: slugs ?? [] },
  };
  const isAcross = slugs === null;
  const isFiltered = [request.tags, request.types, request.concepts, request.kinds].some(({ length }) => length > 0);
  if (words.length > 0 && question.terms.length === 0)
    return nothing('The question has no word that can be looked up.');
  if (question.terms.length > 0) {
    const named = finder.rank(question, query).map(({ item }) => item);
    return linesAnswer(
      request.files.length > 0 ? about(finder, named, request, slugs) : named,
      question,
      request,
      isAcross,
    );
  }
  if (request.files.length > 0) {
    const edited = cardsOf(finder, request, slugs).map(cardLine);
    const mentions = request.files.flatMap((file) => finder.search({ ...query, phrases: [file] }, MOST_LINES).hits);
    const lines = mentions.filter(({ kind }) => kind !== 'session').map((record) => recallLine(record, question));
    return answer([...edited, ...lines], edited.length + lines.length, 'record', request, isAcross);
  }
  if (isFiltered) return linesAnswer(finder.search(query, MOST_LINES).hits, question, request, isAcross);
  const { since, until } = request;
  const { listed, total } = finder.list(
    { projects: slugs, since, until, on: null, machine: null, from: null, file: null },
    MOST_LINES,
  );
  return answer(
    listed.map(({ card }) => cardLine(card)),
    total,
    'session',
    request,
    isAcross,
  );
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

function answer(
  lines: Iterable<RecallLine>,
  found: number,
  what: string,
  { tokens, since, until, project, wording }: RecallRequest,
  isAcross: boolean,
): RecallAnswer {
  if (found === 0) {
    const where = isAcross ? '' : project === null ? ' in this project' : ` in ${oneLine(project)}`;
    const when = since === null && until === null ? '' : ' in that time';
    return nothing(`Nothing was found${where}${when}.${isAcross ? '' : ` ${asksAll(wording)}`}`);
  }
  const { text, entries, tokens: cost, enough } = answerOf(lines, { tokens, found, what, isAcross, wording });
  const problems = enough === undefined ? [] : [tooFewTokens({ tokens, wording }, what, enough)];
  return { text, entries, found, tokens: cost, problems };
}

function linesAnswer(
  records: readonly FoundRecord[],
  question: Question,
  request: RecallRequest,
  isAcross: boolean,
): RecallAnswer {
  return answer(linesOf(records, question), records.length, 'record', request, isAcross);
}

/** The records' lines, each made when it is asked for: an answer has room for few of them. */
function* linesOf(records: readonly FoundRecord[], question: Question): Generator<RecallLine> {
  for (const record of records.slice(0, MOST_LINES)) yield recallLine(record, question);
}

/** A session as a line: its title, and how much was recorded. */
function cardLine({ id, project, start, title, events }: SessionCard): RecallLine {
  const words = `${neutralLine(title, 120)}, ${events} ${events === 1 ? 'event' : 'events'}`;
  const tokens = estimatedTokens(title) + events * 20;
  return {
    id: shortId(id),
    kind: 'session',
    project: project.slug,
    session: id,
    at: start,
    title: words,
    matched: '',
    tokens,
  };
}

function cardsOf(finder: Finder, { files, since, until }: RecallRequest, projects: string[] | null): SessionCard[] {
  const cards = files.flatMap(
    (file) => finder.list({ projects, since, until, on: null, machine: null, from: null, file }, MOST_LINES).listed,
  );
  return [...new Map(cards.map(({ card }) => [card.path, card])).values()];
}

/** The records that mention one of the files, or whose sessions edited one. */
function about(finder: Finder, records: readonly FoundRecord[], request: RecallRequest, slugs: string[] | null) {
  const sessions = new Set(cardsOf(finder, request, slugs).map(({ id }) => id));
  const mentions = ({ text }: FoundRecord) =>
    text
      .split(/[\s`'",;()]+/)
      .some((word) => request.files.some((file) => isPathNamed(word.replace(/[.:]+$/, ''), file)));
  return records.filter((record) => sessions.has(record.sessionId) || mentions(record));
}

/** The slugs that a request is about; null for all projects, a sentence for one that does not exist. */
function slugsOf(finder: Finder, { project, here, wording }: RecallRequest): string[] | null | string {
  if (project === 'all') return null;
  const projects = finder.projects();
  if (project === null) {
    const own = projects.find(({ root }) => root === here);
    return own ? [own.slug] : `This project has no sessions yet. ${asksAll(wording)}`;
  }
  const found = projectNamed(projects, project);
  if (found) return [found.slug];
  const known = projects.slice(0, 10).map(({ slug }) => slug);
  return `There is no project ${clip(oneLine(project), 80)}. ${known.length === 0 ? 'There are no sessions yet.' : `The latest are ${known.join(', ')}.`}`;
}

const RECORD_ID = /^(?:[A-Za-z0-9_-]+#)?([eno]-[0-9a-f]{6}(?:-\d+)?)$/;
/** A word with fewer characters means itself, and so does one without a digit. */
const SESSION_ID = /^(?=.*\d)[A-Za-z0-9_-]{6,64}$/;

function isId(finder: Finder, word: string): boolean {
  if (RECORD_ID.test(word)) return true;
  return SESSION_ID.test(word) && sessionsMeant(finder, word).length > 0;
}

function sessionsMeant(finder: Finder, word: string) {
  return finder.sessionsWith({ session: word }).filter(({ id }) => id.startsWith(word));
}

function wholeRecords(finder: Finder, { words, around, tokens, here, wording }: RecallRequest): RecallAnswer {
  const problems: string[] = [];
  const records = words.flatMap((word): Recalled[] => {
    const [, record] = RECORD_ID.exec(word) ?? [];
    const sessions = record === undefined ? sessionsMeant(finder, word) : finder.sessionsWith({ record });
    const own = sessions.filter(({ project }) => project.root === here);
    const inOwn = recordsNamed(own, word);
    const found = inOwn.length > 0 ? inOwn : recordsNamed(sessions, word);
    if (found.length === 0) {
      const unknown = `No record has the id ${clip(oneLine(word), 80)}. ${wording.find}`;
      const [prefix = ''] = word.split('#');
      problems.push(
        (word.includes('#') ? prefixFault(finder.sessionsWith({ session: prefix }), word) : null) ?? unknown,
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
  return { id, kind, session: session.id, project: session.project.slug, at, title, text };
}
