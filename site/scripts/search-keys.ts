/**
 * Arrows go from the box through the hits and back, Enter opens a hit because it is a link, Escape goes back to the
 * box, clears it, and at last leaves it.
 */
export function listenForArrows(box: HTMLInputElement, results: HTMLElement, clear: () => void): void {
  box.addEventListener('keydown', (event) => {
    if (isModified(event)) return;
    const hit = event.key === 'ArrowDown' ? hitsIn(results)[0] : undefined;
    if (hit) moveTo(hit, event);
    if (event.key === 'Escape') {
      event.preventDefault();
      if (box.value === '') box.blur();
      else {
        box.value = '';
        clear();
      }
    }
  });
  results.addEventListener('keydown', (event) => {
    if (isModified(event)) return;
    const hits = hitsIn(results);
    const at = hits.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape') moveTo(box, event);
    if (at === -1) return;
    if (event.key === 'ArrowDown') moveTo(hits[at + 1], event);
    if (event.key === 'ArrowUp') moveTo(hits[at - 1] ?? box, event);
  });
}

function hitsIn(results: HTMLElement): HTMLElement[] {
  return [...results.querySelectorAll<HTMLElement>('a.hit')];
}

function moveTo(target: HTMLElement | undefined, event: Event): void {
  event.preventDefault();
  target?.focus();
}

function isModified({ altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey || isComposing;
}
