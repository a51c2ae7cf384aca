import { scanNotebook } from '#src/format/notebook/scan-notebook.ts';
import { sessionIn } from '#src/format/front-matter-line.ts';
import type { Match } from './forget-in-data.ts';
import { FORGOTTEN, WORD } from './text-matcher.ts';

const OWNER = /^session_id[ \t]*:/;

/**
 * Removes the match from a notebook's bytes; null if its session is forgotten. A note, observation or field with nothing else in it is
 * deleted; headings and times stay.
 */
export function forgetInNotebook(bytes: string, { text, sessions }: Match): string | null {
  if (sessions.has(sessionIn(bytes))) return null;
  const { lines, frontMatter, blocks } = scanNotebook(bytes);
  const part = (from: number, to: number) =>
    bytes.slice(lines[from]?.start ?? bytes.length, lines[to]?.start ?? bytes.length);
  let edited = '';
  for (let i = 0; i <= frontMatter.close; i++) {
    const line = part(i, i + 1);
    edited += OWNER.test(line) ? line : text.replace(line);
  }
  const at = new Map(blocks.map((block) => [block.line, block]));
  for (let i = frontMatter.close + 1; i < lines.length; ) {
    const block = at.get(i);
    const end = block?.end ?? i + 1;
    const before = part(i, end);
    const isKept = block?.kind === 'section' && (block.note !== null || block.part !== null);
    // What says when or what is never forgotten.
    const isForm = block?.kind === 'note' || block?.kind === 'observation';
    const head = block?.kind === 'field' ? block.valueAt : isForm ? block.form.textAt : 0;
    const after = isKept ? before : before.slice(0, head) + text.replace(before.slice(head));
    if (after === before || WORD.test(after.slice(head).replaceAll(FORGOTTEN, ''))) edited += after;
    i = end;
  }
  return edited;
}
