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
 * Events and facts are matched by record, commit or time. Without facts there are the events alone.
 */
import { sessionChartOf } from '#src/archive/session-chart.ts';
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { foundIn, recordOf, writtenDetails } from '#src/format/event-source.ts';
import type { Session } from '#src/format/session.ts';
import { TAG_WORDS, type Tag } from '#src/format/tags.ts';
import { commitAddress } from '#src/lib/repository.ts';
import { type Block, type Inline, plainText } from '#src/lib/text/blocks.ts';
import { cutAtWord, oneLine } from '#src/lib/text/clip.ts';
import { counted, duration } from '#src/lib/text/day.ts';
import { readInline, readMarkdown } from '#src/lib/text/markdown.ts';
import { writeComment, writeMarkdown, writePicture } from '#src/lib/text/write-markdown.ts';
import { capitalisedProse } from '#src/lib/words.ts';
import type { MemoryRecord } from '#src/memory/memory.ts';
import type { Mistake } from '#src/memory/mistakes.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { worthOfEvent } from './narratives.ts';

/** What a draft may take from a session besides its chronicle. */
interface DraftMaterial {
  facts: Facts | null;
  /** The web address of its repository, if it is on a public code host. */
  repository: string | null;
}

/** The material of sessions by their ids. */
export type DraftMaterials = ReadonlyMap<string, DraftMaterial>;

/** The longest quotations and headings, in characters. */
const LONGEST = { prompt: 280, outcome: 900, heading: 100 };
/** A story has up to so many events. */
const MOST_EVENTS = 7;
/** A lifeline needs at least this many misses. */
const FEWEST_MISSES = 2;

const BESIDES =
  'Below is what the record has besides the narrative. Keep what helps, and delete the rest with this line.';
const NO_LEAD = 'TODO: Say in two sentences what this is about, and why somebody should read it.';
const NO_LESSON = 'TODO: What would you do differently? Nothing on record says it.';

/** The heading of an event that does not begin with a short sentence. */
const HEADINGS: Readonly<Record<Tag, string>> = {
  DECISION: 'The decision',
  PIVOT: 'The plan had to change',
  ERROR: 'Then something went wrong',
  BLOCKED: 'It did not go on',
  INSIGHT: 'This is what was learned',
  'MEMORY-MISS': 'A mistake came back',
  'MEMORY-HIT': 'This time it held',
  'USER-CORRECTION': 'The agent had to be corrected',
};

/** The text of a draft of these sessions, oldest first. Of several, each is below its title. */
export function writeUp(
  sources: readonly Session[],
  record: Pick<MemoryRecord, 'placeOf'>,
  materials: DraftMaterials,
): string {
  const level = sources.length === 1 ? 2 : 3;
  const drawn = new Set<Mistake>();
  const parts = sources.flatMap((session, i) => {
    const material = materials.get(session.id) ?? { facts: null, repository: null };
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
  const rest = recordParts(session, material, level).filter((part) => part !== '');
  if (!narrative) {
    const isLearned = session.chronicle.events.some(({ tag }) => tag === 'INSIGHT');
    const opening = lead.length > 0 ? writeMarkdown(lead) : writeComment(NO_LEAD);
    return [opening, ...rest, ...(isLearned ? [] : [writeComment(NO_LESSON)])];
  }
  const story = readMarkdown(narrative.text);
  const text = writeMarkdown(shifted(story[0]?.kind === 'paragraph' ? story : [...lead, ...story], level));
  return rest.length === 0 ? [text] : [text, writeMarkdown([{ kind: 'rule' }]), writeComment(BESIDES), ...rest];
}

/** What the record says of a session: the request, the events that carry its story with what proves them, and its end. */
function recordParts(session: Session, material: DraftMaterial, level: number): string[] {
  const { facts } = material;
  const [typed = ''] = facts?.prompts[0]?.text.trim().split(/\n\s*\n/) ?? [];
  const request = cutAtWord(oneLine(typed.replace(/^[#>*+-]+[ \t]+/gm, '')), LONGEST.prompt);
  const quotation: Block = { kind: 'quote', children: [{ kind: 'paragraph', children: readInline(request) }] };
  return [
    request === '' ? '' : writeMarkdown([paragraph('It began with a request:'), quotation]),
    ...storyEvents(session.chronicle.events).flatMap((event) => eventParts(event, session, material, level)),
    triedPart(session, level),
    facts ? endPart(facts, material.repository, level) : '',
  ];
}

/** The events that carry a story, in their order: those that are worth most, and of equal ones the first. */
export function storyEvents(events: readonly ChronicleEvent[]): ChronicleEvent[] {
  const best = events.toSorted((a, b) => worthOfEvent(b) - worthOfEvent(a)).slice(0, MOST_EVENTS);
  return events.filter((event) => best.includes(event));
}

function eventParts(
  event: ChronicleEvent,
  session: Session,
  { facts, repository }: DraftMaterial,
  level: number,
): string[] {
  const { line, details } = wholeOf(event);
  const commit = facts && commitOf(event, facts);
  const found = [
    ...(facts ? proofOf(event, session, facts) : []),
    ...(commit ? [commitLine(commit, line, repository)] : []),
  ];
  // A person's own words are quoted and not a heading, as they are published only after review.
  if (event.tag === 'USER-CORRECTION')
    return [
      writeMarkdown([heading(level, HEADINGS[event.tag])]),
      eventQuote(session, event),
      found.length === 0 ? '' : writeMarkdown(found),
    ];
  const told = headed({ tag: event.tag, text: line });
  const below = [...(told.body === '' ? [] : [paragraph(...readInline(told.body))]), ...detailsOf(details), ...found];
  // Nothing is a heading with nothing below it.
  const isBare = below.length === 0;
  const blocks = isBare
    ? [
        heading(level, HEADINGS[event.tag]),
        paragraph(...readInline(sentence(capitalisedProse(line.replace(MEMORY, ''))))),
      ]
    : [heading(level, told.heading), ...below];
  return [writeMarkdown(blocks)];
}

/** An event's line and details. A recorded line that was cut has the whole sentence as its first detail. */
function wholeOf(event: ChronicleEvent): { line: string; details: string } {
  const details = writtenDetails(event);
  const [first = '', ...others] = details.split('\n');
  const isCut = event.text.endsWith('…') && first.startsWith(event.text.slice(0, -1));
  return isCut ? { line: first, details: others.join('\n') } : { line: event.text, details };
}

/** The name of a memory, with which hits and misses begin. */
const MEMORY = /^[\w.-]{1,80}\.md: */;
/** Where a sentence ends, or a clause that can be one. */
const END = /[.?!](?= )|[;:] | [–—] /g;

/**
 * An event as a heading in its own words, its first sentence or clause, and what it says below; empty if the heading says all of
 * it. An event without such a beginning gets a heading by its tag, and is all below it.
 */
export function headed({ tag, text }: Pick<ChronicleEvent, 'tag' | 'text'>): { heading: string; body: string } {
  const said = oneLine(text.replace(MEMORY, ''));
  const isEnough = (part: string) => part.trim().split(' ').length >= 3;
  const end = [...said.matchAll(END)].find(({ 0: sign, index }) => {
    const [before, after] = [said.slice(0, index), said.slice(index + sign.length)];
    return isEnough(before) && isEnough(after) && isWhole(before);
  });
  const first = end ? said.slice(0, end.index + (end[0] === '?' ? 1 : 0)) : said;
  const words = plainText(readInline(first)).replace(/[.,;:]+$/, '');
  if (words.length > LONGEST.heading || !isEnough(words)) return { heading: HEADINGS[tag], body: sentence(said) };
  const rest = end ? said.slice(end.index + end[0].length).trim() : '';
  return {
    heading: first.startsWith('`') ? words : capitalisedProse(words),
    body: rest === '' ? '' : sentence(capitalisedProse(rest)),
  };
}

/** Whether a text ends outside of code, quotes and brackets. */
function isWhole(text: string): boolean {
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  return count(/`/g) % 2 === 0 && count(/"/g) % 2 === 0 && count(/[“„«(]/g) === count(/[”»)]/g);
}

/** A text with a full stop, unless it has an end of its own. */
function sentence(text: string): string {
  const line = text.trim();
  return line === '' || /[.?!…:]["”’»)*_`]*$/.test(line) ? line : `${line}.`;
}

/** The commit that an event was found in, or that proves it. */
function commitOf(event: ChronicleEvent, { commits, evidence }: Facts): Facts['commits'][number] | undefined {
  const proof = evidence.flatMap(({ event: id, source }) => (id === event.id ? source : []));
  const hashes = [foundIn(event)?.reference ?? '', ...proof.map((source) => /^commit (\S+)$/.exec(source)?.[1] ?? '')];
  const hash = hashes.find((each) => each !== '');
  if (hash === undefined) return undefined;
  return commits.find((commit) => commit.hash.startsWith(hash) || hash.startsWith(commit.hash));
}

/** What failed before an error during the same prompt, and the lines that were changed for an event. */
function proofOf(event: ChronicleEvent, session: Session, facts: Facts): Block[] {
  const { prompts, failures, diffs, evidence } = facts;
  const isBefore = ({ at }: { at: string }) => {
    // Events have minutes, so the same minute counts as before.
    const { date, time } = momentOf(at, session.chronicle.frontMatter.utc_offset);
    return event.time !== null && date !== '' && `${date} ${time}` <= `${event.date} ${event.time}`;
  };
  const prompt = prompts.findLastIndex(isBefore);
  const failure =
    event.tag === 'ERROR' && prompt !== -1
      ? failures.findLast((each) => each.prompt === prompt && isBefore(each))
      : undefined;
  const proof = evidence.flatMap(({ event: id, record }) => (id === event.id ? record : []));
  const records = new Set([recordOf(event), ...proof]);
  const diff = diffs.find(({ record }) => records.has(record));
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
  const items = tried.map(({ text }) => [paragraph(...readInline(sentence(capitalisedProse(text))))]);
  return writeMarkdown([
    heading(level, 'This was tried, and did not work'),
    { kind: 'list', ordered: false, start: 1, items },
  ]);
}

/** How it ended: the last long answer, the numbers in a line, and the pull request. */
function endPart(facts: Facts, repository: string | null, level: number): string {
  const answer = firstBlocks(readMarkdown(facts.outcome?.text ?? ''), LONGEST.outcome);
  const last = facts.pullRequests.at(-1);
  const isOurs = last && repository !== null && last.url.startsWith(`${repository}/`);
  const name = last?.number ? `pull request #${last.number}` : 'a pull request';
  const request: Inline[] = isOurs
    ? [text(' All of it is in '), { kind: 'link', href: last.url, children: [text(name)] }, text('.')]
    : [];
  const figures = figuresOf(facts);
  const line = figures === '' && !isOurs ? [] : [paragraph(figures, ...request)];
  if (answer.length + line.length === 0) return '';
  return writeMarkdown([heading(level, 'This is how it ended'), ...answer, ...line]);
}

/** `It took 2 h 20 min of work and 12 prompts. 11 files changed (+612 −148). Of 17 test runs, 8 failed.` */
function figuresOf({ head: { activeMinutes, prompts, edits, tests } }: Facts): string {
  const work = activeMinutes < 1 ? 'less than a minute' : `${duration(activeMinutes)} of work`;
  const failed = tests.failed === 0 ? 'none' : tests.failed;
  return [
    prompts === 0 ? '' : `It took ${work} and ${counted(prompts, 'prompt')}.`,
    edits.files === 0 ? '' : `${counted(edits.files, 'file')} changed (+${edits.added} −${edits.removed}).`,
    tests.runs === 0 ? '' : `Of ${counted(tests.runs, 'test run')}, ${failed} failed.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** An event as a draft tells it: its label, its words and details, and a comment that names it. */
export function eventQuote(session: Session, event: ChronicleEvent): string {
  const label: Inline = { kind: 'strong', children: [text(`${TAG_WORDS[event.tag].label}.`)] };
  const children = [paragraph(label, ' ', ...readInline(event.text)), ...detailsOf(writtenDetails(event))];
  return `${writeMarkdown([{ kind: 'quote', children }]).trimEnd()}\n> <!-- event: ${session.id}#${event.id} -->\n`;
}

/** The lifeline of the session's first repeated mistake that is not in the draft yet. */
function lifelineOf(session: Session, record: Pick<MemoryRecord, 'placeOf'>, drawn: Set<Mistake>): string {
  const groups = session.chronicle.events.flatMap((event) => record.placeOf(session, event)?.mistake ?? []);
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

/** The blocks with the highest heading at this level. */
function shifted(blocks: readonly Block[], top: number): Block[] {
  const shift = top - Math.min(...blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : [])));
  return blocks.map((block) =>
    block.kind === 'heading' ? { ...block, level: Math.min(6, block.level + shift) } : block,
  );
}

/** Details as blocks. A heading of an event or an answer would break the outline of the draft. */
function detailsOf(details: string): Block[] {
  return readMarkdown(details).map(withoutHeading);
}

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

function heading(level: number, words: string): Block {
  return { kind: 'heading', level, children: [text(words)] };
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
