import { spelled } from '#src/value/spelled.ts';
import type { NarrativeState } from './narrative-queue.ts';

/** `Three narratives are ready to draft. One is in the making. Two more wait.` Empty without narratives. */
export function narrativesRemark(queue: readonly { state: NarrativeState; draft: unknown }[]): string {
  const count = (isMeant: (each: (typeof queue)[number]) => boolean) => queue.filter(isMeant).length;
  const out = count(({ state }) => state === 'exported' || state === 'published');
  const waiting = count(({ state }) => state === 'waiting');
  const ready = count(({ state, draft }) => state === 'ready' && draft === null);
  const parts: [count: number, one: string, several: string][] = [
    [ready, 'is ready to draft', 'are ready to draft'],
    [queue.length - out - waiting - ready, 'is in the making', 'are in the making'],
    [out, 'has left as a post', 'have left as posts'],
    [waiting, 'waits', 'wait'],
  ];
  return parts
    .filter(([many]) => many > 0)
    .map(([many, one, several], place) => {
      const noun = place === 0 ? (many === 1 ? ' narrative' : ' narratives') : several === 'wait' ? ' more' : '';
      return `${spelled(many)}${noun} ${many === 1 ? one : several}.`;
    })
    .join(' ');
}
