/** The text of a draft as a closed tree: blocks, figures, and the author's comments. Nothing in it is compiled. */
import { isEventName } from '#src/format/session.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';
import { grouped } from '#src/lib/grouped.ts';
import type { Block } from '#src/lib/text/blocks.ts';
import { clip } from '#src/lib/text/clip.ts';
import { type DraftMark, readDraftMarkdown } from '#src/lib/text/markdown.ts';

interface DraftBody {
  parts: BodyPart[];
  comments: DraftComment[];
  problems: Problem[];
}

/** A block or figure, and its line in the file. */
type BodyPart = { line: number } /** `event` is the event that a block quote tells, as `<session_id>#e-…`. */ & (
  | { kind: 'block'; block: Block; event: string | null }
  | { kind: 'figure'; alt: string; figure: FigureName }
);

/** A note of the author's, which is never published. */
export interface DraftComment {
  line: number;
  text: string;
}

/** What a figure shows. A group is the anchor of a mistake, `c-` and eight hex digits; `nth` is a session of the draft, from 1. */
export type FigureName = { kind: 'lifeline'; group: string } | { kind: 'trend' } | { kind: 'session'; nth: number };

/** The longest text (characters). Nobody writes a longer post, and the limit bounds the work of hostile text. */
const LONGEST = 100_000;
const FIGURES =
  'lifeline-c-1a2b3c4d.svg with the anchor of a mistake, hits-and-misses.svg, and session-chart.svg or session-chart-2.svg for the sessions of the draft';
const LINK_ADVICE = 'Write a link as [text](https://example.org).';

/** Reads the text of a draft whose first line is `firstLine`. Never throws: what cannot be published becomes a problem. */
export function readDraftBody(text: string, firstLine = 1): DraftBody {
  const lines = text.split('\n');
  const columnOf = (line: number, sign: string) => Math.max(0, lines[line - firstLine]?.indexOf(sign) ?? 0) + 1;
  const unread = (line: number, fault: string, advice: string): DraftBody => ({
    parts: [],
    comments: [],
    problems: [problemAt('CHRONICLE_DRAFT_GRAMMAR', line, columnOf(line, '<!--'), fault, advice)],
  });
  if (text.length > LONGEST)
    return unread(firstLine, `it is longer than ${grouped(LONGEST)} characters`, 'Split it into several drafts.');
  const read = readDraftMarkdown(text);
  if (!read) return unread(firstLine, 'its lists and quotations are nested too deeply', 'Use fewer levels.');

  const body: DraftBody = { parts: [], comments: [], problems: [] };
  for (const { block, marks, line: at } of read) {
    const line = at + firstLine - 1;
    const unended = marks.find(({ kind }) => kind === 'unended');
    if (unended)
      return unread(
        unended.line + firstLine - 1,
        'a comment is never closed',
        'Close it with -->, or write "\\<" for a "<".',
      );
    const noted = (where: number, sign: string, fault: string, advice: string) =>
      body.problems.push(problemAt('CHRONICLE_DRAFT_TEXT', where, columnOf(where, sign), fault, advice));
    const event = block?.kind === 'quote' ? eventIn(marks) : null;
    for (const mark of marks) {
      if (mark.kind === 'comment' && (event === null || eventOf(mark.text) !== event))
        body.comments.push({ line: mark.line + firstLine - 1, text: mark.text });
    }
    const [picture, ...others] = marks.flatMap((mark) => (mark.kind === 'picture' ? [mark] : []));
    const figure = picture && others.length === 0 && isAlone(block, picture.alt) ? figureNamed(picture.address) : null;
    if (picture && figure) {
      body.parts.push({ line, kind: 'figure', alt: picture.alt, figure });
      continue;
    }
    if (picture)
      noted(
        picture.line + firstLine - 1,
        '![',
        `the picture ${clip(picture.address, 60)} is not one of its figures, which stand alone`,
        `The figures are ${FIGURES}. Add other pictures to the post.`,
      );
    if (!block || isEmpty(block)) continue;
    for (const mark of marks) if (mark.kind === 'link') noted(mark.line + firstLine - 1, '[', mark.fault, LINK_ADVICE);
    body.parts.push({ line, kind: 'block', block, event });
  }
  return body;
}

/** The event that a quote tells: what its last comment names. */
function eventIn(marks: readonly DraftMark[]): string | null {
  const last = marks.findLast(({ kind }) => kind === 'comment');
  return last?.kind === 'comment' ? eventOf(last.text) : null;
}

function eventOf(comment: string): string | null {
  const [, name = ''] = /^event: (\S+)$/.exec(comment) ?? [];
  return isEventName(name) ? name : null;
}

/** Whether a paragraph has nothing but a picture, of which the alt text remains. */
function isAlone(block: Block | null, alt: string): boolean {
  if (!block) return true;
  const [only, ...others] = block.kind === 'paragraph' ? block.children : [];
  return (
    others.length === 0 && (only === undefined ? block.kind === 'paragraph' : only.kind === 'text' && only.text === alt)
  );
}

function isEmpty(block: Block): boolean {
  return (block.kind === 'paragraph' || block.kind === 'quote') && block.children.length === 0;
}

function figureNamed(address: string): FigureName | null {
  const name = address.replace(/^\.\//, '');
  const [, group] = /^lifeline-(c-[0-9a-f]{8})\.svg$/.exec(name) ?? [];
  if (group !== undefined) return { kind: 'lifeline', group };
  const session = /^session-chart(?:-([1-9]\d{0,2}))?\.svg$/.exec(name);
  if (session) return { kind: 'session', nth: Number(session[1] ?? 1) };
  return name === 'hits-and-misses.svg' ? { kind: 'trend' } : null;
}
