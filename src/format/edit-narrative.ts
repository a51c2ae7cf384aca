import { frontMatterText, setFrontMatterEntry, valueIn } from './front-matter-line.ts';
import { setSummary } from './edit.ts';
import { isBlank, lineEnding } from './lines.ts';
import { type Scan, scan } from './scan.ts';
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

/** A retrospective's narrative. `lead` is null if the existing lead is kept. */
export interface WrittenNarrative {
  lead: string | null;
  title: string;
  text: string;
}

/**
 * Puts a narrative under "## Summary", in place of an earlier one, and sets `retro` in the front matter, which marks it as
 * one. A lead replaces all prose there. Without a lead, the text before the narrative is kept, except that its `###`
 * headings become `####`, since the first would be read as the title. Events are always kept. Takes text or Latin-1;
 * fences in the new text must be closed.
 */
export function setNarrative(text: string, { lead, title, text: story }: WrittenNarrative, at: string): string {
  const narrative = `### ${title}\n\n${story}`;
  const body = lead === null ? withKeptLead(text, narrative) : setSummary(text, `${lead}\n\n${narrative}`, false);
  return setFrontMatterEntry(body, 'retro', at);
}

function withKeptLead(text: string, narrative: string): string {
  const structure = scan(text);
  const [first] = titlesIn(structure);
  if (!hasRetro(text, structure)) return afterLead(withoutTitles(text, structure), narrative);
  return first === undefined ? afterLead(text, narrative) : inPlace(text, structure, first, narrative);
}

/** Puts the narrative at the end of the summary, after any events appended there. */
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

/** Puts the narrative in place of the one that begins at a line. */
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
  return Boolean(valueIn(frontMatterText(text, structure), 'retro'));
}

function hasFence(text: string): boolean {
  return /^(?:```|~~~)/m.test(text);
}
