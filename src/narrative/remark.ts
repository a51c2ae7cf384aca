import { spelled } from '../text/day.ts';
import type { ToldSession } from './narratives.ts';

/** `Three narratives are ready to draft. One more waits.` Empty without narratives. */
export function narrativesRemark(queue: readonly ToldSession[]): string {
  const ready = queue.filter(({ readiness }) => readiness.state === 'ready').length;
  const waiting = queue.length - ready;
  return [
    ...(ready === 0 ? [] : [`${spelled(ready)} ${ready === 1 ? 'narrative is' : 'narratives are'} ready to draft.`]),
    ...(waiting === 0
      ? []
      : [
          `${spelled(waiting)}${ready === 0 ? ` ${waiting === 1 ? 'narrative' : 'narratives'}` : ' more'} ${waiting === 1 ? 'waits' : 'wait'}.`,
        ]),
  ].join(' ');
}
