/**
 * What compactions kept of a conversation: Claude Code's summary, in the transcript and, for a hook, at once. Loaded by hooks.
 */
import { beginningLines } from './clean-line.ts';

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

/** A compaction from the text of its record, cut a little above the limit, until secrets are removed. */
export function keptSummary(text: string, { at, trigger }: Pick<Compaction, 'at' | 'trigger'>): Compaction {
  const summary = summaryOf(text);
  const cut = Math.max(0, summary.length - SUMMARIES.longest);
  return compaction({ summary: beginningLines(summary, SUMMARIES.longest + SLACK), at, trigger, cut });
}

/** A secret at the limit is only recognised as a whole. */
const SLACK = 400;

/** The words of the host around a summary, in all versions. */
const BEFORE = /^This session is being continued from a previous conversation[^\n]*\n/;
const AFTER = [
  '\nIf you need specific details from before compaction',
  '\nPlease continue the conversation from where we left',
  '\nContinue the conversation from where it left off',
];
/** The first of these is the summary's own beginning. */
const STARTS = ['<summary>', 'Summary:\n'];

/** How much of a text is read, in characters. What the model thought before the summary is usually shorter than it. */
const READ = 100_000;

/** A compaction's summary, without the words of the host around it and what the model thought before it. */
function summaryOf(whole: string): string {
  const text = whole.slice(0, READ);
  const ends = AFTER.map((words) => text.lastIndexOf(words)).filter((at) => at !== -1);
  const said = text.slice(0, ends.length === 0 ? undefined : Math.min(...ends)).replace(BEFORE, '');
  const starts = STARTS.map((word) => said.indexOf(word) + word.length).filter(
    (at, index) => at >= (STARTS[index]?.length ?? 0),
  );
  const begun = starts.length === 0 ? said : said.slice(Math.min(...starts));
  return begun
    .trim()
    .replace(/<\/summary>$/, '')
    .trimEnd();
}
