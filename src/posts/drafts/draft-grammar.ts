import { type Problem, problemAt } from '#src/format/problem.ts';
import { COMPONENT_ADVICE, type Refusal } from './draft-component.ts';

/** The fields we use of the parser's errors: https://github.com/vfile/vfile-message */
interface Thrown {
  reason?: string;
  source?: string;
  ruleId?: string;
  place?: Place;
}

type Place = { line?: number; column?: number; offset?: number; start?: { line: number; column: number } };

const BRACE_ADVICE = 'To write a brace as text, put a backslash before it: \\{.';
const LESS_ADVICE = 'To write a "<" as text, put a backslash before it: \\<.';

/** Translates a parse error of MDX into a problem in plain words. */
export function grammarProblem(error: unknown, text: string): Problem {
  if (error instanceof RangeError) {
    return problemAt('CHRONICLE_DRAFT_GRAMMAR', 1, 1, TOO_DEEP.fault, TOO_DEEP.advice);
  }
  const thrown: Thrown = typeof error === 'object' && error !== null ? error : {};
  const { line, column } = placeOf(thrown, text);
  const { fault, advice } = refusalOf(thrown);
  return problemAt('CHRONICLE_DRAFT_GRAMMAR', line, column, fault, advice);
}

/** The refusal of a text that is nested too deeply. */
export const TOO_DEEP: Refusal = {
  fault: 'its lists, quotations and emphasis are nested too deeply',
  advice: 'Use fewer levels.',
};

function refusalOf({ reason = '', source = '', ruleId = '' }: Thrown): Refusal {
  if (source.endsWith('expression')) return expressionRefusal(ruleId);
  if (reason.includes('create a comment')) {
    return { fault: '"<!" begins an HTML comment, and HTML is not allowed in a draft', advice: LESS_ADVICE };
  }
  if (reason.includes('create a link')) {
    return {
      fault: 'a link in angle brackets is not supported',
      advice: 'Write a link as [text](https://example.org).',
    };
  }
  if (ruleId === 'end-tag-mismatch') return { fault: `${tagIn(reason)} is never closed`, advice: COMPONENT_ADVICE };
  if (ruleId === 'unexpected-closing-slash') {
    return { fault: 'a closing tag has no opening tag', advice: COMPONENT_ADVICE };
  }
  if (reason.includes('attribute value')) {
    return { fault: "an attribute's value must be text in quotes", advice: COMPONENT_ADVICE };
  }
  return { fault: 'a "<" does not begin a component', advice: LESS_ADVICE };
}

function expressionRefusal(ruleId: string): Refusal {
  if (ruleId === 'unexpected-eof') return { fault: 'a "{" is never closed', advice: BRACE_ADVICE };
  return { fault: 'braces contain an expression, and a draft runs no code', advice: BRACE_ADVICE };
}

/** The tag that the parser names in backticks. */
function tagIn(reason: string): string {
  return /`(<\/?[\w.:-]{0,40}>)`/.exec(reason)?.[1] ?? 'a tag';
}

/**
 * The place of an error. For a tag that is never closed, the parser reports the paragraph and has the tag's place in its
 * message; for a brace or "<" that is never closed, it reports the end of the text.
 */
function placeOf({ place, reason = '', source = '', ruleId }: Thrown, text: string): { line: number; column: number } {
  const named = ruleId === 'end-tag-mismatch' ? /\((\d+):(\d+)-/.exec(reason) : null;
  if (named) return { line: Number(named[1]), column: Number(named[2]) };
  if (ruleId === 'unexpected-eof') {
    const sign = text.lastIndexOf(source.endsWith('expression') ? '{' : '<', place?.offset);
    const before = text.slice(0, Math.max(0, sign)).split(/\r\n|\r|\n/);
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
  const { line = 1, column = 1 } = place?.start ?? place ?? {};
  return { line, column };
}
