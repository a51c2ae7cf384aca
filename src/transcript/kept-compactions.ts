/** What a compaction kept of the conversation. */
export interface Compaction {
  summary: string;
  /** UTC. */
  at: string;
  trigger?: 'manual' | 'auto' | undefined;
  cut?: number | undefined;
}

/** The longest summary, in characters; of how many compactions the summaries are kept; and how many are listed at all. */
export const SUMMARIES = { longest: 20_000, most: 10, listed: 50 };

/** The transcript and the hook write down the same compaction within this time (ms). */
const SAME = 15_000;

/**
 * The compactions that a reading of transcripts shows, with what else is known of them and with those that it does not
 * show, in order of time. The summaries of the newest are kept; for the others, `cut` says how long they were.
 */
export function withKnownCompactions(read: readonly Compaction[], known: readonly Compaction[]): Compaction[] {
  const left = [...known];
  const all = read.map((one) => {
    const same = nearest(left, one);
    if (same === undefined) return one;
    left.splice(left.indexOf(same), 1);
    const { trigger = same.trigger } = one;
    const { summary, cut } = one.summary === '' ? same : one;
    return compaction({ at: one.at, summary, trigger, cut });
  });
  const sorted = [...all, ...left].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(-SUMMARIES.listed);
  return sorted.map((one, at) => (at < sorted.length - SUMMARIES.most ? withoutSummary(one) : one));
}

/** A compaction without fields that are undefined. */
export function compaction({ at, summary, trigger, cut }: Compaction): Compaction {
  return {
    summary,
    at,
    ...(trigger === undefined ? {} : { trigger }),
    ...(cut === undefined || cut === 0 ? {} : { cut }),
  };
}

function withoutSummary({ summary, cut = 0, ...rest }: Compaction): Compaction {
  return compaction({ ...rest, trigger: rest.trigger, summary: '', cut: cut + summary.length });
}

function nearest(known: readonly Compaction[], { at }: Compaction): Compaction | undefined {
  const distance = (one: Compaction) => Math.abs(Date.parse(one.at) - Date.parse(at));
  return known
    .filter((one) => distance(one) <= SAME)
    .sort((a, b) => distance(a) - distance(b))
    .at(0);
}
