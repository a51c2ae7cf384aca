const SWITCH = 'single-keys';

/** `/` and Cmd or Ctrl-K lead to search, `j` and `k` through events, `[` and `]` to the session before and after. */
export function listenForKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (isSearchChord(event)) {
      event.preventDefault();
      toSearch();
    } else if (!event.metaKey && !event.ctrlKey && !event.altKey && areSingleKeysOn() && !isTyping(event.target)) {
      if (act(event.key)) event.preventDefault();
    }
  });
  listenForSwitch();
}

function isSearchChord({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey && !shiftKey;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isButtonLike = target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type);
  return !isButtonLike && (target.isContentEditable || target.matches('input, textarea, select'));
}

function act(key: string): boolean {
  if (key === '/') return toSearch();
  if (key === 'j') return toEvent(1);
  if (key === 'k') return toEvent(-1);
  if (key === '[') return follow('a[rel="prev"]');
  if (key === ']') return follow('a[rel="next"]');
  return false;
}

function toSearch(): boolean {
  const input = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (!input) return follow('[data-search-link]');
  input.focus();
  input.select();
  return true;
}

function follow(selector: string): boolean {
  const link = document.querySelector<HTMLAnchorElement>(selector);
  link?.click();
  return link !== null;
}

/** Moves the focus to the event after or before the focused or addressed one, past those that are filtered out. */
function toEvent(step: 1 | -1): boolean {
  const events = [...document.querySelectorAll<HTMLElement>('.event')].filter((event) => event.checkVisibility());
  const focused =
    document.activeElement?.closest<HTMLElement>('.event') ?? document.querySelector<HTMLElement>('.event:target');
  const from = focused ? events.indexOf(focused) : step === 1 ? -1 : events.length;
  const event = events[from + step];
  if (!event) return events.length > 0;
  event.focus({ preventScroll: true });
  event.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Readers who dictate or strike keys by accident can turn the single keys off (WCAG 2.1.4). */
function listenForSwitch(): void {
  const button = document.querySelector('[data-keys-switch]');
  if (!button) return;
  const label = () => {
    button.textContent = `Single-key shortcuts: ${areSingleKeysOn() ? 'on' : 'off'}`;
  };
  button.addEventListener('click', () => {
    if (areSingleKeysOn()) localStorage.setItem(SWITCH, 'off');
    else localStorage.removeItem(SWITCH);
    label();
  });
  label();
}

function areSingleKeysOn(): boolean {
  return localStorage.getItem(SWITCH) !== 'off';
}
