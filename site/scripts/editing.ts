/**
 * Decisions and edits on pages, loaded in dev only. The dev server reloads a page as soon as an edit is saved; the reloaded page
 * says the result and restores the focus.
 */
import { say } from './copy.ts';

/** What the reloaded page needs. */
interface Kept {
  /** The selector of the element to focus. */
  focus: string;
  /** Whether to scroll to it. */
  isSeen: boolean;
  said: string;
  /** The page to open after the reload, if not the same. */
  address?: string;
}

const KEPT = 'after-reload';
/** By then the page has been reloaded. */
const SOON_MS = 2000;
const NO_ANSWER = 'The server does not respond. Nothing was saved.';

restore();
for (const list of document.querySelectorAll<HTMLElement>('[data-findings]')) {
  list.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) void decideFinding(list, target);
  });
}
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const creator = target.closest<HTMLButtonElement>('[data-create-draft]');
  if (creator) void createDraft(creator);
  const verb = target.closest<HTMLButtonElement>('[data-found-event] [data-verb]');
  if (verb) void decideFound(verb);
});

/** Saves a decision about a finding of a draft; where that fails, the page shows the saved one again. */
async function decideFinding(list: HTMLElement, choice: HTMLInputElement): Promise<void> {
  const finding = choice.closest('[data-finding]')?.getAttribute('data-finding');
  const fields = { draft: list.getAttribute('data-findings'), finding, decision: choice.value };
  if (await save('finding', fields, `#${CSS.escape(choice.id)}`, choice.matches(':focus-visible'))) return;
  for (const other of list.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(choice.name)}"]`))
    other.checked = other.defaultChecked;
}

/** Keeps or hides a found event on the page of its session. */
async function decideFound(button: HTMLButtonElement): Promise<void> {
  const place = button.closest<HTMLElement>('[data-found-event]');
  const { foundEvent: event = '', session = '' } = place?.dataset ?? {};
  const buttons = [...(place?.querySelectorAll('button') ?? [])];
  for (const each of buttons) each.disabled = true;
  if (await save('found', { session, event, verb: button.dataset.verb }, '#events', true)) return;
  for (const each of buttons) each.disabled = false;
}

/** Creates a draft of these sessions and opens its page, even if this page reloads first. */
async function createDraft(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  const sessions: unknown = JSON.parse(button.getAttribute('data-create-draft') ?? '[]');
  const { said, error, address } = await send('draft', { sessions });
  if (said !== undefined && address !== undefined) {
    keep({ focus: 'h1', isSeen: false, said, address });
    location.assign(address);
    return;
  }
  button.disabled = false;
  say(error ?? NO_ANSWER, true);
}

/** Sends an edit and says its result, now and on the reloaded page, which focuses an element. False if nothing was saved. */
async function save(what: string, fields: object, focus: string, isSeen: boolean): Promise<boolean> {
  keep({ focus, isSeen, said: '' });
  const { said, error } = await send(what, fields);
  say(said ?? error ?? NO_ANSWER, true);
  // Unless the page is new by now, and has used it.
  if (said !== undefined && kept()) {
    keep({ focus, isSeen, said });
    setTimeout(forget, SOON_MS);
  } else forget();
  return said !== undefined;
}

/** Sends an edit to the dev server, which answers with a sentence: what it did, or why it did nothing. */
async function send(what: string, fields: object): Promise<{ said?: string; error?: string; address?: string }> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`/edit/${what}`, { method: 'POST', headers, body: JSON.stringify(fields) });
    return await response.json();
  } catch {
    return {};
  }
}

function keep(state: Kept): void {
  sessionStorage.setItem(KEPT, JSON.stringify(state));
}

function kept(): Kept | null {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
}

function forget(): void {
  sessionStorage.removeItem(KEPT);
}

/** Restores what was kept before the reload. */
function restore(): void {
  const state = kept();
  if (state?.address && state.address !== location.pathname) {
    location.assign(state.address);
    return;
  }
  forget();
  if (!state) return;
  const focused = document.querySelector<HTMLElement>(state.focus);
  focused?.focus({ preventScroll: true });
  if (state.isSeen) focused?.scrollIntoView({ block: 'nearest' });
  if (state.said !== '') say(state.said, true);
}
