import { isRecord } from './is-record.ts';

/** Parses a JSON object; empty if the text is not one. Never throws. */
export function parseObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

/** Parses JSON; undefined if the text is not JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
