/**
 * From a session to a post. A draft is written up from sessions (`write-up.ts`) and is its owner's from then on
 * (`draft.ts`, `draft-files.ts`). Whenever it is shown or exported:
 *
 *     prepareDraft     its text is read (`draft-body.ts`), what it names is looked up in the archive, everything that it
 *                      would publish is scanned, and the decisions about findings are applied: a post (`post.ts`)
 *     planPost         the post becomes files of a blog (`targets.ts`), which are scanned once more (`export.ts`)
 *     compareWithBlog  what an export would change in the blog, and what somebody edited there
 *     placePost        the files are written (`blog.ts`), and the export is recorded with the draft
 *
 * Every published text passes through `editsOf` before it is drawn or escaped. So a first run that edits nothing collects
 * the texts to scan, and a second run applies the decisions.
 */
import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { eventIndex, type NamedEvent, type Session } from '#src/format/session.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';
import { memoised } from '#src/lib/memo.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import type { Paths } from '#src/lib/paths.ts';
import { slugOf } from '#src/lib/slug.ts';
import { type Block, type Inline, mapSpans } from '#src/lib/text/blocks.ts';
import { cutAtWord } from '#src/lib/text/clip.ts';
import { counted, dayRange, localDay } from '#src/lib/text/day.ts';
import { visibleLine } from '#src/lib/text/plain.ts';
import type { Env } from '#src/lib/env.ts';
import { type MemoryRecord, memoryRecordOf } from '#src/memory/memory.ts';
import { findingHash, leftOutEvents, openCounts } from '#src/redaction/decisions.ts';
import { allDetectors } from '#src/redaction/detectors.ts';
import { applyEdits, type Edit, editBlock, editsIn } from '#src/redaction/edits.ts';
import type { Finding, Fragment } from '#src/redaction/finding.ts';
import { readRedactFile } from '#src/redaction/redact-file.ts';
import { scan, type Scanner, withoutSecrets } from '#src/redaction/scan.ts';
import type { Draft } from './draft.ts';
import { type DraftComment, readDraftBody } from './draft-body.ts';
import { drawFigure, type FigureData, figureData } from './figures.ts';
import type { Figure, Post, PostBlock } from './post.ts';

/** Search engines and feeds cut longer descriptions. */
export const LONGEST_DESCRIPTION = 155;

/** Everything a draft can refer to. */
export interface DraftArchive {
  /** Newest first. */
  sessions: readonly Session[];
  record: MemoryRecord;
  /** All drafts. */
  drafts: readonly Draft[];
}

/** The detectors to scan a draft with, and today's date. */
export interface ScanContext extends Scanner {
  /** `YYYY-MM-DD` on this machine: the date of a post at its first export. */
  today: string;
  /** Problems in the owner's list of names. Names in unreadable entries are not looked for. */
  problems: Draft['problems'];
}

/** A draft as it would be published now, and its findings. */
export interface PreparedDraft {
  draft: Draft;
  /** Its sessions that are in the archive, oldest first, and the ids of the others. */
  sources: Session[];
  missing: string[];
  comments: DraftComment[];
  /** The events that it tells, as `<session_id>#e-…`, without those that are left out. */
  events: string[];
  /** Problems of the draft's files and text, and unknown names; `path` is absolute. */
  problems: Draft['problems'];
  /** All findings with their decisions. */
  findings: Finding[];
  /** How many findings are undecided. */
  open: { must: number; review: number };
  /** The redacted post: decisions are applied, and every undecided `must` is replaced. */
  post: Post;
}

const recordOf = memoised((sessions: readonly Session[], { memory, clusters }: ArchiveSnapshot) =>
  memoryRecordOf({ sessions, memory, decisions: clusters.decisions }),
);

/** Everything drafts can refer to. The memory record is computed once per list of sessions. */
export function draftArchiveOf(snapshot: ArchiveSnapshot, drafts: readonly Draft[]): DraftArchive {
  return { sessions: snapshot.sessions, record: recordOf(snapshot.sessions, snapshot), drafts };
}

/** The detectors for drafts on this machine: rules for secrets, and names from the owner's archive. */
export async function readScanContext(
  { variables: env, home, host, now }: Env,
  paths: Paths,
  { sessions }: Pick<ArchiveSnapshot, 'sessions'>,
): Promise<ScanContext> {
  const list = readRedactFile(paths);
  const detectors = await allDetectors({ list, variables: env, home, host, sessions });
  const problems = list.problems.map((problem) => ({ path: paths.redact, problem }));
  return { detectors, hash: findingHash, today: localDay(now().toISOString()), problems };
}

/** Resolves a draft, scans everything it would publish, and builds the post. Writes nothing. */
export async function prepareDraft(
  draft: Draft,
  archive: DraftArchive,
  { detectors, hash, today, problems }: ScanContext,
): Promise<PreparedDraft> {
  const resolved = resolveDraft(draft, archive);
  const [first] = draft.history.exports;
  // Exporting again keeps the date, so the same draft gives the same file.
  const date = draft.settings.date || (first ? localDay(first.at) : today);
  const fragments: Fragment[] = [];
  const collect = (fragment: Fragment) => {
    fragments.push(fragment);
    return [];
  };
  buildPost(resolved, { date, leftOut: new Set(), editsOf: collect });
  const findings = await scan(fragments, { detectors, decisions: draft.decisions, hash });
  const leftOut = leftOutEvents(findings);
  const post = buildPost(resolved, { date, leftOut, editsOf: (fragment) => editsIn(fragment, findings) });
  const { sources, missing, comments, parts } = resolved;
  const events = parts.flatMap((part) => (part.kind === 'block' && part.told ? nameOf(part.told) : []));
  return {
    ...{ draft, sources, missing, comments, findings, post },
    events: [...new Set(events)].filter((name) => !leftOut.has(name)),
    problems: [...resolved.problems, ...problems],
    open: openCounts(findings),
  };
}

/** Problems that are safe to print: they may quote the draft, so secrets are replaced. */
export function printableProblems(problems: Draft['problems'], scanner: Scanner): Promise<typeof problems> {
  return Promise.all(
    problems.map(async ({ path, problem }) => {
      const message = await withoutSecrets(problem.message, scanner);
      const advice = await withoutSecrets(problem.advice, scanner);
      return { path, problem: { ...problem, message, advice } };
    }),
  );
}

/** A draft with everything it refers to. Not redacted. */
interface Resolved {
  draft: Draft;
  sources: Session[];
  missing: string[];
  parts: Part[];
  comments: DraftComment[];
  problems: Draft['problems'];
}

type Part = { line: number } & (
  | { kind: 'block'; block: Block; told: NamedEvent | null }
  /** `name` is unique in the draft. */
  | { kind: 'figure'; name: string; alt: string; data: FigureData }
);

/** Reads a draft's text and looks up everything it refers to. Unknown names are reported with their line and left out. */
function resolveDraft(draft: Draft, archive: DraftArchive): Resolved {
  const { sessions } = archive;
  const body = readDraftBody(draft.body, draft.bodyLine);
  const found = [...body.problems];
  const note = (line: number, column: number, what: string, nearest?: string) => {
    found.push(problemAt('CHRONICLE_DRAFT_UNKNOWN', line, column, what, nearest));
  };
  const ids = sessions.map(({ id }) => id);
  const missing = draft.settings.sessions.filter((id) => !ids.includes(id));
  for (const id of missing) {
    const { line, column } = draft.places.get(id) ?? { line: 1, column: 1 };
    note(line, column, 'session', nearestOf(id, ids));
  }
  const named = draft.settings.sessions.map((id) => sessions.find((session) => session.id === id));
  const findEvent = eventIndex(sessions);
  const names = new Map<string, number>();
  const parts = body.parts.flatMap((part): Part[] => {
    if (part.kind === 'block') {
      const told = part.event === null ? null : findEvent(part.event);
      if (part.event !== null && !told) note(part.line, 1, 'event');
      return [{ line: part.line, kind: 'block', block: part.block, told }];
    }
    const data = figureData(part.figure, archive.record, named);
    if ('unknown' in data) note(part.line, 1, data.unknown, data.nearest);
    else if ('empty' in data) found.push(problemAt('CHRONICLE_DRAFT_EMPTY_FIGURE', part.line, 1, data.empty));
    else return [{ line: part.line, kind: 'figure', name: uniqueName(data.name, names), alt: part.alt, data }];
    return [];
  });
  const isUnread = draft.problems.some(({ path }) => path === draft.path);
  if (body.parts.length + body.problems.length === 0 && !isUnread)
    found.push(problemAt('CHRONICLE_DRAFT_EMPTY', draft.bodyLine, 1));
  const inText = found.sort((a, b) => a.line - b.line).map((problem: Problem) => ({ path: draft.path, problem }));
  return {
    ...{ draft, missing, parts, comments: body.comments },
    sources: sessions.filter(({ id }) => draft.settings.sessions.includes(id)).reverse(),
    problems: [...draft.problems, ...inText],
  };
}

function uniqueName(name: string, names: Map<string, number>): string {
  const nth = (names.get(name) ?? 0) + 1;
  names.set(name, nth);
  return nth === 1 ? name : `${name}-${nth}`;
}

interface PostInput {
  date: string;
  /** Events to omit, as `<session_id>#e-…`. */
  leftOut: ReadonlySet<string>;
  editsOf: (fragment: Fragment) => Edit[];
}

/** Builds the post of a draft. It asks for edits of the same texts each time, except for omitted events. */
function buildPost(resolved: Resolved, input: PostInput): Post {
  const { title: given, description, tags, series, part, published } = resolved.draft.settings;
  const edited = (text: string, place: string) => editedLine(text, { place }, input);
  const title = edited(given, 'title');
  const seriesName = series === '' ? '' : edited(series, 'name of the series');
  const figures: Figure[] = [];
  const shift = headingShift(resolved.parts);
  const blocks = resolved.parts.flatMap((each): PostBlock[] => {
    if (each.kind === 'figure') return [{ kind: 'figure', figure: figures.push(figureOf(each, input)) - 1 }];
    const event = each.told && { id: nameOf(each.told), tag: each.told.event.tag };
    if (event && input.leftOut.has(event.id)) return [];
    const isQuoted = each.block.kind === 'quote' && event === null;
    const said = { place: `${event ? 'event' : 'body'}, line ${each.line}`, event, isQuoted };
    const withEdits = (block: Block) => editBlock(block, (text) => input.editsOf({ ...said, text }));
    return publicBlock(each.block, shift).map(withEdits);
  });
  return {
    slug: postSlug(resolved.draft, title, input),
    title: title || 'Untitled',
    description: cutAtWord(edited(description, 'description'), LONGEST_DESCRIPTION),
    date: input.date,
    tags: [...new Set(tags.map((tag) => publicTag(edited(tag, 'tags'))).filter((tag) => tag !== ''))],
    series: seriesName === '' || part === null ? null : { name: seriesName, part },
    canonical: published || null,
    blocks: [...blocks, ...sourcesLine(resolved, input.leftOut)],
    figures,
  };
}

/** A slug is made from a title, so a redacted title makes a new one: the old slug may contain half of a finding. */
function postSlug({ slug, settings }: Draft, title: string, input: PostInput): string {
  const edited = editedLine(slug, { place: 'file name', isSlug: true }, input);
  return slugOf(title === visibleLine(settings.title) ? edited : title, 'post').replace(/-{2,}/g, '-');
}

/** The line as it is published. That form is also what is scanned. */
function editedLine(text: string, said: Pick<Fragment, 'place' | 'isSlug'>, { editsOf }: PostInput): string {
  const line = visibleLine(text);
  return visibleLine(applyEdits(line, editsOf({ text: line, event: null, ...said })));
}

/** A tag as blogs write it: `Claude Code` becomes `claude-code`. A placeholder is no tag. */
function publicTag(edited: string): string {
  return edited
    .replace(/\[[^\]]*\]/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

function figureOf({ name, alt, data }: Extract<Part, { kind: 'figure' }>, { editsOf }: PostInput): Figure {
  const edit = (text: string) =>
    applyEdits(text, editsOf({ text, place: `title and alt text of ${name}.svg`, event: null }));
  return { name, drawing: drawFigure(data, alt, edit) };
}

/** The last line of a post: how many sessions it is based on, and their dates. Empty without sessions. */
function sourcesLine({ sources, parts }: Resolved, leftOut: ReadonlySet<string>): Block[] {
  const quoted = parts.flatMap((part) =>
    part.kind === 'block' && part.told && !leftOut.has(nameOf(part.told)) ? part.told.session : [],
  );
  const days = [...new Set([...sources, ...quoted])].map(({ chronicle }) => chronicle.frontMatter.date).sort();
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const when =
    first === last ? `on ${dayRange(first, first)}` : `between ${dayRange(first, first)} and ${dayRange(last, last)}`;
  const text = `Drawn from ${days.length === 1 ? 'a session' : counted(days.length, 'session')} ${when}.`;
  return [{ kind: 'paragraph', children: [{ kind: 'emphasis', children: [{ kind: 'text', text }] }] }];
}

function nameOf({ session, event }: NamedEvent): string {
  return `${session.id}#${event.id}`;
}

/** The highest heading of a post: level 1 is its title. */
const HIGHEST = 2;

/** How many levels to shift headings so that the highest is below the post's title. */
function headingShift(parts: readonly Part[]): number {
  const levels = parts.flatMap((part) =>
    part.kind === 'block' && part.block.kind === 'heading' ? part.block.level : [],
  );
  return levels.length === 0 ? 0 : HIGHEST - Math.min(...levels);
}

/** A block as it may be published: only links to web addresses stay links, and headings have levels 2 to 6. */
function publicBlock(block: Block, shift: number): Block[] {
  return mapSpans([shiftedBlock(block, shift)], publicSpans);
}

function shiftedBlock(block: Block, shift: number): Block {
  if (block.kind === 'heading') return { ...block, level: Math.min(6, Math.max(HIGHEST, block.level + shift)) };
  if (block.kind === 'quote') return { ...block, children: block.children.map((each) => shiftedBlock(each, shift)) };
  if (block.kind !== 'list') return block;
  return { ...block, items: block.items.map((item) => item.map((each) => shiftedBlock(each, shift))) };
}

function publicSpans(spans: readonly Inline[]): Inline[] {
  return spans.flatMap((span): Inline[] => {
    if (!('children' in span)) return [span];
    const children = publicSpans(span.children);
    return span.kind === 'link' && !/^https?:\/\//i.test(span.href) ? children : [{ ...span, children }];
  });
}
