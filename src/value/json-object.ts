import { isRecord } from './is-record.ts';

/** Parses a JSON object; empty if the text is not one. Never throws. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
