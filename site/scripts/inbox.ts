/** Decides what the inbox shows, by keys and by click. Loaded in dev only; the server then reloads the page. */

import { askForCode } from './code-dialog.ts';
import { say } from './copy.ts';
import { type Answer, edit, forget, keepForReload, sayAlsoLater } from './edit.ts';
import { editItem } from './edit-item.ts';
import { KEYS } from './keys.ts';

const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];

/** The item that is open, for a page that is reloaded twice after two quick decisions. */
const OPEN = 'inbox-open';
/** What is being decided: a second press of the key is for nothing. */
const busy = new Set<Element>();

for (const item of items) {
  const details = detailsOf(item);
  details?.addEventListener('toggle', () => {
    if (!details.open) return;
    sessionStorage.setItem(OPEN, nameOf(item));
  });
}
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-decide]') : null;
  if (button) press(button);
});
Object.assign(KEYS, {
  j: () => move(1),
  k: () => move(-1),
  // As in `chronicle review`.
  y: () => pressIn('apply') || pressIn('replace'),
  n: () => pressIn('skip') || pressIn('keep'),
  x: () => pressIn('leave-out'),
  e: () => pressIn('edit-rule'),
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

function detailsOf(item: Element): HTMLDetailsElement | null {
  return item.querySelector('details');
}

function itemAt(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-item]') ?? null;
}

function openItem(): HTMLElement | null {
  return itemAt(document.querySelector('[data-item] > details[open]'));
}

/** Opens an item; the one that was open closes. */
function show(item: HTMLElement, hasFocus = true): void {
  const details = detailsOf(item);
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

async function decide(item: HTMLElement, verdict: string, button: HTMLElement): Promise<void> {
  const read = (name: string) => item.getAttribute(name) ?? '';
  const ref = read('data-item');
  if (verdict === 'edit-rule') {
    const fields = { project: read('data-project'), proposal: ref, shown: read('data-shown-apply') };
    editItem(item, { text: read('data-text') }, ({ text }) => {
      void send(item, 'revision', { ...fields, text }, item);
    });
  } else if (verdict === 'apply' || verdict === 'skip') {
    const fields = {
      project: read('data-project'),
      proposal: ref,
      verb: verdict,
      shown: read(`data-shown-${verdict}`),
    };
    const question =
      verdict === 'apply'
        ? `Apply this change to ${read('data-file')}?`
        : `Skip this proposal for ${read('data-file')}?`;
    const label = verdict === 'apply' ? 'Approve' : 'Skip';
    const ask = (code: string | null) => send(item, 'proposal', { ...fields, code });
    await askForCode({ question, label, diff: item.querySelector('.diff'), send: ask });
  } else {
    const finding = button.closest('[data-finding]');
    const fields = { draft: ref, finding: finding?.getAttribute('data-finding'), decision: verdict };
    const isLast = item.querySelectorAll('[data-finding]').length < 2;
    await send(item, 'finding', fields, isLast ? undefined : item);
  }
}

/** Sends a decision. Afterwards the next item is open, also on the reloaded page. */
async function send(
  item: HTMLElement,
  what: Parameters<typeof edit>[0],
  fields: Record<string, unknown>,
  next = nextTo(item),
): Promise<Answer> {
  keepForReload({ focus: next ? summaryOf(next) : '[data-decide="undo"]', isSeen: true, said: '' });
  const answer = await edit(what, fields);
  if (answer.isDone) {
    sayAlsoLater(answer.sentence);
    if (next && next !== item) show(next);
    return answer;
  }
  forget();
  if (!answer.needsCode && what !== 'proposal') say(answer.sentence, true);
  return answer;
}

/** The next item that is not being decided, else the one before. */
function nextTo(item: HTMLElement): HTMLElement | undefined {
  const isLeft = (other: HTMLElement) => other !== item && !busy.has(other);
  const at = items.indexOf(item);
  return items.slice(at).find(isLeft) ?? items.slice(0, at).findLast(isLeft);
}

function summaryOf(item: HTMLElement): string {
  // An edited proposal has another name.
  const file = item.getAttribute('data-file');
  if (file !== null) return `[data-file="${CSS.escape(file)}"] summary`;
  return summaryCalled(nameOf(item));
}

function summaryCalled(name: string): string {
  return `[data-item="${CSS.escape(name)}"] summary`;
}

/** Takes the last decision back; its item is open on the reloaded page. */
async function undo(button: HTMLElement): Promise<void> {
  const decision = Number(button.getAttribute('data-decision'));
  const [question, focus] = [button.getAttribute('data-question') ?? '', button.getAttribute('data-undone') ?? ''];
  const ask = async (code: string | null) => {
    keepForReload({ focus: summaryCalled(focus), isSeen: true, said: '' });
    const answer = await edit('undo', { decision, code });
    if (answer.isDone) sayAlsoLater(answer.sentence);
    else forget();
    return answer;
  };
  const answer = await ask(null);
  if (answer.isDone) return;
  if (answer.needsCode) await askForCode({ question, label: 'Undo', diff: null, answer, send: ask });
  else say(answer.sentence, true);
}
