/**
 * The observations of a notebook:
 *
 *     - 15:10 [decision] [P1] Refresh tokens rotate every seven days
 *       Long-lived sessions without a long-lived token
 *       - src/auth.ts: refreshToken() issues a JWT
 *         - [P3] 15:12 its expiry is seven days
 *       Narrative: Rotation was added because …
 *       Concepts: authentication, caching
 *       Files: src/auth.ts, lib/redis.ts
 *       Ref: 2026-12-15
 *       Rel: 2026-11-24 from "next Tuesday"
 *       Scope: committed
 *       Supersedes: 77aa01bc#o-12ab34
 *       Origin: claude-mem 3f2a9c1b04de
 */
import { isDay } from '#src/lib/calendar-day.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { repeatedId } from '../event-id.ts';
import {
  isObservationType,
  isScope,
  type ObservationType,
  type Priority,
  type Scope,
  USUAL_PRIORITY,
  USUAL_SCOPE,
} from './observation-kinds.ts';
import { isOrigin } from './origin.ts';
import { scanNotebook } from './scan-notebook.ts';

/** What is worth knowing later. Text is verbatim and untrusted. */
export interface ObservationContent {
  /** null for a plain line that states none. */
  type: ObservationType | null;
  priority: Priority;
  title: string;
  /** Empty if there is none; the same for `narrative`. */
  subtitle: string;
  facts: Fact[];
  /** May have several paragraphs. */
  narrative: string;
  concepts: string[];
  /** Relative to the project root. */
  files: string[];
  /** Dates that the observation names, `YYYY-MM-DD`. */
  refs: string[];
  /** Dates computed from an expression such as "next Tuesday". */
  rels: RelativeDate[];
  scope: Scope;
  /** The number of the prompt it belongs to, from 1; null if unknown. */
  prompt: number | null;
  /** `<session id>#o-12ab34`, or `o-12ab34` for one of the same session. */
  supersedes: string[];
  /** The other system it was imported from, and the record's key there; see `origin.ts`. */
  origin?: string;
}

export interface Fact {
  text: string;
  /** 0 for a fact of the observation, 1 for one below that, and so on. */
  depth: number;
  priority: Priority | null;
  time: string | null;
}

export interface RelativeDate {
  date: string;
  expression: string;
}

export interface Observation extends ObservationContent {
  /** `o-` and six hex digits, plus `-2` for a repeat. */
  id: string;
  /** Local `YYYY-MM-DD`, where it is stated; else the session's first day is meant. */
  date: string | null;
  /** Local `HH:MM`, if stated. */
  time: string | null;
  /** Line number in the file, from 1. */
  line: number;
}

/** The observations of a notebook, in file order. Never throws. */
export function readObservations(text: string): Observation[] {
  const { lines, blocks } = scanNotebook(text);
  const seen = new Map<string, number>();
  return blocks.flatMap((block) => {
    if (block.kind !== 'observation') return [];
    const [first = '', ...rest] = lines.slice(block.line, block.end).map(({ start, end }) => text.slice(start, end));
    const { date, time, textAt } = block.form;
    const content = { ...readHead(first.slice(textAt)), ...readDetails(rest) };
    const id = observationId(content);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return [{ id: repeatedId(id, count), date, time, line: block.line + 1, ...content }];
  });
}

/** The id of an observation: `o-` and the first six hex digits of sha1Of(type, newline, title). Priority and scope may change. */
function observationId({ type, title }: Pick<ObservationContent, 'type' | 'title'>): string {
  return `o-${sha1Of(`${type ?? ''}\n${title.normalize('NFC').trim()}`).slice(0, 6)}`;
}

const HEAD = /^(?:\[([a-z]+)\] )?(?:\[P([123])\] ?)?/;

function readHead(words: string): Pick<ObservationContent, 'type' | 'priority' | 'title'> {
  const [all = '', type, priority] = HEAD.exec(words) ?? [];
  if (type !== undefined && !isObservationType(type))
    return { type: null, priority: USUAL_PRIORITY, title: words.trim() };
  return {
    type: type ?? null,
    priority: priority === undefined ? USUAL_PRIORITY : (Number(priority) as Priority),
    title: words.slice(all.length).trim(),
  };
}

type Details = Omit<ObservationContent, 'type' | 'priority' | 'title'>;

/** The labels of detail lines; each but `Narrative` may be repeated. */
const LABEL = /^(Subtitle|Narrative|Concepts|Files|File|Ref|Rel|Scope|Prompt|Supersedes|Origin):(?: (.*))?$/;
const FACT = /^( *)- (.*)$/;
const FACT_HEAD = /^(?:\[P([123])\] )?(?:((?:[01]\d|2[0-3]):[0-5]\d) )?/;

/** Reads the lines below an observation's first one; lines of no known form belong to the subtitle. */
function readDetails(lines: readonly string[]): Details {
  const details: Details = {
    subtitle: '',
    facts: [],
    narrative: '',
    ...{ concepts: [], files: [], refs: [], rels: [], scope: USUAL_SCOPE, prompt: null, supersedes: [] },
  };
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').replace(/^(?: {1,2}|\t)/, '').trimEnd();
    const [, label, value = ''] = LABEL.exec(line) ?? [];
    const [, indent = '', fact] = FACT.exec(line) ?? [];
    if (label === 'Narrative') {
      const { text, end } = readNarrative(value, lines, i + 1);
      details.narrative = details.narrative === '' ? text : `${details.narrative}\n\n${text}`;
      i = end - 1;
    } else if (label !== undefined) setField(details, label, value.trim());
    else if (fact !== undefined) details.facts.push(readFact(fact, indent.length));
    else if (line.trim() !== '') details.subtitle = `${details.subtitle} ${line.trim()}`.trim();
  }
  return details;
}

function setField(details: Details, label: string, value: string): void {
  if (label === 'Subtitle') details.subtitle = `${details.subtitle} ${value}`.trim();
  else if (label === 'Concepts') addTo(details.concepts, listed(value));
  else if (label === 'Files') addTo(details.files, listed(value));
  else if (label === 'File' && value !== '') details.files.push(value);
  else if (label === 'Ref') addTo(details.refs, listed(value).filter(isDay));
  else if (label === 'Rel') details.rels.push(...readRelative(value));
  else if (label === 'Scope' && isScope(value)) details.scope = value;
  else if (label === 'Prompt' && /^[1-9]\d{0,5}$/.test(value)) details.prompt = Number(value);
  else if (label === 'Supersedes') addTo(details.supersedes, listed(value));
  else if (label === 'Origin' && isOrigin(value)) details.origin = value;
}

/** A line may list more than a function can take arguments. */
function addTo(list: string[], items: readonly string[]): void {
  for (const item of items) list.push(item);
}

function listed(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readRelative(value: string): RelativeDate[] {
  const [, date = '', expression = ''] = /^(\S+) from "(.*)"$/.exec(value) ?? [];
  return isDay(date) ? [{ date, expression }] : [];
}

function readFact(words: string, indent: number): Fact {
  const [all = '', priority, time = null] = FACT_HEAD.exec(words) ?? [];
  return {
    text: words.slice(all.length).trim(),
    depth: Math.floor(indent / 2),
    priority: priority === undefined ? null : (Number(priority) as Priority),
    time,
  };
}

/** A narrative continues on lines that are indented by four blanks, and on blank lines between them. */
function readNarrative(first: string, lines: readonly string[], from: number): { text: string; end: number } {
  const told = [first];
  let end = from;
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.trim() === '') continue;
    if (!/^(?: {4}|\t\t)/.test(line)) break;
    for (; end < i; end++) told.push('');
    told.push(line.replace(/^(?: {4}|\t\t)/, ''));
    end = i + 1;
  }
  return { text: told.join('\n').trim(), end };
}

/** Words that `readObservations` would take for something else than a subtitle. */
const MISLEADING = /^(?:- |(?:Subtitle|Narrative|Concepts|Files|File|Ref|Rel|Scope|Prompt|Supersedes|Origin):)/;

/**
 * An observation as lines of a notebook, without a final newline; `when` is `HH:MM` or `YYYY-MM-DD HH:MM`, or empty. What
 * `readObservations` makes of the lines is the same content, if every text but the narrative is one line without blanks at its ends.
 */
export function observationLines(when: string, content: ObservationContent): string {
  const { type, priority, title, subtitle, facts, narrative, concepts, files, refs, rels, scope, prompt, supersedes } =
    content;
  const { origin = '' } = content;
  const kind = type === null ? '' : `[${type}] `;
  const simple = files.filter((file) => !file.includes(','));
  const fields: [label: string, value: string][] = [
    ['Narrative', narrative.replace(/\n(?=[^\n])/g, '\n    ')],
    ['Concepts', concepts.join(', ')],
    ['Files', simple.join(', ')],
    ...files.filter((file) => file.includes(',')).map((file): [string, string] => ['File', file]),
    ['Ref', refs.join(', ')],
    ...rels.map(({ date, expression }): [string, string] => ['Rel', `${date} from "${expression}"`]),
    ['Scope', scope === USUAL_SCOPE ? '' : scope],
    ['Prompt', prompt === null ? '' : String(prompt)],
    ['Supersedes', supersedes.join(', ')],
    ['Origin', origin],
  ];
  return [
    `- ${when === '' ? '' : `${when} `}${kind}[P${priority}] ${title}`,
    ...(subtitle === '' ? [] : [`  ${MISLEADING.test(subtitle) ? 'Subtitle: ' : ''}${subtitle}`]),
    ...facts.map(factLine),
    ...fields.filter(([, value]) => value !== '').map(([label, value]) => `  ${label}: ${value}`),
  ].join('\n');
}

function factLine({ text, depth, priority, time }: Fact): string {
  const marks = [priority === null ? '' : `[P${priority}] `, time === null ? '' : `${time} `].join('');
  return `${'  '.repeat(depth + 1)}- ${marks}${text}`;
}
