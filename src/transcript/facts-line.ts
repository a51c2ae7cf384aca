import { parseJson } from '#src/lib/json-object.ts';

/**
 * The value on the line of a key in a facts file's text, as `serializeFacts` writes it, so that one list can be read
 * without the rest; undefined for a file in another form.
 */
export function factsLine(source: string, key: string): unknown {
  const beginning = `\n${JSON.stringify(key)}:`;
  const at = source.indexOf(beginning);
  if (at === -1) return undefined;
  const end = source.indexOf('\n', at + 1);
  return parseJson(source.slice(at + beginning.length, end === -1 ? undefined : end).replace(/,\r?$/, ''));
}
