import type { Lifeline } from '#src/chart/lifeline.ts';
import type { Svg } from '#src/chart/svg.ts';

/** A text that would do harm as markup. */
export const HOSTILE = "\"></title><script>alert(1)</script><a href='javascript:x'>&amp;";

/** How often a drawing contains a text. */
export function count({ markup }: Svg, what: RegExp | string): number {
  return markup.split(what).length - 1;
}

/** All percentages in a drawing. */
export function percentages({ markup }: Svg): number[] {
  return [...markup.matchAll(/="(-?[\d.]+)%"/g)].map(([, value]) => Number(value));
}

export const GT_MERGE: Lifeline = {
  name: 'Suggests `gt merge`',
  from: '2026-07-24',
  to: '2026-11-20',
  marks: [
    { kind: 'miss', date: '2026-08-03', count: 1, label: '3 Aug: offered gt merge' },
    { kind: 'miss', date: '2026-08-19', count: 1, label: '19 Aug: offered it again' },
    { kind: 'despite', date: '2026-09-14', count: 1, label: '14 Sep: did not fire' },
    { kind: 'hit', date: '2026-09-22', count: 1, label: '22 Sep: held' },
  ],
  undrawn: 0,
  flags: [{ date: '2026-08-20', label: 'Memory written 20 Aug' }],
};
