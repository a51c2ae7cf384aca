import { factsSchema } from './facts.ts';

/**
 * The lines of a facts file's text after the head, by key and without commas: `"prompts":[…]`. Null for a text that
 * `serializeFacts` did not write. The text is valid.
 */
export function factsLines(source: string): Map<string, string> | null {
  const [head = '', ...lines] = source.trimEnd().split('\n');
  if (!head.startsWith('{"head":')) return null;
  const found = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const key = line.startsWith('"') ? line.slice(1, line.indexOf('"', 1)) : '';
    const end = index === lines.length - 1 ? '}' : ',';
    if (!Object.hasOwn(factsSchema.shape, key) || line[key.length + 2] !== ':' || !line.endsWith(end) || found.has(key))
      return null;
    found.set(key, line.slice(0, -1));
  }
  return found;
}
