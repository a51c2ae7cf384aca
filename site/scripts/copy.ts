const SHOWN_MS = 1600;
const LETTER_MS = 60;

/** Buttons with `data-copy` copy that text, those with `data-copy-file` the file's; an event's own link is followed and copied. */
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

/** What came of it is said by the button that was pressed, or at the foot of the window where there is none. */
export async function copy(text: string | Promise<Blob>, button: HTMLElement | null): Promise<void> {
  const writing =
    typeof text === 'string'
      ? navigator.clipboard.writeText(text)
      : // Some browsers let only the click itself write, so what is to come is handed over at once.
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
  if (!response.ok) throw new Error('The file is not there.');
  return new Blob([await response.text()], { type: 'text/plain' });
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

/** Tells everybody, or only readers who do not see the button change; for as long as it is read. */
export function say(text: string, isShown: boolean): void {
  const status = document.querySelector('[data-status]');
  if (!status) return;
  status.classList.toggle('shown', isShown);
  status.textContent = text;
  setTimeout(() => status.classList.remove('shown'), Math.max(SHOWN_MS, text.length * LETTER_MS));
}
