/**
 * The text of a draft. It is MDX by grammar and by name only: it is read into a closed tree and never compiled, and
 * of MDX it may have a handful of components with literal attributes, each on a line of its own.
 *
 *     The third time.
 *
 *     <Lifeline group="c-1a2b3c4d" />
 */

import { fromMarkdown } from 'mdast-util-from-markdown';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { mdxExpression } from 'micromark-extension-mdx-expression';
import { mdxJsx } from 'micromark-extension-mdx-jsx';
import { mdxMd } from 'micromark-extension-mdx-md';
import { type Problem, problemAt } from '../chronicle/problem.ts';
import type { Refusal } from './draft-component.ts';
import { grammarProblem, TOO_DEEP } from './draft-grammar.ts';
import { type DraftPart, DraftTree } from './draft-tree.ts';

export interface DraftBody {
  parts: DraftPart[];
  /** What was refused, with its place; it is left out of `parts`. */
  problems: Problem[];
}

/** MDX without its JavaScript: what stands in braces, after `import` or after `export` need not be understood to be refused. */
const MDX = [mdxJsx(), mdxExpression(), mdxMd()];

/** Nobody writes a longer post, and it bounds the work that hostile text can cause. */
const LONGEST = 100_000;
/** The parser's time grows with the square of the marks in one paragraph: 4,000 take 0.4 s, 20,000 take 9 s. */
const MOST_MARKS = 4_000;
/** And with the square of the quotations: 2,000 take 0.6 s, 20,000 take a minute. */
const MOST_QUOTES = 2_000;
const QUOTE = /^[ \t]*>/;
/** What may open or close an emphasis: `_` inside a name does not. */
const MARK = /(?<!\\)\*|(?<![\\\w])_|(?<!\\)_(?!\w)/g;
const FENCED = /^[ \t>]*(```+|~~~+)[\s\S]*?^[ \t>]*\1/gm;
/** Lists and quotations that one line opens inside one another. */
const TOO_NESTED = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}/m;
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n[\w-]+[ \t]*:[\s\S]*?\n---[ \t]*(?:\r?\n|$)/;

/**
 * The text of a draft as a closed tree. Never throws: what is refused is left out with a problem at its place, and a
 * text that is no MDX at all, or longer or deeper than anybody writes, is one problem and no parts.
 */
export function readDraftBody(text: string): DraftBody {
  const refusal = unreadable(text);
  if (refusal) {
    return { parts: [], problems: [problemAt('CHRONICLE_DRAFT_GRAMMAR', 1, 1, refusal.fault, refusal.advice)] };
  }
  const frontMatter = FRONT_MATTER.exec(text)?.[0] ?? '';
  // Its lines are kept, so that problems stand where the author sees them.
  const body = frontMatter.replace(/[^\n]+/g, '') + text.slice(frontMatter.length);
  const tree = new DraftTree(body);
  try {
    const root = fromMarkdown(body, { extensions: MDX, mdastExtensions: [mdxFromMarkdown()] });
    const parts = root.children.flatMap((node) => tree.part(node));
    return { parts, problems: [...frontMatterProblems(frontMatter), ...tree.problems] };
  } catch (error) {
    return { parts: [], problems: [grammarProblem(error, body)] };
  }
}

function unreadable(text: string): Refusal | null {
  if (text.length > LONGEST) {
    return { fault: `it is longer than ${LONGEST / 1000} thousand characters`, advice: 'Make several drafts of it.' };
  }
  if (TOO_NESTED.test(text)) return TOO_DEEP;
  const lines = text.split('\n');
  const quotes = lines.filter((line, i) => QUOTE.test(line) && !QUOTE.test(lines[i - 1] ?? '')).length;
  if (quotes > MOST_QUOTES) {
    return { fault: `it has more than ${MOST_QUOTES} quotations`, advice: 'Make several drafts of it.' };
  }
  const prose = text.replace(FENCED, '');
  const hasTooMany = prose.split(/\n[ \t>]*\r?\n/).some((part) => (part.match(MARK)?.length ?? 0) > MOST_MARKS);
  return hasTooMany
    ? {
        fault: `a paragraph has more than ${MOST_MARKS} marks of emphasis`,
        advice: 'Write a backslash before them, or put the text into a code block.',
      }
    : null;
}

function frontMatterProblems(frontMatter: string): Problem[] {
  if (frontMatter === '') return [];
  const advice = 'What a post says about itself stands in draft.yml: move it there and remove these lines.';
  return [problemAt('CHRONICLE_DRAFT_TEXT', 1, 1, 'the text begins with front matter', advice)];
}
