import type * as z from 'zod/mini';
import { type Problem, type ProblemCode, problemAt } from '../format/problem.ts';
import { parseJson } from '../lib/json-object.ts';

/** Replaces a line whose bytes are not text. */
export const NO_TEXT = '\ufffd';

/**
 * Reads a file with one JSON object per line. A line that is not, or does not match the schema, is a problem and skipped;
 * blank lines are fine. Never throws.
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
    const read = schema.safeParse(parseJson(line));
    if (read.success) value.push(read.data);
    else problems.push(problemAt(code, index + 1, 1, line === NO_TEXT ? 'it is not UTF-8' : faultOf(read.error)));
  }
  return { value, problems };
}

function faultOf({ issues }: z.core.$ZodError): string {
  const key = issues[0]?.path[0];
  return key === undefined ? 'it is not a JSON object' : `its "${String(key)}" is missing or invalid`;
}
