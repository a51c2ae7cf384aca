import type { TimeWindow } from '#src/timeline/time-window.ts';

/** Puts the handles of a brush on the edges of its window. However few weeks are shown, they are 24 pixels apart. */
export function placeHandles(brush: Element, { start, end }: TimeWindow, weeks: number): void {
  const percent = (count: number) => `${(100 * count) / weeks}%`;
  const middle = `clamp(12px, ${percent((start + end) / 2)}, 100% - 12px)`;
  for (const handle of brush.querySelectorAll<HTMLElement>('[data-handle]')) {
    const { handle: of } = handle.dataset;
    handle.hidden = false;
    handle.style.left =
      of === 'end' ? `max(${percent(end)}, ${middle} + 12px)` : `min(${percent(start)}, ${middle} - 12px)`;
    if (of === 'move') handle.style.width = `max(${percent(end - start)}, 24px)`;
  }
}
