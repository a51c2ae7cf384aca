import { type RecallAnswer, recall } from '#src/index/recall.ts';
import { type Given, readRequest } from '#src/index/recall-request.ts';
import type { Wording } from '#src/index/wording.ts';
import { projectHere } from '#src/record/where.ts';
import { localTime } from '#src/lib/local-time.ts';
import { withIndex } from '../archive/own-index.ts';
import type { Io } from '../terminal/io.ts';

/**
 * Asks the archive, for `chronicle recall` and the tools of `chronicle mcp`. Besides the answer returns how many sessions
 * there are. Refuses options that mean nothing (CHRONICLE_WRONG_USE).
 */
export function askArchive(io: Io, given: Given, wording: Wording): Promise<RecallAnswer & { size: number }> {
  const here = projectHere(io.world).root;
  const today = localTime(io.world.now()).date;
  const request = readRequest(given, { today, here, wording });
  const options = { isScript: true, isFresh: false };
  return withIndex(io, options, (index) => ({ size: index.size, ...recall(index, request) }));
}
