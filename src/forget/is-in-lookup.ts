import { isRecord } from '../value/is-record.ts';
import { bytesOf, textOf } from './bytes.ts';
import type { WantedText } from './wanted-text.ts';

/** Below these, keys are names of memories and words of misses. All other keys are words of the format. */
const NAMED = new Set(['files', 'memories', 'words']);

/** Whether what hooks know of memories (`Lookup`) holds a text: in its values and names, and not by its form. What is no JSON is taken for text. */
export function isInLookup(bytes: string, text: WantedText): boolean {
  let value: unknown;
  try {
    value = JSON.parse(textOf(bytes));
  } catch {
    return text.isIn(bytes);
  }
  return textsIn(value, false).some((each) => text.isIn(bytesOf(each)));
}

function textsIn(value: unknown, isNamed: boolean): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, false));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(isNamed ? [key] : []),
    ...textsIn(item, !isNamed && NAMED.has(key)),
  ]);
}
