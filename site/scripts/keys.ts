import { KEYS_PAGE, SITE_PAGES } from '#site/pages.ts';
import { copy } from './copy.ts';
import { isPaletteChord } from './key-table.ts';

/** How long `g` waits for a second key. */
const CHORD_MS = 1000;
/** Without the rows that facts add to a log: they are no events, so they have no address to copy and are in no story. */
const EVENTS = '.event:not(.fact), [data-event]';

/** The reader's choice about keys without a modifier: users of speech input can switch them off (WCAG 2.1.4). */
const SETTING = 'single-keys';

/** The action of each key. It returns false if it does not apply to the page; the browser then handles the key. */
const KEYS: Partial<Record<string, () => boolean>> = {
  '/': openPalette,
  '?': () => goTo(KEYS_PAGE),
  j: () => toEvent(1),
  k: () => toEvent(-1),
  '[': () => follow('a[rel="prev"]'),
  ']': () => follow('a[rel="next"]'),
  c: copyLink,
};

let chordEnds = 0;

/** Single keys and `g` with a letter, as `key-table.ts` lists them; Cmd or Ctrl-K and Escape are always on. */
export function listenForKeys(): void {
  document.addEventListener('keydown', (event) => {
    // An open dialog handles all keys itself.
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (isPaletteChord(event) ? openPalette() : act(event)) event.preventDefault();
  });
  listenForSwitch();
  const link = searchLink();
  // Only now: without this script it leads to the search page.
  link?.setAttribute('aria-haspopup', 'dialog');
  link?.addEventListener('click', (event) => {
    const { metaKey, ctrlKey, shiftKey, altKey } = event;
    if (!metaKey && !ctrlKey && !shiftKey && !altKey && openPalette()) event.preventDefault();
  });
}

/** Lets the guide's switch for single keys work. It is disabled until then: a click would be lost. */
function listenForSwitch(): void {
  const box = document.querySelector<HTMLInputElement>('[data-single-keys]');
  if (!box) return;
  box.checked = localStorage.getItem(SETTING) !== 'off';
  box.addEventListener('change', () => {
    if (box.checked) localStorage.removeItem(SETTING);
    else localStorage.setItem(SETTING, 'off');
  });
  box.disabled = false;
}

function act({ key, metaKey, ctrlKey, altKey, target, timeStamp }: KeyboardEvent): boolean {
  if (metaKey || ctrlKey || altKey || isTyping(target)) return false;
  if (key === 'Escape') return leaveEvent();
  if (localStorage.getItem(SETTING) === 'off') return false;
  const page = timeStamp < chordEnds && SITE_PAGES.find((each) => each.key === key);
  chordEnds = key === 'g' ? timeStamp + CHORD_MS : 0;
  return page ? goTo(page.address) : (KEYS[key]?.() ?? false);
}

function goTo(address: string): boolean {
  location.assign(address);
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isButtonLike = target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type);
  return !isButtonLike && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** Loads and opens the palette; where that fails, the search page does the same. */
function openPalette(): boolean {
  const link = searchLink();
  if (!link) return false;
  void import('./palette.ts').then(({ showPalette }) => showPalette()).catch(() => location.assign(link.href));
  return true;
}

function searchLink(): HTMLAnchorElement | null {
  return document.querySelector('[data-search-link]');
}

function follow(selector: string): boolean {
  const link = document.querySelector<HTMLAnchorElement>(selector);
  link?.click();
  return link !== null;
}

/** Moves the focus to the next or previous visible event. */
function toEvent(step: 1 | -1): boolean {
  const events = [...document.querySelectorAll<HTMLElement>(EVENTS)].filter((event) => event.checkVisibility());
  const current = focusedEvent() ?? document.querySelector<HTMLElement>('.event:target');
  const from = current ? events.indexOf(current) : step === 1 ? -1 : events.length;
  const event = events[from + step];
  if (!event) return events.length > 0;
  event.focus({ preventScroll: true });
  event.scrollIntoView({ block: 'nearest' });
  return true;
}

function focusedEvent(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(EVENTS) ?? null;
}

function leaveEvent(): boolean {
  const event = focusedEvent();
  if (event) (document.activeElement as HTMLElement).blur();
  return event !== null;
}

/** Copies the address of the focused event. */
function copyLink(): boolean {
  const event = focusedEvent();
  const link = event?.matches('a') ? event : event?.querySelector('a[data-copy-link], a.words');
  if (!(link instanceof HTMLAnchorElement)) return false;
  void copy(link.href, null);
  return true;
}
