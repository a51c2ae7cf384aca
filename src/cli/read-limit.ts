import { ChronicleError } from '../project/chronicle-error.ts';

/** The number that `--limit` asks for; refuses (CHRONICLE_BAD_LIMIT) what is none. */
export function readLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ChronicleError('CHRONICLE_BAD_LIMIT', `--limit takes a number from 1, not ${text}.`);
}
