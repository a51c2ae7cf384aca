/**
 * What the timeline needs before anybody uses it. The rest is loaded then, and what was done until it is there is done
 * again: clicks, keys, and the way of the pointer over the brush.
 */
import { placeHandles } from './brush-handles.ts';

const CONTROLS = '.chip, [data-kind], [data-preset], .lane-plot [data-days], [data-more] button';
const USES = ['focusin', 'keydown', 'click', 'pointerover', 'pointerdown', 'pointermove', 'pointerup', 'pointercancel'];

const root = document.querySelector('[data-timeline]');
const brush = document.querySelector<HTMLElement>('[data-brush]');
const waiting: Event[] = [];
let isLoading = false;

if (brush) {
  const [start = 0, end = 0, weeks = 1] = brush.dataset.brush?.split(' ').map(Number) ?? [];
  placeHandles(brush, { start, end }, weeks);
}
for (const type of USES) root?.addEventListener(type, use);
addEventListener('popstate', load);
if (location.search !== '' || location.hash.startsWith('#d-')) load();

function use(event: Event): void {
  const { type, target } = event;
  const over = target as Element;
  if (over.closest('[data-rows]')) return;
  load();
  const isOnBrush = over.closest('[data-brush]') !== null;
  const { key = '', ctrlKey, metaKey, altKey } = event as KeyboardEvent;
  const isOurs =
    type === 'click'
      ? over.closest(CONTROLS) !== null
      : type === 'keydown'
        ? isOnBrush && /^(?:Arrow|Page|Home|End)/.test(key)
        : isOnBrush && type !== 'pointerover' && type !== 'focusin';
  if (isOurs && !ctrlKey && !metaKey && !altKey) event.preventDefault();
  else if (type !== 'pointerover') return;
  waiting.push(event);
}

function load(): void {
  if (isLoading) return;
  isLoading = true;
  // Without it, links lead to pages of their own.
  void import('./timeline-page.ts')
    .catch(() => {})
    .then(() => {
      for (const type of USES) root?.removeEventListener(type, use);
      removeEventListener('popstate', load);
      const last = waiting.findLast(({ type }) => type === 'pointerover');
      for (const event of waiting)
        if (event.type !== 'pointerover' || event === last)
          event.target?.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
    });
}
