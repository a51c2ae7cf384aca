/** What a session chart shows, in words. */
import type { SessionChart } from '../archive/session-chart.ts';
import { clock, counted, duration } from '../lib/text/day.ts';
import { OBSERVATION } from '../archive/lane-kind.ts';
import { capitalised } from '../lib/spelled.ts';

/** `13 events and 3 observations, 15:28 to 11:02. 12 prompts, 5 commits, 17 test runs. Folded: 15 h 13, idle.` */
export function sessionChartWords({
  marks,
  untimed,
  prompts,
  commits,
  tests,
  stretches,
  isIdle,
  links,
}: SessionChart): string {
  const observations = marks.filter(({ kind }) => kind === OBSERVATION).length;
  const inOrder = marks.toSorted((a, b) => a.minute - b.minute);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  const also = observations === 0 ? '' : ` and ${counted(observations, 'observation')}`;
  const drawn = counted(marks.length - observations, 'event');
  const events = `${drawn}${untimed > 0 ? ' with a time' : ''}${also}`;
  const span = first && last ? `, ${first.time} to ${last.time}` : '';
  const work = [
    prompts.length > 0 ? counted(prompts.length, 'prompt') : '',
    commits.length > 0 ? counted(commits.length, 'commit') : '',
    tests.length > 0 ? counted(tests.length, 'test run') : '',
  ].filter((part) => part !== '');
  const folded = stretches.slice(1).map(({ from }, i) => duration(from - (stretches[i]?.to ?? from)));
  const ended = links.map(({ from, to }) => `the error of ${clock(from)} ended after ${duration(to - from)}`);
  return [
    `${events}${span}`,
    work.join(', '),
    folded.length > 0 ? `Folded: ${folded.join(', ')} ${isIdle ? 'idle' : 'without an event'}` : '',
    ended.length > 0 ? capitalised(ended.join(', ')) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join('. ');
}

/** The local day of a minute: `2026-09-02`. */
export function dayOf(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 10);
}
