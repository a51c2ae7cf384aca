/** The frame over all events of the timeline: it can be dragged, pulled at its edges, drawn anew, and moved by keys. */
import { daysOf, type Handle, handleValues, type TimeWindow, type WeekAxis } from '#src/timeline/time-window.ts';
import { placeHandles } from './brush-handles.ts';

/** `drag` while the pointer is down, then `drop`. */
export type BrushMove = 'drag' | 'drop' | 'key';

const STEPS: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -4,
  PageUp: 4,
  Home: -1e6,
  End: 1e6,
};

/** Reports the windows that a person chooses on a brush, and returns what shows a window on it. */
export function listenForBrush(
  brush: HTMLElement,
  axis: WeekAxis,
  report: (window: TimeWindow, by: BrushMove) => void,
): (window: TimeWindow) => void {
  const { weeks } = axis;
  const handles = [...brush.querySelectorAll<HTMLElement>('[data-handle]')];
  const frame = brush.querySelector('.overview-frame');
  const bars = [...brush.querySelectorAll<SVGElement>('[data-days]')];
  let window: TimeWindow = { start: 0, end: weeks };

  const place = (next: TimeWindow) => {
    window = next;
    const { start, end } = window;
    const { first, last } = daysOf(axis, window);
    const percent = (count: number) => `${(100 * count) / weeks}%`;
    frame?.setAttribute('x', percent(start));
    frame?.setAttribute('width', percent(end - start));
    for (const bar of bars) {
      const [from = '', to = ''] = bar.dataset.days?.split(' ') ?? [];
      bar.setAttribute('class', from <= last && to >= first ? 'fill-level-3' : 'fill-level-1');
    }
    placeHandles(brush, window, weeks);
    for (const handle of handles)
      for (const [name, value] of Object.entries(handleValues(axis, window, handle.dataset.handle as Handle)))
        handle.setAttribute(name, value);
  };

  /** The window after moving a handle from where it was. */
  const moved = (of: string | undefined, { start, end }: TimeWindow, by: number): TimeWindow => {
    const within = (least: number, week: number, most: number) => Math.max(least, Math.min(most, week));
    if (of === 'start') return { start: within(0, start + by, end - 1), end };
    if (of === 'end') return { start, end: within(start + 1, end + by, weeks) };
    const first = within(0, start + by, weeks - (end - start));
    return { start: first, end: first + (end - start) };
  };
  const show = (next: TimeWindow, by: BrushMove) => {
    if (by === 'drag' && next.start === window.start && next.end === window.end) return;
    place(next);
    report(next, by);
  };

  brush.addEventListener('keydown', (event) => {
    const of = (event.target as HTMLElement).dataset.handle;
    const step = STEPS[event.key];
    if (!of || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(moved(of, window, step), 'key');
  });

  brush.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const box = brush.getBoundingClientRect();
    const weekAt = (x: number) => (weeks * (x - box.left)) / box.width;
    const from = weekAt(event.clientX);
    const before = window;
    const target = event.target as HTMLElement;
    const isInside = before.start <= from && from <= before.end;
    const of = target.dataset.handle ?? (isInside ? 'move' : undefined);
    let isDragged = false;
    const follow = ({ clientX, pointerId }: PointerEvent) => {
      if (pointerId !== event.pointerId || Math.abs(clientX - event.clientX) < 3) return;
      isDragged = true;
      const to = Math.max(0, Math.min(weeks, weekAt(clientX)));
      if (of) show(moved(of, before, Math.round(to - from)), 'drag');
      else {
        const [start, end] = [Math.floor(Math.min(from, to)), Math.ceil(Math.max(from, to))];
        show({ start: Math.max(0, start), end: Math.min(weeks, Math.max(start + 1, end)) }, 'drag');
      }
    };
    const drop = ({ pointerId, type }: PointerEvent) => {
      if (pointerId !== event.pointerId) return;
      until.abort();
      if (type === 'pointercancel') show(before, 'drop');
      else if (isDragged) show(window, 'drop');
      // A click outside the frame brings it there.
      else if (!of) show(moved('move', before, Math.round(from - (before.start + before.end) / 2)), 'drop');
    };
    const until = new AbortController();
    brush.addEventListener('pointermove', follow, until);
    brush.addEventListener('pointerup', drop, until);
    brush.addEventListener('pointercancel', drop, until);
    try {
      brush.setPointerCapture(event.pointerId);
    } catch {
      // It is up again: this is repeated from before the script was loaded.
    }
    if (target.dataset.handle) target.focus();
    event.preventDefault();
  });
  return place;
}
