import type { EventLine } from './event-line.ts';
import { isBlank, type Line } from './lines.ts';
import { type Problem, problemAt } from './problem.ts';
import type { Block, Scan } from './scan.ts';
import { type SectionName, sectionAt, sectionName } from './section.ts';
import { nearestTag } from './tags.ts';

const HEADINGS: Record<SectionName, string> = { events: '## Events', summary: '## Summary' };
const SECTIONS = ['events', 'summary'] as const satisfies SectionName[];

/** The problems with a file's headings, events and fences, sorted by line. */
export function inspectBody(text: string, { lines, blocks, frontMatter }: Scan): Problem[] {
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
