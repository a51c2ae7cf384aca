const SHOWN_MS = 1600;
const LETTER_MS = 60;

/** `data-copy` on a button copies that text, `data-copy-file` the content of that file; `data-copy-link` copies a link when it is followed. */
export function listenForCopies(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('[data-copy]');
    if (button) copy(button.getAttribute('data-copy') ?? '', button);
    const reader = target.closest<HTMLElement>('[data-copy-file]');
    if (reader) copy(textOf(reader.getAttribute('data-copy-file') ?? ''), reader);
    const link = target.closest<HTMLAnchorElement>('[data-copy-link]');
    if (link) copy(link.href, null);
  });
}

/** Copies a text. The result is shown on the button, or at the bottom of the window without one. */
export async function copy(text: string | Promise<Blob>, button: HTMLElement | null): Promise<void> {
  const writing =
    typeof text === 'string'
      ? navigator.clipboard.writeText(text)
      : // Some browsers allow writing only during the click, so they get the promise at once.
        navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  const said = await writing.then(
    () => 'Copied',
    () => 'Could not copy',
  );
  say(said, button === null);
  if (button) answer(button, said);
}

async function textOf(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error('The file could not be fetched.');
  return new Blob([await response.text()], { type: 'text/plain' });
}

/** The buttons that show a result, with their own text and the timer that brings it back. */
const answering = new Map<HTMLElement, { label: string; timer: number }>();

/** Shows the result on the button for a moment. */
function answer(button: HTMLElement, said: string): void {
  const { label, timer } = answering.get(button) ?? { label: button.textContent, timer: 0 };
  window.clearTimeout(timer);
  button.textContent = said;
  const back = window.setTimeout(() => {
    button.textContent = label;
    answering.delete(button);
  }, SHOWN_MS);
  answering.set(button, { label, timer: back });
}

let hiding = 0;

/** Announces a text to screen readers, and shows it at the bottom of the window if `isShown`. */
export function say(text: string, isShown: boolean): void {
  const status = document.querySelector('[data-status]');
  if (!status) return;
  status.classList.toggle('shown', isShown);
  status.textContent = text;
  window.clearTimeout(hiding);
  hiding = window.setTimeout(() => status.classList.remove('shown'), Math.max(SHOWN_MS, text.length * LETTER_MS));
}
