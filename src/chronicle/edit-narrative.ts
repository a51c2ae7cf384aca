import { setSummary } from './edit.ts';
import { frontMatterLine, readEntries } from './front-matter.ts';
import { isBlank, lineEnding } from './lines.ts';
import { frontMatterLines } from './read.ts';
import { type Scan, scan, scanFrontMatter } from './scan.ts';
import {
  eventRuns,
  isTitle,
  lineStart,
  sectionAt,
  sectionEnd,
  sectionName,
  textBefore,
  withFinalNewline,
} from './section.ts';

/** What a retro writes. `lead` is null where the one that stands there stays. */
export interface WrittenNarrative {
  lead: string | null;
  title: string;
  text: string;
}

/**
 * Puts a narrative under "## Summary" and notes when in the front matter's `retro`, which makes it one; an earlier
 * narrative is replaced. With a lead, that takes the place of all prose there. Without one, everything before the
 * narrative keeps its bytes, save that its `###` headings get a fourth mark: the first would be read as the title.
 * Events stay, wherever they stand. Takes text or Latin-1; fences in what is written have to be closed.
 */
export function setNarrative(text: string, { lead, title, text: story }: WrittenNarrative, at: string): string {
  const narrative = `### ${title}\n\n${story}`;
  const body = lead === null ? besideLead(text, narrative) : setSummary(text, `${lead}\n\n${narrative}`, false);
  return setFrontMatterEntry(body, 'retro', at);
}

function besideLead(text: string, narrative: string): string {
  const structure = scan(text);
  const [first] = titlesIn(structure);
  if (!hasRetro(text, structure)) return afterLead(withoutTitles(text, structure), narrative);
  return first === undefined ? afterLead(text, narrative) : inPlace(text, structure, first, narrative);
}

/** The narrative at the end of what is read as the summary, behind events that were appended there. */
function afterLead(text: string, narrative: string): string {
  const eol = lineEnding(text);
  const structure = scan(text);
  const { blocks, lines } = structure;
  const heading = blocks.findLast((block) => sectionName(block) === 'summary');
  const next = blocks.find((block) => heading && block.line > heading.line && sectionName(block));
  let end = next?.line ?? lines.length;
  while (end > 0 && isBlank(text, lines[end - 1] ?? { start: 0, end: 0 })) end--;
  const before = withFinalNewline(textBefore(text, structure, end, hasFence(narrative)), eol);
  const gap = next?.line === end ? eol : '';
  return before + eol + narrative.replaceAll('\n', eol) + eol + gap + text.slice(lineStart(text, structure, end));
}

/** The narrative in the place of the one that begins at a line. */
function inPlace(text: string, structure: Scan, from: number, narrative: string): string {
  const eol = lineEnding(text);
  const title = structure.blocks.find(({ line }) => line === from);
  const end = title ? sectionEnd(structure, title) : structure.lines.length;
  const before = textBefore(text, structure, from, hasFence(narrative));
  const after = text.slice(lineStart(text, structure, end));
  const parts = [narrative.replaceAll('\n', eol) + eol, ...eventRuns(text, structure, from, end), after];
  return before + parts.filter((part) => part !== '').join(eol);
}

function withoutTitles(text: string, structure: Scan): string {
  return titlesIn(structure)
    .map((line) => lineStart(text, structure, line))
    .reduceRight((edited, start) => `${edited.slice(0, start)}#${edited.slice(start)}`, text);
}

/** The lines under "## Summary" that would begin a narrative. */
function titlesIn({ blocks }: Scan): number[] {
  const sectionOf = sectionAt(blocks);
  return blocks.flatMap((block) => (sectionOf(block.line) === 'summary' && isTitle(block) ? [block.line] : []));
}

function hasRetro(text: string, structure: Scan): boolean {
  return Boolean(readEntries(frontMatterLines(text, structure) ?? []).entries.get('retro')?.value);
}

function hasFence(text: string): boolean {
  return /^(?:```|~~~)/m.test(text);
}

/**
 * Gives a front matter key this value: in the place of the line that counts for it, else before the closing `---`.
 * Every other byte stays; a text without front matter, or with more of it than is read, stays whole. Takes text or Latin-1.
 */
export function setFrontMatterEntry(text: string, key: string, value: string): string {
  const structure = scanFrontMatter(text);
  const lines = frontMatterLines(text, structure);
  if (!lines) return text;
  const known = readEntries(lines).entries.get(key);
  const line = frontMatterLine(key, value);
  const target = structure.lines[known === undefined ? structure.frontMatter.close : known.index + 1];
  if (!target) return text;
  if (known) return text.slice(0, target.start) + line + text.slice(target.end);
  return text.slice(0, target.start) + line + lineEnding(text) + text.slice(target.start);
}
