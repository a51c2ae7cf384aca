import { say } from './copy.ts';

/**
 * The dev server reloads a page as soon as an edit is saved. The reloaded page shows the result of the edit and
 * restores the focus.
 */

interface Kept {
  /** The selector of the focused element. */
  focus: string;
  /** Whether to scroll to the focused element. */
  isSeen: boolean;
  said: string;
  /** The page to open after the reload, if not the same. */
  address?: string;
}

const KEPT = 'after-reload';
/** By then the page has been reloaded. */
const SOON_MS = 2000;

/** Saves the state for the reloaded page. */
export function keepForReload(kept: Kept): void {
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

/** Shows the result of an edit now, and again after the reload. */
export function sayAlsoLater(said: string): void {
  say(said, true);
  const kept = read();
  if (!kept) return;
  keepForReload({ ...kept, said });
  setTimeout(forget, SOON_MS);
}

/** Discards the saved state: nothing changed, so the page does not reload. */
export function forget(): void {
  sessionStorage.removeItem(KEPT);
}

/** Opens another page, which shows the result, even if this page reloads first. */
export function goTo(address: string, said: string): void {
  keepForReload({ focus: 'h1', isSeen: false, said, address });
  location.assign(address);
}

/** Restores the state saved before the reload. */
export function restore(): void {
  const kept = read();
  if (kept?.address && kept.address !== location.pathname) {
    location.assign(kept.address);
    return;
  }
  forget();
  if (!kept) return;
  const focused = document.querySelector<HTMLElement>(kept.focus);
  focused?.focus({ preventScroll: true });
  if (kept.isSeen) focused?.scrollIntoView({ block: 'nearest' });
  if (kept.said !== '') say(kept.said, true);
}

function read(): Kept | null {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
}

/** Sends an edit to the dev server. The answer has its sentence for the result or the failure. */
export async function edit(
  what: 'finding' | 'draft' | 'found' | 'undo',
  fields: Record<string, unknown>,
): Promise<Answer> {
  try {
    const response = await fetch(`/edit/${what}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const { said, error, ...more }: Omit<Answer, 'isDone' | 'sentence'> & { said?: string; error?: string } =
      await response.json();
    return said === undefined
      ? { isDone: false, sentence: error ?? NO_ANSWER }
      : { isDone: true, sentence: said, ...more };
  } catch {
    return { isDone: false, sentence: NO_ANSWER };
  }
}

export interface Answer {
  isDone: boolean;
  sentence: string;
  /** The page to go to next. */
  address?: string;
}

const NO_ANSWER = 'The server does not respond. Nothing was saved.';
