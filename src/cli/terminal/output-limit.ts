import type { Io } from './io.ts';
import { plain, type Text } from './text.ts';

/** Claude Code cuts a command's output in the middle beyond 30,000 characters (2.1.329). */
const FOR_AGENTS = 25_000;

/** How many characters a command prints. Output that is not a terminal may be read by an agent. JSON is never cut. */
export function outputLimit({ stdout }: Io): number {
  return stdout.isTerminal ? Number.POSITIVE_INFINITY : FOR_AGENTS;
}

/** The first parts that take at most `limit` characters when printed, each with a line end. */
export function fitting(parts: readonly Text[], limit: number): Text[] {
  let length = 0;
  const end = parts.findIndex((part) => {
    length += plain(part).length + 1;
    return length > limit;
  });
  return parts.slice(0, end === -1 ? parts.length : end);
}
