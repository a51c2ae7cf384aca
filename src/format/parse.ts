/**
 * Reads a chronicle, a Markdown file that a person and the agent own, and says what is wrong with it. The parts of the format:
 *
 *     scan.ts                where front matter, headings, events and fences are; reading and editing share it
 *     front-matter-line.ts   the keys, and one key at a time, for hooks; front-matter.ts reads all of them with YAML
 *     event.ts, tags.ts      an event's first line and its time; event-id.ts its permanent id
 *     read.ts                events, stray lines and summary of a scanned text
 *     edit.ts, serialize.ts  changes that keep every other byte, and new files
 *     problem.ts             what can be wrong, by permanent codes
 *     session.ts             a chronicle in its archive, with facts and notebook
 *     notebook/              the same for notebooks
 */
import { type FrontMatterEntries, readFrontMatter } from './front-matter.ts';
import { fieldOf, FRONT_MATTER_KEYS, frontMatterText } from './front-matter-line.ts';
import type { Chronicle } from './chronicle.ts';
import { withIds } from './event-id.ts';
import { type Problem, problemAt } from './problem.ts';
import { readBody } from './read.ts';
import { type Block, isBlank, type Line, scan, type Scan, sectionAt, type SectionName, sectionName } from './scan.ts';
import { type FrontMatter, frontMatterSchema } from './schema.ts';
import type { EventLine } from './event.ts';
import { nearestTag } from './tags.ts';

export interface Parsed {
  /** Null if the front matter cannot be used. */
  chronicle: Chronicle | null;
  /** Sorted by line. */
  problems: Problem[];
}

/** Parses a chronicle file's text and lists its problems. Never throws. Takes linear time. */
export function parseChronicle(text: string): Parsed {
  const structure = scan(text);
  const written = frontMatterText(text, structure);
  const read = written === null ? null : readFrontMatter(written);
  const { frontMatter, invalid } = checkFrontMatter(read?.entries ?? new Map());
  const body = frontMatter && readBody(text, structure, frontMatter);
  const chronicle = body && { frontMatter, ...body, events: withIds(body.events) };
  // Without front matter, all problems of the body would only be consequences.
  const problems = [
    ...inspectFrontMatter(text, structure, read, invalid),
    ...(chronicle ? inspectBody(text, structure) : []),
  ];
  return { chronicle, problems };
}

/**
 * Checks the values against the schema and drops invalid optional ones. Null if a required value is missing or invalid.
 * `invalid` has the keys of all these.
 */
function checkFrontMatter(entries: FrontMatterEntries['entries']): {
  frontMatter: FrontMatter | null;
  invalid: string[];
} {
  const values = Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, value]));
  const { data, error } = frontMatterSchema.safeParse(values);
  const invalid = (error?.issues ?? []).map(({ path }) => String(path[0]));
  for (const key of invalid) delete values[key];
  return { frontMatter: data ?? frontMatterSchema.safeParse(values).data ?? null, invalid };
}

/** The first line after the opening `---`. */
const FIRST_LINE = 2;

/**
 * The problems with a file's front matter, sorted by line. `read` is null if it is missing, not closed or too long;
 * `invalid` are the keys whose values are missing or not valid.
 */
function inspectFrontMatter(
  text: string,
  { lines, frontMatter: { open, close } }: Scan,
  read: FrontMatterEntries | null,
  invalid: readonly string[],
): Problem[] {
  if (open === -1) return [problemAt('CHRONICLE_NO_FRONT_MATTER', 1, 1)];
  if (close === -1) return [problemAt('CHRONICLE_OPEN_FRONT_MATTER', 1, 1)];
  if (!read) return [problemAt('CHRONICLE_LONG_FRONT_MATTER', 1, 1)];
  const written = (index: number) => text.slice(lines[index + 1]?.start, lines[index + 1]?.end);
  return [...lineProblems(read, written), ...valueProblems(read, invalid)].sort((a, b) => a.line - b.line);
}

function lineProblems(
  { entries, unread, repeated }: FrontMatterEntries,
  written: (index: number) => string,
): Problem[] {
  return [
    ...unread.map((index) =>
      problemAt('CHRONICLE_FRONT_MATTER_LINE', FIRST_LINE + index, 1, written(index).slice(0, 60)),
    ),
    ...repeated.map(({ key, index }) => problemAt('CHRONICLE_DUPLICATE_KEY', FIRST_LINE + index, 1, key)),
    ...Array.from(entries).flatMap(([key, { index }]) => {
      const nearest = FRONT_MATTER_KEYS.includes(key) ? undefined : misspelled(key);
      return nearest ? [problemAt('CHRONICLE_UNKNOWN_KEY', FIRST_LINE + index, 1, key, nearest)] : [];
    }),
  ];
}

function valueProblems({ entries }: FrontMatterEntries, invalid: readonly string[]): Problem[] {
  return invalid.flatMap((key) => {
    const field = fieldOf(key);
    if (!field) return [];
    const { required, expected, example } = field;
    const entry = entries.get(key);
    if (!entry) return [problemAt('CHRONICLE_MISSING_KEY', 1, 1, key, example)];
    const code = required ? 'CHRONICLE_BAD_VALUE' : 'CHRONICLE_BAD_OPTION';
    return [problemAt(code, FIRST_LINE + entry.index, entry.column, key, expected, example)];
  });
}

/** The known key that differs only in case, `-` and `_`. Other unknown keys are allowed. */
function misspelled(key: string): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
  return FRONT_MATTER_KEYS.find((known) => plain(known) === plain(key));
}

const HEADINGS: Record<SectionName, string> = { events: '## Events', summary: '## Summary' };
const SECTIONS = ['events', 'summary'] as const satisfies SectionName[];

/** The problems with a file's headings, events and fences, sorted by line. */
function inspectBody(text: string, { lines, blocks, frontMatter }: Scan): Problem[] {
  const problems: Problem[] = [];
  const opened: SectionName[] = [];
  const sectionOf = sectionAt(blocks);
  const present = new Set(blocks.map(sectionName));
  const missing = SECTIONS.filter((name) => !present.has(name));
  for (const block of blocks) {
    const section = sectionOf(block.line);
    problems.push(...problemsOf(block, section, opened), ...hiddenHeadings(text, lines, block, missing));
    const name = sectionName(block);
    if (name) opened.push(name);
    const first = lines[block.line];
    if (block.kind === 'event' && first && isBlank(text, { start: first.start + block.event.textAt, end: first.end })) {
      problems.push(problemAt('CHRONICLE_EMPTY_EVENT', block.line + 1, 1, block.event.tag));
    }
  }
  return opened.includes('events')
    ? problems
    : [problemAt('CHRONICLE_NO_EVENTS', frontMatter.close + 1, 1), ...problems];
}

/** The headings inside a fence that appear nowhere else: the fence was probably left open by mistake. */
function hiddenHeadings(text: string, lines: Line[], fence: Block, missing: SectionName[]): Problem[] {
  if (fence.kind !== 'fence' || missing.length === 0) return [];
  const inside = lines.slice(fence.line + 1, fence.end - 1).map(({ start, end }) => text.slice(start, end));
  const hidden = missing.filter((name) => inside.includes(HEADINGS[name]));
  return hidden.map((name) => problemAt('CHRONICLE_FENCED_HEADING', fence.line + 1, 1, HEADINGS[name]));
}

function problemsOf(block: Block, section: SectionName, opened: SectionName[]): Problem[] {
  const line = block.line + 1;
  switch (block.kind) {
    case 'heading':
      return block.level > 2 ? [] : headingProblems(block, opened);
    case 'open-fence':
      return [problemAt('CHRONICLE_OPEN_FENCE', line, 1)];
    case 'suspect':
      return suspicion(block.event, line, section);
    default:
      return [];
  }
}

function headingProblems(block: Extract<Block, { kind: 'heading' }>, opened: SectionName[]): Problem[] {
  const line = block.line + 1;
  const heading = `${'#'.repeat(block.level)} ${block.title}`.slice(0, 60);
  const name = sectionName(block);
  if (!name) return [problemAt('CHRONICLE_HEADING', line, 1, heading)];
  const expected = HEADINGS[name];
  const spelling = heading === expected ? [] : [problemAt('CHRONICLE_HEADING_SPELLING', line, 1, heading, expected)];
  if (opened.includes(name)) return [...spelling, problemAt('CHRONICLE_DUPLICATE_HEADING', line, 1, expected)];
  if (name === 'events' && opened.length > 0) return [...spelling, problemAt('CHRONICLE_SUMMARY_NOT_LAST', line, 1)];
  return spelling;
}

/** Prose in a summary may contain a word in brackets or quote a log, so there only a misspelled tag or form is a problem. */
function suspicion(event: Exclude<EventLine, { kind: 'event' }>, line: number, section: SectionName): Problem[] {
  if (event.kind === 'malformed') {
    if (event.fault === 'no brackets' && section === 'summary') return [];
    return [problemAt('CHRONICLE_EVENT_FORM', line, event.tagAt + 1, event.tag, event.fault)];
  }
  const nearest = nearestTag(event.word);
  const shouted = /^[A-Z][A-Z_-]{2,}$/.test(event.word);
  if (!nearest && (section === 'summary' || !shouted)) return [];
  return [problemAt('CHRONICLE_BAD_TAG', line, event.wordAt + 1, event.word, nearest)];
}
