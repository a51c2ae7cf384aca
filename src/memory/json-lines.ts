import type * as z from 'zod/mini';
import { type Problem, type ProblemCode, problemAt } from '../chronicle/problem.ts';

/** Stands for a line whose bytes are no text. */
export const NO_TEXT = '\ufffd';

/**
 * Reads a file of one JSON object a line. A line that is none, or not of the schema, is a problem and left out;
 * blank lines are not. Never throws.
 */
export function parseJsonLines<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  code: ProblemCode & ('CHRONICLE_LEDGER_LINE' | 'CHRONICLE_PROPOSAL_LINE'),
): { value: z.infer<Schema>[]; problems: Problem[] } {
  const value: z.infer<Schema>[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = schema.safeParse(parsed(line));
    if (read.success) value.push(read.data);
    else problems.push(problemAt(code, index + 1, 1, line === NO_TEXT ? 'it is not UTF-8' : faultOf(read.error)));
  }
  return { value, problems };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function faultOf({ issues }: z.core.$ZodError): string {
  const key = issues[0]?.path[0];
  return key === undefined ? 'it is not one JSON object' : `its "${String(key)}" is missing or not of the right form`;
}
