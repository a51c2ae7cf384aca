import { type Problem, problemAt } from '../chronicle/problem.ts';
import { COMPONENT_ADVICE, type Refusal } from './draft-component.ts';

/** What the parser throws, as far as we read it: https://github.com/vfile/vfile-message */
interface Thrown {
  reason?: string;
  source?: string;
  ruleId?: string;
  place?: Place;
}

type Place = { line?: number; column?: number; offset?: number; start?: { line: number; column: number } };

const BRACE_ADVICE = 'A brace that is meant as text is written with a backslash: \\{.';
const LESS_ADVICE = 'A "<" that is meant as text is written with a backslash: \\<.';

/** Why the grammar of MDX cannot read `text`, in plain words and at its place. */
export function grammarProblem(error: unknown, text: string): Problem {
  if (error instanceof RangeError) {
    return problemAt('CHRONICLE_DRAFT_GRAMMAR', 1, 1, TOO_DEEP.fault, TOO_DEEP.advice);
  }
  const thrown: Thrown = typeof error === 'object' && error !== null ? error : {};
  const { line, column } = placeOf(thrown, text);
  const { fault, advice } = refusalOf(thrown);
  return problemAt('CHRONICLE_DRAFT_GRAMMAR', line, column, fault, advice);
}

/** A text that no reader and no generator would take. */
export const TOO_DEEP: Refusal = {
  fault: 'its lists, quotations and marks stand too deep inside one another',
  advice: 'Write it flatter.',
};

function refusalOf({ reason = '', source = '', ruleId = '' }: Thrown): Refusal {
  if (source.endsWith('expression')) return expressionRefusal(ruleId);
  if (reason.includes('create a comment')) {
    return { fault: '"<!" begins an HTML comment, and a draft has no HTML', advice: LESS_ADVICE };
  }
  if (reason.includes('create a link')) {
    return { fault: 'an address stands in angle brackets', advice: 'Write a link as [words](https://example.org).' };
  }
  if (ruleId === 'end-tag-mismatch') return { fault: `${tagIn(reason)} is never closed`, advice: COMPONENT_ADVICE };
  if (ruleId === 'unexpected-closing-slash') {
    return { fault: 'a closing tag stands where none is open', advice: COMPONENT_ADVICE };
  }
  if (reason.includes('attribute value')) {
    return { fault: 'the value of an attribute is not a text in quotes', advice: COMPONENT_ADVICE };
  }
  return { fault: 'a "<" begins no component', advice: LESS_ADVICE };
}

function expressionRefusal(ruleId: string): Refusal {
  if (ruleId === 'unexpected-eof') return { fault: 'a "{" is never closed', advice: BRACE_ADVICE };
  return { fault: 'braces hold an expression, and a draft runs no code', advice: BRACE_ADVICE };
}

/** The tag that the parser names in backticks. */
function tagIn(reason: string): string {
  return /`(<\/?[\w.:-]{0,40}>)`/.exec(reason)?.[1] ?? 'a tag';
}

/**
 * Where the fault lies. For a tag that is never closed the parser names the whole paragraph, and the tag in words; for
 * a sign, the end of the text.
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
