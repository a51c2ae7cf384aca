/**
 * Decisions and edits on pages, loaded in dev only. A page is loaded again once an edit is saved; the new one says the result
 * and restores the focus.
 */
import { say } from './copy.ts';
import { reloadAfter } from './follow-archive.ts';

/** What the page needs that is loaded after an edit. */
interface Kept {
  /** The selector of the element to focus, and whether to scroll to it. */
  focus: string;
  isSeen: boolean;
  said: string;
  /** After this time, a page was not loaded because of the edit. */
  until: number;
}

const KEPT = 'after-reload';
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
  if (await saved('finding', fields, `#${CSS.escape(choice.id)}`, choice.matches(':focus-visible'))) return;
  for (const other of list.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(choice.name)}"]`))
    other.checked = other.defaultChecked;
}

/** Keeps or hides a found event on the page of its session. */
async function decideFound(button: HTMLButtonElement): Promise<void> {
  const place = button.closest<HTMLElement>('[data-found-event]');
  const { foundEvent: event = '', session = '' } = place?.dataset ?? {};
  const buttons = [...(place?.querySelectorAll('button') ?? [])];
  for (const each of buttons) each.disabled = true;
  if (await saved('found', { session, event, verb: button.dataset.verb }, '#events', true)) return;
  for (const each of buttons) each.disabled = false;
}

/** Creates a draft of these sessions and opens its page. */
async function createDraft(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  const sessions: unknown = JSON.parse(button.getAttribute('data-create-draft') ?? '[]');
  if (!(await saved('draft', { sessions }, 'h1', false))) button.disabled = false;
}

/** Saves an edit and says its result; the page is loaded again only then. False if nothing was saved. */
function saved(what: string, fields: object, focus: string, isSeen: boolean): Promise<boolean> {
  const saving = save(what, fields, { focus, isSeen });
  reloadAfter(saving);
  return saving;
}

async function save(what: string, fields: object, after: Pick<Kept, 'focus' | 'isSeen'>): Promise<boolean> {
  const { said, error, address } = await send(what, fields);
  say(said ?? error ?? NO_ANSWER, true);
  if (said === undefined) return false;
  const kept: Kept = { ...after, said, until: Date.now() + SOON_MS };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  if (address === undefined) return true;
  location.assign(address);
  // Loading this page again would end the way to the other.
  return new Promise(() => {});
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

/** Focuses and says what was kept before the page was loaded. */
function restore(): void {
  const kept: Kept | null = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  sessionStorage.removeItem(KEPT);
  if (!kept || Date.now() > kept.until) return;
  const focused = document.querySelector<HTMLElement>(kept.focus);
  focused?.focus({ preventScroll: true });
  if (kept.isSeen) focused?.scrollIntoView({ block: 'nearest' });
  say(kept.said, true);
}
