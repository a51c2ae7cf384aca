/** The dialog that adds an event to the outline of a series. Loaded on demand, in dev only. */

import { say } from './copy.ts';
import { edit, forget, keepForReload, sayAlsoLater } from './edit.ts';
import { element } from './elements.ts';

interface Outline {
  slug: string;
  title: string;
  parts: string[];
}

/** Opens the dialog for the event that `link` leads to. */
export async function offerToOutline(link: HTMLAnchorElement): Promise<void> {
  const event = await eventName(new URL(link.href));
  if (event === null) return say('Only events can be added to a series.', true);
  const dialog = makeDialog(event, focusAt(link));
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}

/** `<session_id>#e-…`, for the address of an event on its session's page. The session's data file has the id. */
async function eventName({ pathname, hash }: URL): Promise<string | null> {
  if (!/^#e-[0-9a-f]{6}/.test(hash)) return null;
  const response = await fetch(`${pathname}index.json`).catch(() => null);
  if (!response?.ok) return null;
  const { id }: { id?: string } = await response.json();
  return id === undefined ? null : `${id}${hash}`;
}

/** A selector for the event's row, or for its link if it has no row. */
function focusAt(link: HTMLAnchorElement): string {
  const found = `a.${link.classList[0] ?? 'words'}[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`;
  return link.closest('.event') ? `.event:has(> ${found})` : found;
}

function makeDialog(event: string, focus: string): HTMLDialogElement {
  const close = element('button', { class: 'button', type: 'button' }, 'Close');
  const dialog = element(
    'dialog',
    { class: 'outline-dialog', 'aria-labelledby': 'outline-dialog', closedby: 'any' },
    element('header', {}, element('h2', { id: 'outline-dialog' }, 'Add to a series'), close),
  );
  const add = async (series: string, part: number | null) => {
    keepForReload({ focus, isSeen: true, said: '' });
    const { isDone, sentence } = await edit('outline', { series, part, event });
    if (isDone) {
      dialog.close();
      sayAlsoLater(sentence);
    } else {
      forget();
      dialog.append(element('p', { role: 'alert' }, sentence));
    }
  };
  close.addEventListener('click', () => dialog.close());
  dialog.append(...outlines().map((outline) => choices(outline, add)));
  if (outlines().length === 0) dialog.append(howToBegin());
  dialog.querySelector('li button')?.setAttribute('autofocus', '');
  return dialog;
}

function outlines(): Outline[] {
  return JSON.parse(document.querySelector('[data-outlines]')?.getAttribute('data-outlines') ?? '[]');
}

function choices({ slug, title, parts }: Outline, add: (series: string, part: number | null) => void): HTMLElement {
  const button = (words: string, part: number | null) => {
    const made = element('button', { class: 'button', type: 'button', dir: 'auto' }, words);
    made.addEventListener('click', () => add(slug, part));
    return element('li', {}, made);
  };
  return element(
    'section',
    {},
    element('h3', { dir: 'auto' }, title),
    element(
      'ol',
      {},
      ...(parts.length === 0
        ? [button('1. First part', null)]
        : parts.map((part, i) => button(`${i + 1}. ${part}`, i + 1))),
    ),
  );
}

function howToBegin(): HTMLElement {
  const command = element('code', {}, 'chronicle series new "A title"');
  return element('p', {}, 'No series yet. Create one in a terminal: ', command);
}
