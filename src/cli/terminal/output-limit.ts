import type { Io } from './io.ts';
import { plain, type Text } from './text.ts';

/** Claude Code cuts what a command prints at 30,000 characters, in the middle (2.1.329). */
const FOR_AGENTS = 25_000;

/** How many characters of text a command prints: whoever reads them from no terminal may be an agent. JSON is never cut. */
export function outputLimit({ stdout }: Io): number {
  return stdout.isTerminal ? Number.POSITIVE_INFINITY : FOR_AGENTS;
}

/** As many of the parts, from the first, as take at most `limit` characters as they are printed, each with a line end. */
export function fitting(parts: readonly Text[], limit: number): Text[] {
  let length = 0;
  const end = parts.findIndex((part) => {
    length += plain(part).length + 1;
    return length > limit;
  });
  return parts.slice(0, end === -1 ? parts.length : end);
}
