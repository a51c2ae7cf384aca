/**
 * The first text of a draft. A session with a narrative gives that, and below a line what the record has besides it, to keep
 * or delete. Any other session gives the record alone:
 *
 *     It began with a request:
 *
 *     > Who asks for the first mark of a day?
 *
 *     ## The first mark of a day is the emptiest
 *
 *     In `src/tide.ts`:                         the command that failed, or the lines that were changed
 *
 *     Commit [`1be7a95`](https://github.com/robin/tidemark/commit/1be7a95): Keep the last mark of a day.
 *
 *     <!-- TODO: What would you do differently? Nothing on record says it. -->
 *
 * Where the record has a hole, a comment asks for what is missing. What the person typed is quoted once, at the beginning;
 * later prompts are comments.
 */
import { sessionChartOf } from '#src/archive/session-chart.ts';
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { writtenDetails } from '#src/format/event-source.ts';
import type { Session } from '#src/format/session.ts';
import { TAG_WORDS, type Tag } from '#src/format/tags.ts';
import { commitAddress } from '#src/lib/repository.ts';
import { type Block, type Inline, plainBlocks } from '#src/lib/text/blocks.ts';
import { capitalisedProse } from '#src/lib/words.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { readInline, readMarkdown } from '#src/lib/text/markdown.ts';
import { writeComment, writeMarkdown, writePicture } from '#src/lib/text/write-markdown.ts';
import type { MemoryRecord } from '#src/memory/memory.ts';
import type { MissGroup } from '#src/memory/occurrences.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { firstSentences, headed, sentence } from './headline.ts';
import {
  commitOf,
  type DraftMaterial,
  type DraftMaterials,
  diffOf,
  failureBefore,
  figuresOf,
  promptOf,
} from './material.ts';

/** The longest quotations, in characters. */
const LONGEST = { prompt: 280, comment: 200, outcome: 900 };
/** A lifeline needs at least this many misses. */
const FEWEST_MISSES = 2;
const NO_MATERIAL: DraftMaterial = { facts: null, repository: null };

/** The text of a draft of these sessions, oldest first. Of several, each is below its title. */
export function writeUp(
  sources: readonly Session[],
  record: Pick<MemoryRecord, 'placeOf'>,
  materials: DraftMaterials,
): string {
  const level = sources.length === 1 ? 2 : 3;
  const drawn = new Set<MissGroup>();
  const parts = sources.flatMap((session, i) => {
    const material = materials.get(session.id) ?? NO_MATERIAL;
    return [
      sources.length === 1 ? '' : writeMarkdown([heading(2, sessionTitle(session))]),
      ...sessionParts(session, material, level),
      lifelineOf(session, record, drawn) || chartOf(session, material, i + 1),
    ];
  });
  return parts.filter((part) => part !== '').join('\n');
}

function sessionParts(session: Session, material: DraftMaterial, level: number): string[] {
  const { kind, lead: said, narrative } = session.chronicle.summary;
  const lead = kind === 'machine' ? [] : readMarkdown(said);
  if (!narrative) {
    const opening = lead.length > 0 ? writeMarkdown(lead) : writeComment(MISSING.lead);
    return [opening, ...recordParts(session, material, level)];
  }
  const story = readMarkdown(narrative.text);
  const opened = story[0]?.kind === 'paragraph' ? story : [...lead, ...story];
  const rest = recordParts(session, material, level);
  const text = writeMarkdown(shifted(opened, level));
  return rest.length === 0 ? [text] : [text, writeMarkdown([{ kind: 'rule' }]), writeComment(BESIDES), ...rest];
}

const BESIDES =
  'Below is what the record has besides the narrative. Keep what helps, and delete the rest with this line.';
const MISSING = {
  lead: 'TODO: Say in two sentences what this is about, and why somebody should read it.',
  ownWords: "TODO: These are the agent's last words. Say them in your own.",
  trouble: 'TODO: Nothing went wrong on record. If something did, it belongs here.',
  shown: 'TODO: How did it show, and what did you believe first?',
  ended: 'TODO: What ended it? Nothing on record says it.',
  why: 'TODO: Why this way? What would have happened otherwise?',
  noticed: 'TODO: Why did nobody notice earlier?',
  more: 'TODO: Nothing more is on record. What happened?',
  lesson: 'TODO: What would you do differently? Nothing on record says it.',
} as const;

/** The parts of a story, and the heading of an event without a sentence of its own. */
const ROLES = {
  opening: 'It began with a decision',
  'set-up': 'This is what it was built on',
  trouble: 'Then something went wrong',
  turn: 'The plan had to change',
  fall: 'A mistake came back',
  lesson: 'This is what was learned',
  ending: 'This is where it led',
} as const;

const CORRECTED = 'The agent had to be corrected';
const NOTICED = 'It began with something we noticed';

type Role = keyof typeof ROLES;

interface StoryEvent {
  role: Role;
  event: ChronicleEvent;
}

/**
 * The up to seven events that carry a story, in order:
 *
 * - trouble: the first error or block
 * - turn: the first pivot after the trouble, else the first pivot
 * - fall: the first memory miss, else the first correction
 * - opening: the first decision or insight before any of these
 * - lesson: the last insight after the turn; without a turn after the fall, the trouble or the opening
 * - ending: the last decision or memory hit after opening, trouble, turn and fall
 * - set-up: the last decision, insight or memory hit between the opening and the event that follows it
 */
export function storyEvents(events: readonly ChronicleEvent[]): StoryEvent[] {
  const { length } = events;
  const isOneOf = (wanted: readonly Tag[], from: number, to: number) => (event: ChronicleEvent, place: number) =>
    place > from && place < to && wanted.includes(event.tag);
  const first = (from: number, to: number, ...wanted: Tag[]) => events.findIndex(isOneOf(wanted, from, to));
  const last = (from: number, to: number, ...wanted: Tag[]) => events.findLastIndex(isOneOf(wanted, from, to));
  const either = (place: number, otherwise: number) => (place === -1 ? otherwise : place);
  const earliest = (...places: number[]) => Math.min(length, ...places.filter((place) => place !== -1));

  const trouble = first(-1, length, 'ERROR', 'BLOCKED');
  const turn = either(first(trouble, length, 'PIVOT'), first(-1, length, 'PIVOT'));
  const fall = either(first(-1, length, 'MEMORY-MISS'), first(-1, length, 'USER-CORRECTION'));
  const opening = first(-1, earliest(trouble, turn, fall), 'DECISION', 'INSIGHT');
  const hinge = [turn, fall, trouble, opening].find((place) => place !== -1) ?? length;
  const lesson = last(hinge, length, 'INSIGHT');
  const ending = last(Math.max(opening, trouble, turn, fall), length, 'DECISION', 'MEMORY-HIT');
  const next = earliest(trouble, turn, fall, lesson, ending);
  const setUp = opening === -1 ? -1 : last(opening, next, 'DECISION', 'INSIGHT', 'MEMORY-HIT');
  const places = { opening, 'set-up': setUp, trouble, turn, fall, lesson, ending };
  const roles = new Map(Object.entries(places).map(([role, place]) => [place, role as Role]));
  return events.flatMap((event, place) => {
    const role = roles.get(place);
    return role ? [{ role, event }] : [];
  });
}

/** What the record says of a session: the request, the events that carry its story with what proves them, and its end. */
function recordParts(session: Session, material: DraftMaterial, level: number): string[] {
  const { facts } = material;
  const events = storyEvents(session.chronicle.events);
  const hasRole = (...roles: Role[]) => events.some(({ role }) => roles.includes(role));
  const [first] = facts?.prompts ?? [];
  const request = first ? firstSentences(first.text, LONGEST.prompt) : '';
  const known: Known = { prompt: first, hasTurn: hasRole('turn') };
  return [
    request === '' ? '' : writeMarkdown([paragraph('It began with a request:'), quotation(request)]),
    ...events.flatMap((event) => eventParts(event, session, material, { level, known })),
    triedPart(session, level),
    ...endParts(material, level, events),
    hasRole('trouble', 'turn', 'fall') || session.chronicle.summary.narrative ? '' : writeComment(MISSING.trouble),
    hasRole('lesson') || session.chronicle.summary.narrative ? '' : writeComment(MISSING.lesson),
  ].filter((part) => part !== '');
}

/** What was said already, so that nothing is said twice. */
interface Known {
  prompt: Facts['prompts'][number] | undefined;
  hasTurn: boolean;
}

function eventParts(
  { role, event }: StoryEvent,
  session: Session,
  { facts, repository }: DraftMaterial,
  { level, known }: { level: number; known: Known },
): string[] {
  const { line, details } = wholeOf(event);
  const isCorrection = event.tag === 'USER-CORRECTION';
  const commit = facts && commitOf(event, facts);
  const proof = facts ? proofOf(role, event, session, facts) : [];
  const found = [...proof, ...(commit ? [commitLine(commit, line, repository)] : [])];
  const otherwise = role === 'opening' && event.tag === 'INSIGHT' ? NOTICED : ROLES[role];
  const told = headed({ tag: event.tag, text: line }, otherwise);
  const isBare = told.body === '' && details.trim() === '' && found.length === 0;
  // A person's own words are quoted and not a heading, as they are published only after review. And nothing is a heading
  // with nothing below it.
  const title = isCorrection ? CORRECTED : isBare ? otherwise : told.heading;
  const body = isBare ? sentence(line) : told.body;
  const said = isCorrection ? [] : [...readInlineBlock(body), ...readMarkdown(details).map(withoutHeading)];
  const parts = [
    writeMarkdown([heading(level, title)]),
    promptComment(event, session, facts, known),
    isCorrection ? eventQuote(session, event) : '',
    writeMarkdown([...said, ...found]),
  ];
  return [
    ...parts,
    ...holesIn(role, event, {
      hasDetails: details.trim() !== '',
      isEnded: commit !== null,
      isBare: isBare && !isCorrection,
      known,
    }),
  ];
}

/** What is missing in a part of the story: the cause of an error, what ended it, the reason of a turn. */
function holesIn(
  role: Role,
  event: ChronicleEvent,
  { hasDetails, isEnded, isBare, known }: { hasDetails: boolean; isEnded: boolean; isBare: boolean; known: Known },
): string[] {
  const holes: string[] = [];
  if (role === 'trouble' && !hasDetails) holes.push(MISSING.shown);
  if (role === 'trouble' && !known.hasTurn && !isEnded) holes.push(MISSING.ended);
  if (role === 'turn' && !hasDetails) holes.push(MISSING.why);
  if (role === 'fall' && event.tag === 'MEMORY-MISS') holes.push(MISSING.noticed);
  if (isBare && holes.length === 0) holes.push(MISSING.more);
  return holes.map(writeComment);
}

/** The prompt that led to an event, unless an earlier event has it already, or the event itself quotes it. */
function promptComment(event: ChronicleEvent, session: Session, facts: Facts | null, known: Known): string {
  const prompt = facts ? promptOf(event, session, facts) : undefined;
  if (!prompt || prompt === known.prompt || prompt.text === '') return '';
  known.prompt = prompt;
  return event.tag === 'USER-CORRECTION'
    ? ''
    : writeComment(`You said: ${clip(oneLine(prompt.text), LONGEST.comment)}`);
}

/** What failed before an event, and the lines that were changed for it. */
function proofOf(role: Role, event: ChronicleEvent, session: Session, facts: Facts): Block[] {
  const failure = role === 'trouble' && event.tag === 'ERROR' ? failureBefore(event, session, facts) : null;
  const diff = role === 'trouble' || role === 'turn' || commitOf(event, facts) ? diffOf(event, facts) : null;
  return [
    ...(failure ? [code('', `$ ${oneLine(failure.command)}\n${failure.line}`)] : []),
    ...(diff ? [paragraph('In ', { kind: 'code', text: diff.path }, ':'), code('diff', diff.lines)] : []),
  ];
}

function commitLine({ hash, subject }: Facts['commits'][number], line: string, repository: string | null): Block {
  const name: Inline = { kind: 'code', text: hash.slice(0, 7) };
  const link: Inline =
    repository === null ? name : { kind: 'link', href: commitAddress(repository, hash), children: [name] };
  const isSaid = oneLine(line).startsWith(oneLine(subject));
  return paragraph('Commit ', link, ...(isSaid ? ['.'] : [': ', ...readInline(sentence(subject))]));
}

/** What the agent noted as tried in vain. */
function triedPart({ notebook }: Session, level: number): string {
  const tried = (notebook?.notes ?? []).filter(({ kind }) => kind === 'tried');
  if (tried.length === 0) return '';
  const items = tried.map(({ text }): Block[] => [
    { kind: 'paragraph', children: readInline(sentence(capitalisedProse(text))) },
  ]);
  return writeMarkdown([
    heading(level, 'This was tried, and did not work'),
    { kind: 'list', ordered: false, start: 1, items },
  ]);
}

/** How it ended: the last long answer, the numbers in a line, and the pull request. */
function endParts({ facts, repository }: DraftMaterial, level: number, events: readonly StoryEvent[]): string[] {
  if (!facts) return [];
  const isTold = (block: Block) =>
    events.some(({ event }) => plainBlocks([block]).includes(event.text.replace(/[.…]$/, '')));
  const answer = readMarkdown(facts.outcome?.text ?? '').filter((block) => !isTold(block));
  const outcome = firstBlocks(answer, LONGEST.outcome);
  const figures = figuresOf(facts);
  const last = facts.pullRequests.at(-1);
  const isOurs = last && repository !== null && last.url.startsWith(`${repository}/`);
  const request: Inline[] = isOurs
    ? [
        text(' All of it is in '),
        { kind: 'link', href: last.url, children: [text(pullRequestName(last.number))] },
        text('.'),
      ]
    : [];
  const line = figures === '' && request.length === 0 ? [] : [paragraph(figures, ...request)];
  const said = [...outcome, ...line];
  const later = facts.lastAnswer?.text ?? '';
  return [
    said.length === 0 ? '' : writeMarkdown([heading(level, 'This is how it ended'), ...said]),
    outcome.length === 0 ? '' : writeComment(MISSING.ownWords),
    later === '' ? '' : writeComment(`The session's last message was: ${clip(oneLine(later), LONGEST.comment)}`),
  ];
}

function pullRequestName(number: number | null): string {
  return number === null ? 'a pull request' : `pull request #${number}`;
}

/** An event as a draft tells it: its label, its words and details, and a comment that names it. */
export function eventQuote(session: Session, event: ChronicleEvent): string {
  const label: Inline = { kind: 'strong', children: [text(`${TAG_WORDS[event.tag].label}.`)] };
  const line: Block = { kind: 'paragraph', children: [label, text(' '), ...readInline(event.text)] };
  const children = [line, ...readMarkdown(writtenDetails(event)).map(withoutHeading)];
  return `${writeMarkdown([{ kind: 'quote', children }]).trimEnd()}\n> <!-- event: ${session.id}#${event.id} -->\n`;
}

/** The lifeline of the session's first repeated mistake that is not in the draft yet. */
function lifelineOf(session: Session, record: Pick<MemoryRecord, 'placeOf'>, drawn: Set<MissGroup>): string {
  const groups = session.chronicle.events.flatMap((event) => record.placeOf(session, event)?.group ?? []);
  const group = groups.find((each) => each.misses.length >= FEWEST_MISSES && !drawn.has(each));
  if (!group) return '';
  drawn.add(group);
  return writePicture('', `lifeline-${group.anchor}.svg`);
}

/** The chart of a session with prompts, by its place in the draft. */
function chartOf(session: Session, { facts }: DraftMaterial, nth: number): string {
  if (!facts || facts.prompts.length === 0 || !sessionChartOf(session, facts)) return '';
  return writePicture('', nth === 1 ? 'session-chart.svg' : `session-chart-${nth}.svg`);
}

/** An event's line and details. A recorded line that was cut has the whole sentence as its first detail. */
function wholeOf(event: ChronicleEvent): { line: string; details: string } {
  const details = writtenDetails(event);
  const [first = '', ...others] = details.split('\n');
  const isCut = event.text.endsWith('…') && first.startsWith(event.text.slice(0, -1));
  return isCut ? { line: first, details: others.join('\n') } : { line: event.text, details };
}

/** The blocks with the highest heading at this level. */
function shifted(blocks: readonly Block[], top: number): Block[] {
  const shift = top - Math.min(...blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : [])));
  return blocks.map((block) =>
    block.kind === 'heading' ? { ...block, level: Math.min(6, block.level + shift) } : block,
  );
}

/** A heading of an event or an answer would break the outline of the draft. */
function withoutHeading(block: Block): Block {
  return block.kind === 'heading'
    ? { kind: 'paragraph', children: [{ kind: 'strong', children: block.children }] }
    : block;
}

/** The first blocks of a text that fit, at least one. */
function firstBlocks(blocks: readonly Block[], longest: number): Block[] {
  let length = 0;
  const fitting = blocks.filter((block, index) => {
    length += JSON.stringify(block).length;
    return index === 0 || length <= longest;
  });
  return fitting.map(withoutHeading);
}

function readInlineBlock(line: string): Block[] {
  return line === '' ? [] : [{ kind: 'paragraph', children: readInline(line) }];
}

function heading(level: number, words: string): Block {
  return { kind: 'heading', level, children: [text(words)] };
}

function quotation(words: string): Block {
  return { kind: 'quote', children: [{ kind: 'paragraph', children: readInline(words) }] };
}

function paragraph(...children: (string | Inline)[]): Block {
  return { kind: 'paragraph', children: children.map((each) => (typeof each === 'string' ? text(each) : each)) };
}

function code(language: string, words: string): Block {
  return { kind: 'code', language, text: words };
}

function text(words: string): Inline {
  return { kind: 'text', text: words };
}
