import { lineEnding } from '#src/format/lines.ts';
import { type NotebookBlock, scanNotebook } from '#src/format/notebook/scan-notebook.ts';
import { frontMatterLine, sessionIn } from '#src/format/front-matter-line.ts';
import type { Match, Renaming } from './match.ts';
import { FORGOTTEN, WORD } from './text-matcher.ts';

const OWNER = /^session_id[ \t]*:/;

/**
 * Removes the match from a notebook's bytes; null if its session is forgotten. A note, observation or field with nothing else in it is
 * deleted; headings and times stay. The notebook follows its session to a new name.
 */
export function forgetInNotebook(bytes: string, match: Match, renaming: Renaming): string | null {
  const session = sessionIn(bytes);
  const renamed = session === '' ? '' : renaming(session);
  if (renamed === null) return null;
  const structure = scanNotebook(bytes);
  const { lines, frontMatter, blocks } = structure;
  const offset = (line: number) => lines[line]?.start ?? bytes.length;
  const owner = session === '' ? -1 : lines.findIndex(({ start, end }) => OWNER.test(bytes.slice(start, end)));
  let edited = '';
  for (let i = 0; i <= frontMatter.close; i++) {
    const line = bytes.slice(offset(i), offset(i + 1));
    if (i === owner) edited += session === renamed ? line : frontMatterLine('session_id', renamed) + lineEnding(bytes);
    else edited += match.text.replace(line);
  }
  const at = new Map(blocks.map((block) => [block.line, block]));
  for (let i = frontMatter.close + 1; i < lines.length; ) {
    const block = at.get(i);
    const end = block?.end ?? i + 1;
    const part = bytes.slice(offset(i), offset(end));
    const isKept = block?.kind === 'section' && (block.note !== null || block.part !== null);
    const head = block === undefined ? 0 : keptAtStart(block);
    const rest = isKept ? part : part.slice(0, head) + match.text.replace(part.slice(head));
    if (rest === part || WORD.test(rest.slice(head).replaceAll(FORGOTTEN, ''))) edited += rest;
    i = end;
  }
  return edited;
}

/** How many characters at the start of a block say when or what, and are never forgotten. */
function keptAtStart(block: NotebookBlock): number {
  if (block.kind === 'field') return block.valueAt;
  return block.kind === 'note' || block.kind === 'observation' ? block.form.textAt : 0;
}
