import { say } from './copy.ts';

/**
 * The dev server draws a page anew as soon as a change of ours is on the disk. What came of the change is said on the
 * new page, and what had the focus has it again.
 */

interface Kept {
  /** Finds what has the focus. */
  focus: string;
  /** Whether the focus is seen: then the page goes where it is, else it stays where it was. */
  isSeen: boolean;
  said: string;
  /** The page to go to instead of this one. */
  address?: string;
}

const KEPT = 'after-reload';
/** A page that is drawn anew is so by then. */
const SOON_MS = 2000;

/** Keeps this for the page that comes. */
export function keepForReload(kept: Kept): void {
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

/** Says what came of a change here and now, and on the page that comes. */
export function sayAlsoLater(said: string): void {
  say(said, true);
  const kept = read();
  if (!kept) return;
  keepForReload({ ...kept, said });
  setTimeout(forget, SOON_MS);
}

/** Nothing changed, so no page comes. */
export function forget(): void {
  sessionStorage.removeItem(KEPT);
}

/** Goes to another page of this site, which says what was done, even if this one is reloaded first. */
export function goTo(address: string, said: string): void {
  keepForReload({ focus: 'h1', isSeen: false, said, address });
  location.assign(address);
}

/** Takes up what the page before has kept. */
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

/** Asks the dev server for a change. Answers what it says came of it, or why nothing did. */
export async function edit(what: 'finding' | 'outline' | 'draft', fields: Record<string, unknown>): Promise<Answer> {
  try {
    const response = await fetch(`/edit/${what}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const { said, error, address }: { said?: string; error?: string; address?: string } = await response.json();
    return said === undefined
      ? { isDone: false, sentence: error ?? NO_ANSWER }
      : { isDone: true, sentence: said, ...(address !== undefined && { address }) };
  } catch {
    return { isDone: false, sentence: NO_ANSWER };
  }
}

interface Answer {
  isDone: boolean;
  sentence: string;
  /** The page to go to next. */
  address?: string;
}

const NO_ANSWER = 'The server does not answer. Nothing was saved.';
