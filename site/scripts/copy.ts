const SHOWN_MS = 1600;

/** Buttons with `data-copy` copy that text; an event's own link is followed and copied. */
export function listenForCopies(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('[data-copy]');
    if (button) copy(button.getAttribute('data-copy') ?? '', button);
    const link = target.closest<HTMLAnchorElement>('[data-copy-link]');
    if (link) copy(link.href, null);
  });
}

async function copy(text: string, button: HTMLElement | null): Promise<void> {
  const said = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Could not copy',
  );
  say(said);
  if (button) answer(button, said);
}

/** The button says what came of it, then what it does again. */
function answer(button: HTMLElement, said: string): void {
  const label = button.textContent;
  if (label === said) return;
  button.textContent = said;
  setTimeout(() => {
    button.textContent = label;
  }, SHOWN_MS);
}

/** Tells readers who do not see the page change. */
function say(text: string): void {
  const status = document.querySelector('[data-status]');
  if (status) status.textContent = text;
}
