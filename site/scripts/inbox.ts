/** Moves through the inbox by keys, and decides findings by key and by click. Loaded in dev only; the server then reloads the page. */

import { save } from './editing.ts';
import { KEYS } from './keys.ts';

const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];

/** The item that is open, for a page that is reloaded twice after two quick decisions. */
const OPEN = 'inbox-open';
/** What is being decided: a second press of the key is for nothing. */
const busy = new Set<Element>();

for (const item of items) {
  const details = item.querySelector('details');
  details?.addEventListener('toggle', () => details.open && sessionStorage.setItem(OPEN, nameOf(item)));
}
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-decide]') : null;
  if (button) press(button);
});
Object.assign(KEYS, {
  j: () => move(1),
  k: () => move(-1),
  // As in `chronicle review`.
  y: () => pressIn('replace'),
  n: () => pressIn('keep'),
  x: () => pressIn('leave-out'),
  s: () => move(1),
  u: () => pressFirst(document, '[data-decide="undo"]'),
  Enter: followPlace,
});
// The item that a link named, else the one in focus, which was restored after a reload, else the one that was open, else the first.
const linked = itemAt(document.getElementById(decodeURIComponent(location.hash.slice(1))));
// The page reloads after each decision, and a link counts once.
if (linked) history.replaceState(null, '', location.pathname);
const opened = sessionStorage.getItem(OPEN);
const first = linked ?? itemAt(document.activeElement) ?? items.find((item) => nameOf(item) === opened) ?? items[0];
if (first) show(first, linked !== null || document.activeElement !== document.body);

function nameOf(item: Element): string {
  return item.getAttribute('data-item') ?? '';
}

function itemAt(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-item]') ?? null;
}

function openItem(): HTMLElement | null {
  return itemAt(document.querySelector('[data-item] > details[open]'));
}

/** Opens an item; the one that was open closes. */
function show(item: HTMLElement, hasFocus = true): void {
  const details = item.querySelector('details');
  if (!details) return;
  details.open = true;
  if (!hasFocus) return;
  details.querySelector('summary')?.focus({ preventScroll: true });
  item.scrollIntoView({ block: 'nearest' });
}

function move(step: 1 | -1): boolean {
  const at = openItem();
  const next = at ? items[items.indexOf(at) + step] : items[0];
  if (next) show(next);
  return items.length > 0;
}

/** Presses such a button of the open item; of several findings, that of the one in focus, else of the first. */
function pressIn(verdict: string): boolean {
  const item = openItem();
  if (!item) return false;
  const focused = document.activeElement?.closest('[data-finding]');
  const finding = focused && item.contains(focused) ? focused : item.querySelector('[data-finding]');
  return pressFirst(finding ?? item, `[data-decide="${verdict}"]`);
}

function pressFirst(within: ParentNode, selector: string): boolean {
  const button = within.querySelector<HTMLElement>(selector);
  if (button) press(button);
  return button !== null;
}

/** Enter opens what is closed, and follows the link of what is open. */
function followPlace(): boolean {
  const summary = document.activeElement;
  if (!(summary instanceof HTMLElement) || !summary.matches('[data-item] > details[open] > summary')) return false;
  const link = itemAt(summary)?.querySelector<HTMLAnchorElement>('[data-place], .actions a');
  link?.click();
  return link != null;
}

function press(button: HTMLElement): void {
  const verdict = button.getAttribute('data-decide') ?? '';
  const item = itemAt(button);
  if (verdict === 'undo') void undo(button);
  else if (item) void decideOnce(button.closest('[data-finding]') ?? item, () => decide(item, verdict, button));
}

async function decideOnce(what: Element, decide: () => Promise<void>): Promise<void> {
  if (busy.has(what)) return;
  busy.add(what);
  await decide().finally(() => busy.delete(what));
}

/** Sends the decision about a finding. Afterwards the next item is open, also on the reloaded page. */
async function decide(item: HTMLElement, decision: string, button: HTMLElement): Promise<void> {
  const finding = button.closest('[data-finding]')?.getAttribute('data-finding');
  const next = item.querySelectorAll('[data-finding]').length < 2 ? nextTo(item) : item;
  const focus = next ? summaryOf(nameOf(next)) : '[data-decide="undo"]';
  if ((await save('finding', { draft: nameOf(item), finding, decision }, focus, true)) && next && next !== item)
    show(next);
}

/** The next item that is not being decided, else the one before. */
function nextTo(item: HTMLElement): HTMLElement | undefined {
  const isLeft = (other: HTMLElement) => other !== item && !busy.has(other);
  const at = items.indexOf(item);
  return items.slice(at).find(isLeft) ?? items.slice(0, at).findLast(isLeft);
}

function summaryOf(item: string): string {
  return `[data-item="${CSS.escape(item)}"] summary`;
}

/** Takes the last decision back; its item is open on the reloaded page. */
async function undo(button: HTMLElement): Promise<void> {
  const decision = Number(button.getAttribute('data-decision'));
  await save('undo', { decision }, summaryOf(button.getAttribute('data-undone') ?? ''), true);
}
