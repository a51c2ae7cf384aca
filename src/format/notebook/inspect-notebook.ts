import { type Problem, problemAt } from '../problem.ts';
import { KINDS_OF_NOTES, NOTE_KINDS } from './note-kinds.ts';
import { NOTEBOOK_PARTS, scanNotebook } from './scan-notebook.ts';

/** The problems with a notebook's headings and lines, by line. */
export function inspectNotebook(text: string): Problem[] {
  const opened = new Set<string>();
  return scanNotebook(text).blocks.flatMap((block): Problem[] => {
    const line = block.line + 1;
    if (block.kind === 'stray') return [problemAt('CHRONICLE_NOTEBOOK_LINE', line, 1)];
    if (block.kind !== 'section') return [];
    const heading = block.note === null ? block.part : NOTE_KINDS[block.note].heading;
    if (heading === null) return [unknownHeading(block.title, line)];
    if (opened.has(heading)) return [problemAt('CHRONICLE_NOTEBOOK_HEADING_TWICE', line, 1, heading)];
    opened.add(heading);
    return [];
  });
}

function unknownHeading(title: string, line: number): Problem {
  const words = plainWords(title);
  const headings = [...KINDS_OF_NOTES.map((kind) => NOTE_KINDS[kind].heading), ...NOTEBOOK_PARTS];
  const nearest = headings.find((heading) => plainWords(heading).some((word) => words.includes(word)));
  return problemAt('CHRONICLE_NOTEBOOK_HEADING', line, 1, title.slice(0, 60), nearest);
}

function plainWords(title: string): string[] {
  return title.toLowerCase().match(/[a-z]{4,40}/g) ?? [];
}
