/** A stretch of text that matched or did not. */
export interface Run {
  text: string;
  isFound: boolean;
}

/** Longer chunks are cut: no word is this long, and one line must not fill the page. */
const LONGEST_CHUNK = 160;
/** Chunks to keep before the first match if the text is cut there. */
const LEAD = 6;

/**
 * At most `limit` chunks of a text as runs, starting shortly before the first match if that is far from the beginning.
 * Cuts are marked with an ellipsis. Punctuation around a matched word is not part of the match.
 */
export function excerptOf(chunks: readonly Chunk[], found: ReadonlySet<number>, limit: number): Run[] {
  const firstFound = chunks.findIndex(({ at }) => found.has(at));
  const from = firstFound < limit ? 0 : Math.max(0, Math.min(firstFound - LEAD, chunks.length - limit));
  const shown = chunks.slice(from, from + limit);
  const runs = shown.flatMap((chunk, index) => [
    ...(index === 0 ? [] : [plain(' ')]),
    ...(found.has(chunk.at) ? foundRuns(cut(chunk.text)) : [plain(cut(chunk.text))]),
  ]);
  return joined([...(from > 0 ? [plain('… ')] : []), ...runs, ...(from + limit < chunks.length ? [plain(' …')] : [])]);
}

const EDGES = /^([^\p{L}\p{N}_$#+]*)(.*?)([^\p{L}\p{N}_$#+]*)$/su;

function foundRuns(text: string): Run[] {
  const [, before = '', word = '', after = ''] = EDGES.exec(text) ?? [];
  if (word === '') return [{ text, isFound: true }];
  return [plain(before), { text: word, isFound: true }, plain(after)];
}

function plain(text: string): Run {
  return { text, isFound: false };
}

function cut(text: string): string {
  return text.length > LONGEST_CHUNK ? `${Array.from(text).slice(0, LONGEST_CHUNK).join('')}…` : text;
}

function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (run.text === '') continue;
    if (last && !last.isFound && !run.isFound) last.text += run.text;
    else result.push({ ...run });
  }
  return result;
}

/** A chunk of a text and its number there. */
export interface Chunk {
  text: string;
  at: number;
}
