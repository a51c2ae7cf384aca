/**
 * The text of a draft. It uses MDX's grammar, but is read into a closed tree and never compiled. Of MDX's features it may
 * use a few components with literal attributes, each on its own line.
 *
 *     The third time.
 *
 *     {/* TODO: Who noticed? *\/}
 *
 *     <Lifeline group="c-1a2b3c4d" />
 *
 * A comment is a note of the author's, and is never published.
 */

import { fromMarkdown } from 'mdast-util-from-markdown';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { mdxExpression } from 'micromark-extension-mdx-expression';
import { mdxJsx } from 'micromark-extension-mdx-jsx';
import { mdxMd } from 'micromark-extension-mdx-md';
import { type Problem, problemAt } from '#src/format/problem.ts';
import { grouped } from '#src/lib/grouped.ts';
import type { Refusal } from './draft-component.ts';
import { grammarProblem, TOO_DEEP } from './draft-grammar.ts';
import { type DraftComment, type DraftPart, DraftTree } from './draft-tree.ts';
import { footnotesOf, withFootnotes } from '#src/lib/text/footnotes.ts';

export interface DraftBody {
  parts: DraftPart[];
  /** What was refused and is missing from `parts`. */
  problems: Problem[];
  /** Notes of the author's, which are in no part. */
  comments: DraftComment[];
}

/** MDX without a JavaScript parser: expressions, `import` and `export` are refused unread. */
const MDX = [mdxJsx(), mdxExpression(), mdxMd()];

/** The longest text (characters). Nobody writes a longer post, and the limit bounds the work of hostile text. */
const LONGEST = 100_000;
/** The parser is quadratic in the marks of a paragraph: 4,000 take 0.4 s, 20,000 take 9 s. */
const MOST_MARKS = 4_000;
/** The parser is quadratic in quotations, too: 2,000 take 0.6 s, 20,000 take a minute. */
const MOST_QUOTES = 2_000;
const QUOTE = /^[ \t]*>/;
/** A mark that may open or close emphasis; `_` inside a name does not. */
const MARK = /(?<!\\)\*|(?<![\\\w])_|(?<!\\)_(?!\w)/g;
const FENCED = /^[ \t>]*(```+|~~~+)[\s\S]*?^[ \t>]*\1/gm;
/** A line that opens 40 or more nested lists and quotations. */
const TOO_NESTED = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}/m;
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n[\w-]+[ \t]*:[\s\S]*?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Reads a draft's text into a closed tree. Never throws: each refused part becomes a problem. A text that is not MDX, or is
 * too long or nested too deeply, becomes one problem without parts.
 */
export function readDraftBody(text: string): DraftBody {
  const refusal = unreadable(text);
  if (refusal) {
    const problem = problemAt('CHRONICLE_DRAFT_GRAMMAR', 1, 1, refusal.fault, refusal.advice);
    return { parts: [], problems: [problem], comments: [] };
  }
  const frontMatter = FRONT_MATTER.exec(text)?.[0] ?? '';
  // Keeps the line breaks, so that problems have the line numbers of the file.
  const body = frontMatter.replace(/[^\n]+/g, '') + text.slice(frontMatter.length);
  const tree = new DraftTree(body);
  try {
    const root = fromMarkdown(body, { extensions: MDX, mdastExtensions: [mdxFromMarkdown()] });
    const parts = withNotes(root.children.flatMap((node) => tree.part(node)));
    const problems = [...frontMatterProblems(frontMatter), ...tree.problems];
    return { parts, problems, comments: tree.comments };
  } catch (error) {
    return { parts: [], problems: [grammarProblem(error, body)], comments: [] };
  }
}

function unreadable(text: string): Refusal | null {
  if (text.length > LONGEST) {
    return {
      fault: `it is longer than ${grouped(LONGEST)} characters`,
      advice: 'Split it into several drafts.',
    };
  }
  if (TOO_NESTED.test(text)) return TOO_DEEP;
  const lines = text.split('\n');
  const quotes = lines.filter((line, i) => QUOTE.test(line) && !QUOTE.test(lines[i - 1] ?? '')).length;
  if (quotes > MOST_QUOTES) {
    return {
      fault: `it has more than ${grouped(MOST_QUOTES)} quotations`,
      advice: 'Split it into several drafts.',
    };
  }
  const prose = text.replace(FENCED, '');
  const hasTooMany = prose.split(/\n[ \t>]*\r?\n/).some((part) => (part.match(MARK)?.length ?? 0) > MOST_MARKS);
  return hasTooMany
    ? {
        fault: `a paragraph has more than ${grouped(MOST_MARKS)} emphasis marks`,
        advice: 'Put a backslash before each of them, or put the text in a code block.',
      }
    : null;
}

function frontMatterProblems(frontMatter: string): Problem[] {
  if (frontMatter === '') return [];
  const advice = "A draft's settings belong in draft.yml. Move them there and remove these lines.";
  return [problemAt('CHRONICLE_DRAFT_TEXT', 1, 1, 'the text begins with front matter', advice)];
}

/** The parts with their footnotes as blocks of their own. */
function withNotes(parts: readonly DraftPart[]): DraftPart[] {
  const names = footnotesOf(parts.flatMap((part) => (part.kind === 'component' ? [] : [part])));
  return parts.flatMap((part): DraftPart[] =>
    part.kind === 'component' ? [part] : withFootnotes(part, names).map((block) => ({ line: part.line, ...block })),
  );
}
