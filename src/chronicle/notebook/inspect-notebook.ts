import { type Problem, problemAt } from '../problem.ts';
import { KINDS_OF_NOTES, NOTE_KINDS, type NoteKind } from './note-kinds.ts';
import { scanNotebook } from './scan-notebook.ts';

/** Headings that belong to other parts of a notebook. */
const OTHER_HEADINGS = new Set(['observations', 'handoff']);

/** The problems with a notebook's headings and lines, by line. */
export function inspectNotebook(text: string): Problem[] {
  const opened = new Set<NoteKind>();
  return scanNotebook(text).blocks.flatMap((block): Problem[] => {
    const line = block.line + 1;
    if (block.kind === 'stray') return [problemAt('CHRONICLE_NOTEBOOK_LINE', line, 1)];
    if (block.kind === 'note') return [];
    if (block.note === null) return isOther(block.title) ? [] : [unknownHeading(block.title, line)];
    if (opened.has(block.note))
      return [problemAt('CHRONICLE_NOTEBOOK_HEADING_TWICE', line, 1, NOTE_KINDS[block.note].heading)];
    opened.add(block.note);
    return [];
  });
}

function unknownHeading(title: string, line: number): Problem {
  const words = plainWords(title);
  const nearest = KINDS_OF_NOTES.map((kind) => NOTE_KINDS[kind].heading).find((heading) =>
    plainWords(heading).some((word) => words.includes(word)),
  );
  return problemAt('CHRONICLE_NOTEBOOK_HEADING', line, 1, title.slice(0, 60), nearest);
}

function plainWords(title: string): string[] {
  return title.toLowerCase().match(/[a-z]{4,40}/g) ?? [];
}

function isOther(title: string): boolean {
  return OTHER_HEADINGS.has(title.replace(/^#+/, '').trim().toLowerCase());
}
