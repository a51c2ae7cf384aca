import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areAlike, attemptOf } from '#src/notes/tried.ts';
import { ROOT } from '#tests/support/root.ts';

/** Tried lines of one problem: the wordings of each attempt. */
interface Topic {
  topic: string;
  attempts: string[][];
}

export interface PairQuality {
  precision: number;
  recall: number;
  /** Pairs that are the same attempt, and pairs of other attempts at the same problem. */
  same: number;
  other: number;
  /** Pairs of different problems that were found alike, of so many. */
  across: [found: number, pairs: number];
}

/** How well pairs of lines of a labelled set are told apart. Precision counts pairs of different problems too. */
export function attemptQuality(set: 'development' | 'held-out'): PairQuality {
  const path = join(ROOT, `tests/fixtures/notebook/tried-${set}.json`);
  const topics: Topic[] = JSON.parse(readFileSync(path, 'utf8'));
  const lines = topics.flatMap(({ topic, attempts }) =>
    attempts.flatMap((wordings, n) => wordings.map((text) => ({ topic, n, attempt: attemptOf(text) }))),
  );
  let [right, wrong, missed, other, across, pairs] = [0, 0, 0, 0, 0, 0];
  lines.forEach((a, i) => {
    for (const b of lines.slice(i + 1)) {
      const isFound = areAlike(a.attempt, b.attempt);
      if (a.topic !== b.topic) {
        pairs++;
        if (isFound) across++;
      } else if (a.n !== b.n) {
        other++;
        if (isFound) wrong++;
      } else if (isFound) right++;
      else missed++;
    }
  });
  return {
    precision: right / (right + wrong + across),
    recall: right / (right + missed),
    same: right + missed,
    other,
    across: [across, pairs],
  };
}
