import { dirname } from 'node:path';
import type { Facts, HarvestedFacts } from '#src/facts/facts.ts';
import { factsPath, isFactsName } from '#src/project/paths.ts';
import { namesIn } from '../disk/names-in.ts';
import { readFacts } from '../facts/facts-file.ts';
import { readFactsHead } from '../facts/write-facts.ts';

/** A session of its own starts at most this long after its chronicle (ms). */
const SLACK = 60_000;

/**
 * Whether a session's transcript begins with a copy of another one's: as with a fork, or a session that old versions of
 * Claude Code resumed. Its first prompt is older than the session, and is the first prompt of another session whose facts
 * lie in the same project. An only session with old prompts was running before session-chronicle was installed.
 */
export function isCopied(
  chronicle: string,
  sessionId: string,
  { head, prompts }: HarvestedFacts,
  began: number,
): boolean {
  const [first] = prompts;
  if (!first || !(began - Date.parse(first.at) > SLACK)) return false;
  const directory = dirname(factsPath(chronicle));
  return namesIn(directory)
    .filter(isFactsName)
    .some((name) => {
      const other = readFactsHead(`${directory}/${name}`).head;
      if (!other || other.session_id === sessionId || other.from !== head.from) return false;
      return isFirst(first, readFacts(`${directory}/${name}`).facts);
    });
}

/** Whether it is the first prompt of these facts. Copies may have new ids. */
function isFirst({ record, at, text }: Facts['prompts'][number], facts: Facts | null): boolean {
  const [first] = facts?.prompts ?? [];
  return first !== undefined && (first.record === record || (first.at === at && first.text === text));
}
